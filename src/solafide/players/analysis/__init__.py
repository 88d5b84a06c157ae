"""A finished game looked at again: chances after each step, mistakes with what was better, luck."""
