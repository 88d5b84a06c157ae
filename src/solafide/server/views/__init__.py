"""What the server sends to one seat, made from that seat's view alone: moments, card faces, set-up options, reports.

`routes` and `http` import it. Another field of a page's moment goes into `moment`, its sentences into `moment_text`.
"""
