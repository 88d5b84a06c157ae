"""The commands of `solafide`, a module each, and how a command line is read."""
