"""Each change of the tables since the first release, as it was made."""
