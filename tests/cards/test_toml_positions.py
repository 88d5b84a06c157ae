"""The reader: the values of the standard reader, and a place for each of them."""

import tomllib
from pathlib import Path

import pytest

from solafide.cards import toml_positions
from solafide.cards.loader import DATA
from solafide.cards.toml_positions import (
    MAX_NESTING_LEVELS,
    MAX_SOURCE_BYTES,
    MAX_VALUES,
    LineIndex,
    TomlError,
    read_toml,
)

VOCABULARY = Path(__file__).parent / "data" / "vocabulary.toml"

# Documents of every kind; the reader takes and refuses those that the standard reader takes and refuses.
DOCUMENTS = [
    *("", "# only\n", "a=1 # c", "a=1\r\nb=2\r\n", " a = 1\n  b=2", '""=1', "'a b'.c=1", "1.2=3", "a . b = 1"),
    *("n=1_000", "n=0xFF", "n=-0", "n=+7", "n=0o17", "n=0b11", "n=01", "n=1__0", "n=_1", "n=9223372036854775807"),
    *("f=1e3", "f=-inf", "f=1_0.5", "f=.5", "f=1.", "f=1e", "b=true", "b=tRue", "b=tru"),
    *('s="\\uD800"', 's="\\u00e9\\n"', 's="\\U00110000"', 's="\\q"', 's="a\tb"', 's="x\x7f"', 's="x', "s=“x”"),
    *('s="""\n x\\\n   y"""', "s='''\nx\\y'''", "s='''\n'''", 's="""a\r\nb"""', "s='''a''''", 's="""a"""b'),
    *("x=[]", "x=[1,]", "x=[1 2]", "x=[ #c\n1]", "x=[[1,2],['a',{b=1}]]", "x={}", "x={a=1,}", "x={a=1\n,b=2}"),
    *("a=1\na=2", "[a]\n[a]", "a=1\n[a]", '"a"=1\na=2', "[a]\n[[a]]", "[[a]]\n[a]", "a=[1]\n[[a]]"),
    *("a={x=1}\na.y=2", "a={x=1}\n[a.y]", "a={b.c=1,b.d=2}", "a={b.c=1,b.c=2}", "a={b={c=1},b.d=1}"),
    *("a.b=1\na.c=2", "a.b=1\n[a]", "a.b=1\na=2", "a.b.c=1\n[a.b.d]\ne=1", "a={b.c=1}\n[a.b.d]"),
    *("[a.b]\nx=1\n[a]\ny=2", "[a.b]\n[a]\nb.c=1", "[a]\nb.c=1\n[a.b]", "[a]\nb.c=1\n[a.b.d]\nx=1"),
    *("[[a]]\n[a.b]\nx=1\n[[a]]\n[a.b]\nx=2", "[[a.b]]\n[a]\nx=1", "[[a.b]]\n[a]\nb=1", "[[a]]\nb.c=1\n[a.b.d]"),
    *("[ a . b ]\nx=1", "[a]]", "[]", "[a.]\n", "a", "=1", "a..b=1", "a=1 b=2", "é=1", "a=1\rb=2", "a=1\n\x00"),
]


@pytest.mark.parametrize("text", DOCUMENTS)
def test_values_equal_those_of_tomllib(text: str) -> None:
    try:
        expected = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        with pytest.raises(TomlError):
            read_toml(text.encode())
    else:
        assert repr(read_toml(text.encode())) == repr(expected)


@pytest.mark.parametrize("path", [*DATA.glob("*.toml"), VOCABULARY], ids=lambda path: path.name)
def test_values_of_all_card_sets_equal_those_of_tomllib(path: Path) -> None:
    assert read_toml(path.read_bytes()) == tomllib.loads(path.read_text("utf-8"))


