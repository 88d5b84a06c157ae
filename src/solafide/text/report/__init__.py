"""The analysis of a finished game as a story, a report, a chart and an HTML page."""
