"""Several fixes as one: changes of one line, imports at one place, and what stays out."""

from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits
from testfix_pipeline.repair.languages.python.libraries.edits.joined_fixes import joined
from testfix_pipeline.repair.languages.python.source import SourceFile

TEXT = "import lib\n\n\nlow, high = lib.Inf, lib.NINF\n"
FILES = {"own.py": SourceFile("own.py", TEXT.encode())}


def fix(symbol: str, text: str, likelihood: float = 0.9) -> LibraryFix:
    return LibraryFix({"own.py": text}, "library.rule", f"{symbol} is gone", likelihood, symbol)


FIRST = fix("lib.Inf", TEXT.replace("lib.Inf", "lib.inf"))
SECOND = fix("lib.NINF", TEXT.replace("lib.NINF", "-lib.inf"), 0.8)


def texts(*found: LibraryFix, first: tuple[LibraryFix, ...] = (FIRST,)) -> list[str]:
    return [one.texts["own.py"] for one in joined(first, found, FILES)]


def test_changes_of_one_line_are_made_together() -> None:
    (both,) = joined([FIRST], [SECOND], FILES)
    assert both.texts == {"own.py": TEXT.replace("lib.Inf, lib.NINF", "lib.inf, -lib.inf")}
    assert (both.symbol, both.likelihood) == ("lib.Inf, lib.NINF", 0.8)
    assert both.note == "lib.Inf is gone; lib.NINF is gone"


def test_imports_at_one_place_are_both_added() -> None:
    one, other = (fix(f"lib.{name}", f"import {name}\n{TEXT}") for name in ("html", "json"))
    assert texts(other, first=(one,)) == [f"import html\nimport json\n{TEXT}"]


def test_what_changes_the_same_text_or_has_a_rival_stays_out() -> None:
    assert texts(fix("lib.low", TEXT.replace("lib.Inf", "lib.INF"))) == []
    assert texts(fix("lib.low", TEXT.replace("lib.Inf", "(lib.Inf"))) == [], "it is no Python"
    assert texts(SECOND, fix("lib.NINF", TEXT.replace("lib.NINF", "lib.ninf"), 0.78)) == [], "either may be right"
    assert texts(first=(FIRST,)) == [] == texts(FIRST, first=())


def test_a_keyword_is_given_once() -> None:
    text = "import lib\n\nlib.read(1, old=2)\n"
    one, other = (
        LibraryFix({"own.py": text.replace(before, after)}, "library.rule", symbol, 0.9, symbol)
        for symbol, before, after in [("lib.read", "old=", "new="), ("lib.one", "(1", "(new=1")]
    )
    assert joined([one], [other], {"own.py": SourceFile("own.py", text.encode())}) == []
    edits = FileEdits(SourceFile("own.py", text.encode()))
    edits.replace(text.index("1"), text.index("1"), "old=")
    assert edits.text() is None
