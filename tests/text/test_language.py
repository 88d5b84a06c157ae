"""The language comes from the option, else from the environment, else it is English."""

import pytest

from solafide.game import SolaFideError
from solafide.text import LANGUAGES, Catalogue, error_text, preferred_language


@pytest.mark.parametrize(
    ("explicit", "environ", "expected"),
    [
        (None, {}, "en"),
        ("hu", {"LANG": "de_DE.UTF-8"}, "hu"),
        ("nl-BE", {}, "nl"),
        (None, {"LANG": "de_AT.UTF-8"}, "de"),
        (None, {"LANG": "hu_HU"}, "hu"),
        (None, {"LANG": "nl"}, "nl"),
        (None, {"LANG": "de_DE@euro"}, "de"),
        (None, {"LC_ALL": "nl_NL.UTF-8", "LC_MESSAGES": "de_DE", "LANG": "hu_HU"}, "nl"),
        (None, {"LC_MESSAGES": "de_DE.UTF-8", "LANG": "hu_HU.UTF-8"}, "de"),
        (None, {"LC_ALL": "", "LANG": "hu_HU.UTF-8"}, "hu"),
        (None, {"LC_ALL": "C", "LANG": "hu_HU.UTF-8"}, "en"),
        (None, {"LANG": "C.UTF-8", "LANGUAGE": "de"}, "en"),
        (None, {"LANG": "POSIX"}, "en"),
        (None, {"LANG": "fr_FR.UTF-8"}, "en"),
        (None, {"LANG": "fr_FR.UTF-8", "LANGUAGE": "fr:nl:de"}, "nl"),
        (None, {"LANGUAGE": "pt_BR:hu"}, "hu"),
        (None, {"LANG": "german"}, "en"),
    ],
)
def test_language(explicit: str | None, environ: dict[str, str], expected: str) -> None:
    assert preferred_language(explicit, environ) == expected


def test_the_environment_is_that_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "hu_HU.UTF-8")
    assert preferred_language() == "hu"


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(SolaFideError) as error:
        preferred_language("fr")
    assert error_text(error.value, "en") == "There is no language “fr”. Known: en, de, nl, hu."


def test_every_language_is_called_by_its_own_name() -> None:
    for lang in LANGUAGES:
        assert Catalogue(lang).render("language.hu") == ("magyar" if lang == "hu" else "Magyar")
