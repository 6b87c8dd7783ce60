"""Fixes for lost names: each by itself, several at once, and imports that nothing reads."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.repair.languages.python.libraries.fix_proofs import weighed
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LibraryName, LostName, Substitute
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease
from testfix_pipeline.repair.languages.python.libraries.sources.name_fixes import NameFixes, lost_name_fix
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


def test_one_module_that_has_all_names_is_doubtful_where_objects_of_one_lack_what_is_read() -> None:
    text = "import lib\nx = lib.One(), lib.two\n"
    one = lost({"a.py": text}, "lib.One", ("lib.sub.One", "submodule"))
    one = replace(one, substitutes=(replace(one.substitutes[0], lacks=("size",)),))
    two = lost({"a.py": text}, "lib.two", ("lib.sub.two", "submodule"))
    assert [is_doubtful(fix.likelihood) for fix in fixes({"a.py": text}).joint([one, two])] == [True]


def test_one_module_that_has_all_names_is_a_fix_of_its_own() -> None:
    text = "import lib\nx = lib.cos(lib.pi)\n"
    cos = lost({"a.py": text}, "lib.cos", ("num.cos", "submodule"))
    pi = lost({"a.py": text}, "lib.pi", ("lib.constants.pi", "submodule"), ("num.pi", "requirement"))
    found = joint(text, cos, pi)
    assert len(found) == 2 and "x = num.cos(lib.constants.pi)\n" in found[0] and "x = num.cos(num.pi)\n" in found[1]


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
def test_a_name_that_is_spelled_alike_lands_if_it_is_the_only_public_one(
    old: str, names: list[str], landing: list[str]
) -> None:
    text = f"import lib\nx = lib.{old}\n"
    name = lost({"a.py": text}, f"lib.{old}", *((f"lib.{one}", "near name") for one in names))
    near = replace(name, substitutes=tuple(replace(one, similarity=0.9) for one in name.substitutes))
    found = [fix for fix in fixes({"a.py": text}).single([near]) if not is_doubtful(fix.likelihood)]
    assert [fix.texts["a.py"] for fix in found] == [f"import lib\nx = lib.{one}\n" for one in landing]


def test_a_module_that_has_all_of_three_names_comes_before_where_each_is_found_first() -> None:
    text = "import lib\nx = lib.cos(lib.pi, lib.one)\n"
    cos = lost({"a.py": text}, "lib.cos", ("lib.sub.cos", "submodule"), ("num.cos", "submodule"))
    names = [cos, *(lost({"a.py": text}, f"lib.{one}", (f"num.{one}", "submodule")) for one in ("pi", "one"))]
    assert joint(text, *names)[0].endswith("import num\nx = num.cos(num.pi, num.one)\n")


def test_names_of_one_module_that_have_other_names_now_are_not_taken_from_where_their_old_names_are_by_chance() -> None:
    text = "import lib, abcs\nx = lib.encode, lib.decode, abcs.Map, abcs.Seq\n"
    coded = [
        lost({"a.py": text}, f"lib.{one}", (f"lib.{one}_bytes", "removals"), (f"quoted.{one}", "standard library"))
        for one in ("encode", "decode")
    ]
    moved = [lost({"a.py": text}, f"abcs.{one}", (f"abcs.new.{one}", "removals")) for one in ("Map", "Seq")]
    (found,) = joint(text, *coded, *moved)
    assert "x = lib.encode_bytes, lib.decode_bytes, abcs.new.Map, abcs.new.Seq\n" in found


def test_a_class_whose_objects_lack_what_is_read_of_them_is_believed_less() -> None:
    text = "import lib\nx = lib.One(1).size\n"
    known = lost({"a.py": text}, "lib.One", ("lib.Two", "removals"))
    lacking = replace(known, substitutes=(replace(known.substitutes[0], lacks=("size",)),))
    (sure,), (unsure,) = ([*fixes({"a.py": text}).single([one])] for one in (known, lacking))
    assert is_doubtful(unsure.likelihood) and not is_doubtful(sure.likelihood)


def test_names_of_one_import_that_are_spelled_otherwise_change_together() -> None:
    text = "from lib import simps, trapz, other\nx = simps, trapz, other\n"
    names = [
        lost({"a.py": text}, "lib.simps", ("lib.simpson", "near name")),
        lost({"a.py": text}, "lib.trapz", ("lib.trapezoid", "near name")),
        lost({"a.py": text}, "lib.other", ("lib.another_kind", "near name")),
    ]
    assert joint(text, *names) == ["from lib import simpson, trapezoid, other\nx = simpson, trapezoid, other\n"]


@pytest.mark.parametrize(
    ("held", "releases", "is_lead"), [(1, ["shapeless"], False), (1, ["other"], True), (3, ["shapeless"], True)]
)
def test_what_an_object_holds_is_one_of_several_and_supposes_an_older_release(
    held: int, releases: list[str], is_lead: bool
) -> None:
    names = [f"{one}.data" for one in "abc"[:held]]
    new = tuple(Substitute(LibraryName("shapeless", "", one), "held object", "", 0.5, False) for one in names)
    one = LostName(LibraryName("shapeless", "Form", "data"), False, "shapeless", "2.0", (), new)
    older = [OldRelease(name, "1.0", None) for name in releases]
    found = weighed([lost_name_fix({}, "library.attribute", one, each) for each in new], [], older)
    assert {is_doubtful(fix.likelihood) for fix in found} == {is_lead} and len(found) == held
