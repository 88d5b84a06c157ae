"""Why something on the table cannot be chosen now, found from what a seat can see."""
