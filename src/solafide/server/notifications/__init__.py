"""Your-turn notifications: the outbox that queues and retries them, e-mail, webhooks."""
