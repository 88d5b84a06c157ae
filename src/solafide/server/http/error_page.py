"""A page with one sentence, for errors outside the API."""

from html import escape

PAGE = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sola Fide</title>
<link rel="icon" href="/static/icons/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/css/tokens.css">
<link rel="stylesheet" href="/static/css/base.css">
<link rel="stylesheet" href="/static/css/notice.css">
</head>
<body><main class="notice"><h1>Sola Fide</h1><p>{text}</p></main></body>
</html>
"""


def notice(text: str, lang: str) -> str:
    """Return the page as HTML.

    >>> "<p>1 &lt; 2</p>" in notice("1 < 2", "en")
    True
    """
    return PAGE.format(lang=lang, text=escape(text))
