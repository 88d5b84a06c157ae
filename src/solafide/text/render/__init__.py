"""Turn one thing each into text: a card, an event, a question, an option, a hint, an error.

Most modules have a catalogue part of the same name. Functions end in `_text` (sentences), `_name` (a name) or
`_section` (the number of a rule).
"""
