"""What every request passes through: guards, rate limits, idempotency, conflict retry, compression, error pages.

Routes import `dependencies`; nothing here knows what a single route does.
"""
