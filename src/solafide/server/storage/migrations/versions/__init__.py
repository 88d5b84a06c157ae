"""The migrations, one file for each change of the schema since the first release. A file is never changed later."""
