"""The table in the terminal: a board in text, questions and answers line by line."""
