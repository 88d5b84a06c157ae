"""What a teacher says: hints with their reasons, threats, the rest of a turn, opinions on cards of the draft."""
