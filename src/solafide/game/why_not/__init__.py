"""Why something on the table cannot be chosen now: a reason for every circle, card and pile that is not offered.

`explain` makes the list, `obstacles` knows the rules about circles, sides and territories. A new question or effect
needs its reason here.
"""
