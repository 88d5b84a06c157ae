"""features.py has nothing for Python callers."""
