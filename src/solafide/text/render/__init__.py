"""Sentences for one thing each: a card, an event, a question, an option, a hint, an error."""
