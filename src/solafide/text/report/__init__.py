"""The analysis of a finished game as a report, a story, a chart and an HTML page."""
