"""Your-turn notifications: the outbox that queues and retries them, e-mail, webhooks.

`runtime` starts the outbox and `routes` let players choose their channels; it learns of turns by an after-commit hook
of `matches`. Another way to notify players is a module here and a kind in `outbox`.
"""
