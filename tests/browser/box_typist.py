"""Types entries of a card set into the page `/box` with the keyboard alone, and counts the keys and fields."""

from typing import Any

from playwright.sync_api import Page, expect

SECONDS_PER_KEY, SECONDS_PER_FIELD = 0.3, 1.5
TIMEOUT_MS = 20_000
# The focused field: its path, its kind, what it holds now, and the texts of its choices.
FOCUSED_FIELD = """() => {
  const field = document.activeElement;
  if (!field?.dataset?.path) return null;
  const options = [...(field.options ?? [])].map(({ value, text, parentNode }) => ({ value, text: text.trim() }));
  const value = field.type === "checkbox" ? field.checked : field.value;
  return { path: field.dataset.path, kind: field.type, value, options };
}"""


def field_values(fields: dict[str, Any], language: str) -> dict[str, Any]:
    """Return what is typed into each field of the form, by its path."""
    values: dict[str, Any] = {}
    for name, value in fields.items():
        if name in ("name", "short"):
            values[name] = value[language]
        elif name == "territories":
            values |= {f"{name}.{side}": "\n".join(each[language] for each in names) for side, names in value.items()}
        elif name not in ("history", "year", "country", "colour", "deck", "short", "below"):
            values |= dict(_leaves(value, name))
    if "each" in fields:
        del values["cost.discard"]  # it follows from the kind of card
        values["effects"] = "each"
    if "persistent" in fields:
        values["effects"] = "persistent"
    return values


def _leaves(value: Any, path: str) -> list[tuple[str, Any]]:
    if path.endswith(".circles"):
        return [(path, value[0]), (f"{path}.1", value[1])]
    if isinstance(value, dict):
        return [leaf for name, inner in value.items() for leaf in _leaves(inner, f"{path}.{name}")]
    if isinstance(value, list):
        return [leaf for at, inner in enumerate(value) for leaf in _leaves(inner, f"{path}.{at}")]
    return [(path, value)]


class BoxTypist:
    """Presses keys as a person would; nothing else acts on the page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.keys = 0
        self.fields = 0

    @property
    def seconds(self) -> float:
        return self.keys * SECONDS_PER_KEY + self.fields * SECONDS_PER_FIELD

    def press(self, key: str) -> None:
        """Press a key, or several at once: "Control+Enter" counts as two."""
        self.page.keyboard.press(key)
        self.keys += key.count("+") + 1 if len(key) > 1 else 1

    def write(self, text: str) -> None:
        """Write a text; a capital letter is two keys."""
        self.page.keyboard.insert_text(text)
        self.keys += len(text) + sum(letter.isupper() for letter in text)

    def entry(self, fields: dict[str, Any], language: str) -> None:
        """Fill in the form from its first field on, and go on to the next entry."""
        values = field_values(fields, language)
        while values:
            focused = self.page.evaluate(FOCUSED_FIELD)
            assert focused is not None, f"the focus has left the form before {values}"
            target = self._take(values, focused["path"])
            if target is not None and not self._holds(focused, target):
                self.fill(focused, target)
            if values:
                self.press("Tab")
        self.press("Control+Enter")

    @staticmethod
    def _take(values: dict[str, Any], path: str) -> Any:
        """Return the value of a field; the select of the first effect has the path of the list until it is chosen."""
        return values.pop(path if path in values else f"{path}.0.effect", None)

    @staticmethod
    def _holds(focused: dict[str, Any], target: Any) -> bool:
        return bool(focused["value"] == target if isinstance(target, bool) else focused["value"] == str(target))

    def fill(self, focused: dict[str, Any], target: Any) -> None:
        """Enter a value into the field that has the focus."""
        self.fields += 1
        if focused["kind"] == "checkbox":
            self.press("Space")
        elif focused["kind"] == "select-one":
            self.choose(str(target))
        else:
            self.write(str(target))

    def choose(self, target: str) -> None:
        """Choose in a list by its first letters, else with the arrow key."""
        focused = self.page.evaluate(FOCUSED_FIELD)
        texts = [option["text"].lower() for option in focused["options"]]
        values = [option["value"] for option in focused["options"]]
        text, now = texts[values.index(target)], values.index(focused["value"])
        # Typing a letter goes to the next choice that begins with it.
        order = [*range(now + 1, len(texts)), *range(now + 1)]
        for length in range(1, 4):
            match = next((at for at in order if texts[at].startswith(text[:length])), None)
            can_press = text[:length].isascii() and len(set(text[:length])) == length
            if can_press and match is not None and values[match] == target:
                for letter in text[:length]:
                    self.press(letter)
                break
        else:
            step = 1 if values.index(target) > now else -1
            for _ in range(abs(values.index(target) - now)):
                self.press("ArrowDown" if step > 0 else "ArrowUp")
        assert self.page.evaluate(FOCUSED_FIELD)["value"] == target, target


def wait_for_entry(page: Page, entry: str) -> None:
    """Wait until the form of an entry is shown, and its first field has the focus."""
    expect(page).to_have_url(f"{page.url.partition('/box')[0]}/box/{entry}", timeout=TIMEOUT_MS)
    expect(page.locator(":focus")).to_have_attribute("data-path", "name", timeout=TIMEOUT_MS)
