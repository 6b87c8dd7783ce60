"""Fixes for lost names: each by itself, several at once, and imports that nothing reads."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LostName, Substitute
from testfix_pipeline.repair.languages.python.libraries.sources.name_fixes import NameFixes
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.languages.python.libraries.test_name_rules import place, sites

Texts = dict[str, str]


def lost(files: Mapping[str, str], old: str, *new: tuple[str, str]) -> LostName:
    """A lost name with its uses in these files; new: full names of substitutes with their sources."""
    found = tuple(site for file, text in files.items() for site in sites(file, text, place(old)))
    return LostName(
        place(old), False, "lib", "2", found, tuple(Substitute(place(n), s, "", 1.0, False) for n, s in new)
    )


def fixes(files: Mapping[str, str], exported: Sequence[str] = ()) -> NameFixes:
    return NameFixes({file: SourceFile(file, text.encode()) for file, text in files.items()}, frozenset(exported))


def joint(text: str, *names: LostName) -> list[str]:
    return [fix.texts["a.py"] for fix in fixes({"a.py": text}).joint(names)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from lib import one, two\nx = one, two\n", "from lib.sub import one, two\nx = one, two\n"),
        ("from lib import one, b, two\nx = one, b, two\n",
         "from lib import b\nfrom lib.sub import one, two\nx = one, b, two\n"),
        ("from lib import (\n    b,\n    one,\n    two,\n)\nx = one, b, two\n",
         "from lib import (\n    b,\n)\nfrom lib.sub import one, two\nx = one, b, two\n"),
        ("from lib.sub import c\nfrom lib import one, two\nx = one, two\n",
         "from lib.sub import c, one, two\nx = one, two\n"),
        ("def f():\n    from lib import one, two\n    return one, two\n",
         "def f():\n    from lib.sub import one, two\n    return one, two\n"),
    ],
)  # fmt: skip
def test_names_leave_one_import_together(text: str, expected: str) -> None:
    names = [lost({"a.py": text}, f"lib.{one}", (f"lib.sub.{one}", "submodule")) for one in ("one", "two")]
    assert joint(text, *names) == [expected]


def test_names_that_went_to_different_modules() -> None:
    text = "from lib import one, two\nx = one, two\n"
    names = [lost({"a.py": text}, f"lib.{one}", (f"lib.{one}s.{one}", "submodule")) for one in ("one", "two")]
    assert joint(text, *names) == ["from lib.ones import one\nfrom lib.twos import two\nx = one, two\n"]


def test_a_builtin_takes_the_place_of_its_alias_without_an_import() -> None:
    text = "import lib as l\nx = l.float(1)\n"
    (fix,) = fixes({"a.py": text}).single([lost({"a.py": text}, "lib.float", ("builtins.float", "message"))])
    assert fix.texts == {"a.py": "import lib as l\nx = float(1)\n"}
    own = f"{text}float = int\n"
    (fix,) = fixes({"a.py": own}).single([lost({"a.py": own}, "lib.float", ("builtins.float", "message"))])
    assert "x = builtins.float(1)\n" in fix.texts["a.py"], "the file gives the name a meaning of its own"


def dropped(text: str, file: str = "a.py", exported: Sequence[str] = ()) -> list[Texts]:
    name = lost({file: text}, "lib.one")
    return [dict(fix.texts) for fix in fixes({file: text}, exported).single([name])]


def test_an_import_that_nothing_reads_goes() -> None:
    assert dropped("from lib import a, one\nx = a\n") == [{"a.py": "from lib import a\nx = a\n"}]
    assert dropped("import lib.sub\nfrom lib import one\nx = 1\n") == [{"a.py": "import lib.sub\nx = 1\n"}]
    assert dropped("import lib\ndef f():\n    from lib import one\n") == [{"a.py": "import lib\ndef f():\n    pass\n"}]


def test_the_module_of_an_import_that_nothing_reads_is_still_imported() -> None:
    assert dropped("from lib import one\nx = 1\n") == [{"a.py": "import lib\nx = 1\n"}]
    assert dropped("import library\nfrom lib import one\n") == [{"a.py": "import library\nimport lib\n"}]
    text = "from lib import one, two\nx = 1\n"
    assert joint(text, lost({"a.py": text}, "lib.one"), lost({"a.py": text}, "lib.two")) == ["import lib\nx = 1\n"]


def test_a_sure_substitute_comes_before_dropping_an_import() -> None:
    text = "from lib import one\n"
    name = lost({"a.py": text}, "lib.one", ("lib.sub.one", "submodule"))
    found = sorted(fixes({"a.py": text}).single([name]), key=lambda fix: -fix.likelihood)
    assert [fix.texts["a.py"] for fix in found] == ["from lib.sub import one\n", "import lib\n"]


@pytest.mark.parametrize(
    ("text", "file", "exported"),
    [
        ("from lib import one\nx = one\n", "a.py", ()),
        ("from lib import one\n__all__ = ['one']\n", "a.py", ()),
        ("from lib import one\n", "a.py", ("one",)),
        ("from lib import one\n", "a/__init__.py", ()),
        ("from lib import one  # noqa: E501, F401\n", "a.py", ()),
        ("from lib import one  # NOQA\n", "a.py", ()),
    ],
)
def test_an_import_that_somebody_may_read_stays(text: str, file: str, exported: Sequence[str]) -> None:
    assert dropped(text, file, exported) == []


def test_all_names_at_once_pass_over_a_name_that_is_only_written_alike() -> None:
    files = {"a.py": "from lib import one, two\nx = one, two\n"}
    first = lost(files, "lib.one", ("lib._one", "near name"), ("lib.sub.one", "submodule"))
    second = lost(files, "lib.two", ("lib.sub.two", "submodule"))
    assert joint(files["a.py"], first, second)[0] == "from lib.sub import one, two\nx = one, two\n"


@pytest.mark.parametrize(
    ("old", "new", "may_land"),
    [
        ("asscalar", "isscalar", False), ("write_gpickle", "write_gml", False), ("product", "prod", True),
        ("fetchall", "fetch_all", True), ("colour", "color", True), ("tables", "get_tables", True),
        ("cumtrapz", "cumulative_trapezoid", True), ("comprod", "cumulative_product", False),
    ],
)  # fmt: skip
def test_a_name_that_is_only_spelled_alike_does_not_land(old: str, new: str, may_land: bool) -> None:
    text = f"import lib\nx = lib.{old}\n"
    name = lost({"a.py": text}, f"lib.{old}", (f"lib.{new}", "near name"))
    near = replace(name, substitutes=(replace(name.substitutes[0], similarity=0.9),))
    (fix,) = fixes({"a.py": text}).single([near])
    assert is_doubtful(fix.likelihood) is not may_land


@pytest.mark.parametrize(
    ("old", "names", "landing"),
    [
        ("Binary", ["BINARY", "LargeBinary"], []), ("Required", ["DataRequired", "InputRequired"], []),
        ("CsrfProtect", ["CSRFProtect", "CsrfProtectError"], ["CSRFProtect"]),
        ("result", ["_result", "get_result"], ["get_result"]),
    ],
)  # fmt: skip
def test_a_name_that_is_spelled_alike_lands_if_it_is_the_only_public_one(old, names, landing) -> None:
    text = f"import lib\nx = lib.{old}\n"
    name = lost({"a.py": text}, f"lib.{old}", *((f"lib.{one}", "near name") for one in names))
    near = replace(name, substitutes=tuple(replace(one, similarity=0.9) for one in name.substitutes))
    found = [fix for fix in fixes({"a.py": text}).single([near]) if not is_doubtful(fix.likelihood)]
    assert [fix.texts["a.py"] for fix in found] == [f"import lib\nx = lib.{one}\n" for one in landing]
