"""One lost name and one substitute: the edits of every use, and nothing else in the file."""

import ast

import pytest

from testfix_pipeline.execution.in_target import testfix_library_uses as uses
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LibraryName, LostName, NameUse, Substitute
from testfix_pipeline.repair.languages.python.libraries.sources.name_fixes import NameRule
from testfix_pipeline.repair.languages.python.source import SourceFile


def place(full: str) -> LibraryName:
    module, _, name = full.rpartition(".")
    return LibraryName(module, "", name)


def sites(file: str, text: str, lost: LibraryName) -> list[NameUse]:
    """The uses of a name as the probe finds them, without an interpreter that would resolve it."""
    found = []
    for use in uses.uses_of(text):
        full = ".".join([use.module, *use.path])
        if f"{full}.".startswith(f"{lost.full}."):
            found.append(
                NameUse(file, tuple(use.position), use.how, use.module, tuple(use.path), use.local, use.guarded)
            )
    return found


def edited(text: str, old: str, new: str, *, module: bool = False, exported: frozenset[str] = frozenset()) -> str:
    """The text with one name in place of another; "" where it can't be put there."""
    lost = LostName(place(old), module, "lib", "2", tuple(sites("a.py", text, place(old))), ())
    rule = NameRule(lost, Substitute(place(new), "submodule", "", 1.0, module), exported)
    return rule.texts({"a.py": SourceFile("a.py", text.encode())}).get("a.py", "")


@pytest.mark.parametrize(
    ("text", "old", "new", "expected"),
    [
        ("from lib import one\none()\n", "lib.one", "lib.two", "from lib import two\ntwo()\n"),
        ("from lib import one as o\no()\n", "lib.one", "lib.two", "from lib import two as o\no()\n"),
        ("from lib import one\n", "lib.one", "lib.sub.one", "from lib.sub import one\n"),
        ("from lib import one, b\n", "lib.one", "other.one", "from lib import b\nfrom other import one\n"),
        ("from lib import a, one\n", "lib.one", "other.one", "from lib import a\nfrom other import one\n"),
        (
            "from other import x\nfrom lib import (\n    a,\n    one,\n)\n",
            "lib.one",
            "other.one",
            "from other import x, one\nfrom lib import (\n    a,\n)\n",
        ),
        ("import lib as l\nx = l.one(1)\n", "lib.one", "lib.two", "import lib as l\nx = l.two(1)\n"),
        ("import lib\nlib.one()\nlib\n", "lib.one", "lib.sub.one", "import lib\nimport lib.sub\nlib.sub.one()\nlib\n"),
        ("import lib\nlib.one()\n", "lib.one", "lib.sub.one", "import lib.sub\nlib.sub.one()\n"),
        ("import lib\nlib.one()\n", "lib.one", "math.one", "import math\nmath.one()\n"),
        ("import lib\nimport math as m\nlib.one()\n", "lib.one", "math.one", "import lib\nimport math as m\nm.one()\n"),
        ("import lib.core as c\nc.one()\n", "lib.core.one", "lib.one", "import lib\nlib.one()\n"),
        ("import lib.core\nlib.core.one()\n", "lib.core.one", "lib.one", "import lib.core\nlib.one()\n"),
        ("from lib import one\r\n# \u00e9\r\none()\r\n", "lib.one", "lib.two",
         "from lib import two\r\n# \u00e9\r\ntwo()\r\n"),
        ("def f():\n    from lib import one, b\n    return one, b\n", "lib.one", "lib.s.one",
         "def f():\n    from lib import b\n    from lib.s import one\n    return one, b\n"),
    ],
)  # fmt: skip
def test_a_name_moves(text: str, old: str, new: str, expected: str) -> None:
    assert edited(text, old, new) == expected
    ast.parse(expected)


@pytest.mark.parametrize(
    ("text", "old", "new", "expected"),
    [
        ("from lib.old import a\n", "lib.old", "lib.new", "from lib.new import a\n"),
        ("from lib.old.deep import a\n", "lib.old", "lib.new", "from lib.new.deep import a\n"),
        ("import lib.old as o\n", "lib.old", "lib.new", "import lib.new as o\n"),
        ("import lib.old\nlib.old.a()\n", "lib.old", "lib.new", "import lib.new\nlib.new.a()\n"),
        ("from lib.externals import joblib\njoblib.x\n", "lib.externals.joblib", "joblib", "import joblib\njoblib.x\n"),
        ("from lib import old\nold.a()\n", "lib.old", "lib.new", "from lib import new\nnew.a()\n"),
    ],
)
def test_a_module_moves(text: str, old: str, new: str, expected: str) -> None:
    assert edited(text, old, new, module=True) == expected


def test_the_old_name_stays_where_others_import_it_from_the_file() -> None:
    text = "from lib import one\none()\n"
    assert edited(text, "lib.one", "lib.two", exported=frozenset({"one"})) == "from lib import two as one\none()\n"


def test_the_old_name_stays_where_the_new_one_is_taken_or_the_old_one_is_set() -> None:
    assert "import two as one" in edited("from lib import one\ntwo = one\n", "lib.one", "lib.two")
    assert "import two as one" in edited("from lib import one\none = one or 3\n", "lib.one", "lib.two")
    assert "import two as one" in edited("from lib import one\n__all__ = ['one']\n", "lib.one", "lib.two")


def test_a_guarded_use_is_left_as_it_is() -> None:
    text = "try:\n    from lib import one\nexcept ImportError:\n    one = None\n"
    assert edited(text, "lib.one", "lib.two") == ""


def test_what_is_inside_of_an_f_string_is_edited_or_the_rule_does_not_apply() -> None:
    found = edited('import lib as l\nx = f"{l.one}"\n', "lib.one", "lib.two")
    assert found in ("", 'import lib as l\nx = f"{l.two}"\n')


def test_what_runs_only_where_an_import_worked_is_not_prepared_for_a_lost_name() -> None:
    text = "try:\n    import lib as l\nexcept ImportError:\n    l = None\n    x = None\nelse:\n    x = l.one\n"
    expected = text.replace("l.one", "l.two")
    assert edited(text, "lib.one", "lib.two") == expected


def test_a_name_that_is_tried_and_set_elsewhere_as_well_is_left() -> None:
    tried = "try:\n    import lib as l\n    x = l.one\nexcept ImportError:\n    l = None\n"
    assert edited(tried, "lib.one", "lib.two") == "", "the handler is for that"
    assert edited("import lib as l\nl = make()\nl.one\n", "lib.one", "lib.two") == "", "another object"


def test_a_name_of_python_needs_no_import_where_the_file_has_a_text_like_it() -> None:
    text = "import lib\nlib.int\nint(1)\nx = 'int'\n"
    assert edited(text, "lib.int", "builtins.int") == text.replace("lib.int", "int")
    assert "builtins.int" in edited(f"{text}int = 3\n", "lib.int", "builtins.int")
