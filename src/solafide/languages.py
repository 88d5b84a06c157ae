"""The languages in which everything is written; the first one is what others fall back on."""

LANGUAGES = ("en", "de", "nl", "hu")
