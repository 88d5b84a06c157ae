"""The analysis of a finished game: chances after each step, mistakes with what was better, luck."""
