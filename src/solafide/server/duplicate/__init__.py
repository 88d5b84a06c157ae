"""Duplicate deals: several matches play the same cards, and their results are compared.

`deal` holds the rules of seats and scores and knows no database, `service` stores deals and starts their matches. It
learns of finished games by an after-commit hook of `matches`.
"""
