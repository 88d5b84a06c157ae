"""Advice for players: hints with their reasons, threats, the likely rest of a turn, and the draft coach.

A new kind of reason goes into `reasons`, and its sentence into the catalogues. Nothing here knows more than a seat.
"""
