"""Computer players: each sees a view and a decision and names one of the options. `registry` finds them by name."""