def test_positions_of_values() -> None:
    entry = '[[card]]\nid = "C01"\neffects = [\n  { effect = "draw" },\n  7,\n]\n[card.history]\nen = "x"\n'
    source = f'"é" = "ő"\n{entry}'.encode()
    document = read_toml(source)
    card = document["card"][0]
    assert LineIndex(source).line_and_column(document.places["é"]) == (1, 1)
    assert LineIndex(source).line_and_column(card.at) == (2, 3)
    assert LineIndex(source).line_and_column(card.places["effects"]) == (4, 1)
    assert LineIndex(source).line_and_column(card["effects"].at) == (4, 11)
    assert LineIndex(source).line_and_column(card["effects"][0].places["effect"]) == (5, 5)
    assert LineIndex(source).line_and_column(card["effects"].places[1]) == (6, 3)
    assert LineIndex(source).line_and_column(card["history"].places["en"]) == (9, 1)


@pytest.mark.parametrize(
    ("broken", "line"),
    [
        ('effects = [{ effect = "redraw" }\nnumber = 1\n', 3),
        ('effects = [{ effect = "redraw" ]\n', 3),
        ('name = "open\nnumber = 1\n', 3),
        ('name = """open\nnumber = 1\n', 3),
        ("number = 1\nname =\n", 4),
        ("number = 1\nname 2\n", 4),
        ("number = 1,\n", 3),
        ("number = 1\n[[card]\n", 4),
    ],
)
def test_an_error_has_the_line_where_it_begins(broken: str, line: int) -> None:
    source = f'[[card]]\nid = "C01"\n{broken}first_game = true\n'.encode()
    with pytest.raises(TomlError) as error:
        read_toml(source)
    assert error.value.key in ("problem.syntax", "problem.syntax_end")
    assert LineIndex(source).line_and_column(error.value.at)[0] == line


def test_a_byte_order_mark_is_accepted() -> None:
    assert read_toml(b"\xef\xbb\xbfa = 1\n") == {"a": 1}


def test_a_long_number_is_refused() -> None:
    with pytest.raises(TomlError, match=r"problem\.syntax"):
        read_toml(b"a = " + b"9" * 30)


@pytest.mark.parametrize(
    "source",
    [
        b"a = " + b"[" * 5000 + b"]" * 5000,
        b"a = " + b"{a=" * 5000 + b"1" + b"}" * 5000,
        b"a." * 500 + b"a = 1",
        b"[" + b"a." * 1000 + b"a]",
        b"[[" + b"a." * 100_000 + b"a]]",
        b"x = { " + b"a." * 500 + b"a = 1 }",
    ],
)
def test_nesting_has_a_limit(source: bytes) -> None:
    with pytest.raises(TomlError, match=r"problem\.too_deep"):
        read_toml(source)


def test_nesting_within_the_limit() -> None:
    assert read_toml(b"a = " + b"[" * MAX_NESTING_LEVELS + b"]" * MAX_NESTING_LEVELS)
    assert read_toml(b"a." * (MAX_NESTING_LEVELS - 1) + b"a = 1")
    assert read_toml(b"a = " + b"{a=" * MAX_NESTING_LEVELS + b"1" + b"}" * MAX_NESTING_LEVELS)


@pytest.mark.parametrize(
    "source",
    [
        b"".join(b"k%d = 1\n" % number for number in range(MAX_VALUES + 1)),
        b"a = [" + b"1," * (MAX_VALUES + 1) + b"]",
        b"[[card]]\n" * (MAX_VALUES + 1),
    ],
)
def test_the_number_of_values_has_a_limit(source: bytes) -> None:
    with pytest.raises(TomlError, match=r"problem\.too_many_values"):
        read_toml(source)


def test_the_size_has_a_limit() -> None:
    line = b"# 1517\n"
    assert read_toml(line * (MAX_SOURCE_BYTES // len(line))) == {}
    with pytest.raises(TomlError, match=r"problem\.too_large"):
        read_toml(line * (MAX_SOURCE_BYTES // len(line) + 1))


@pytest.mark.parametrize(
    "source",
    [
        "".join(f"k{number}=1," for number in range(20_000)).encode(),
        b"a=1\r" * 50_000,
        b"=" * 100_000,
        b"a = [" * 20_000,
    ],
)
def test_what_is_not_toml_never_reaches_the_grammar(source: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """It recovers from errors, and needs minutes for a line like the first."""
    monkeypatch.setattr(toml_positions, "_parser", lambda: pytest.fail("it was parsed"))
    with pytest.raises(TomlError):
        read_toml(source)
