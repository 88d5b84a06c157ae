"""What the server sends to one seat, made from that seat's view alone: moments, card faces, set-up options, reports."""
