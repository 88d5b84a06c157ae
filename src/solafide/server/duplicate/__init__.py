"""Duplicate deals: several matches that play the same cards, and how their results are compared."""
