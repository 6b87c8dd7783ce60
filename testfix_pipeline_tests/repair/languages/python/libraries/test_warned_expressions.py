"""What the old release said to write in place of an attribute or method: the text of the program's uses of it."""

import ast

import pytest

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LibraryName, LostName, NameUse
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease
from testfix_pipeline.repair.languages.python.libraries.sources.stated_expressions import old_bodies, stated_by_old
from testfix_pipeline.repair.languages.python.source import SourceFile


def test_what_an_old_release_says_of_a_member_is_written_at_its_uses(tmp_path):
    (tmp_path / "lib.py").write_text(
        "class Days:\n"
        "    @property\n"
        "    def week_of(self):\n"
        "        warn('Column.days.week is deprecated. Please use Column.days.iso(True).week instead.')\n"
        "    week = week_of\n"
    )
    text = "def f(t, other):\n    a = t.days.week\n    return a, t.days.week, other.week, t.days.iso(True).week\n"
    source = SourceFile("a.py", text.encode())
    nodes = [one for one in ast.walk(source.tree) if isinstance(one, ast.Attribute) and one.attr == "week"]
    uses = tuple(
        NameUse("a.py", (one.lineno, one.col_offset, one.end_lineno or 0, one.end_col_offset or 0)) for one in nodes
    )
    lost = LostName(LibraryName("lib", "Days", "week"), False, "lib", "2", uses, ())
    failure = Failure(test="test_a.py::t", frames=[Frame(file="a.py", line=2, function="f")])
    release = OldRelease("lib", "1", tmp_path)
    (fix,) = stated_by_old([lost], [failure], [release], {"a.py": source})
    expected = text.replace("t.days.week", "t.days.iso(True).week")
    assert (fix.texts, fix.symbol) == ({"a.py": expected}, "lib.Days.week")
    assert list(stated_by_old([lost], [failure], [OldRelease("lib", "1", None)], {"a.py": source})) == []


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("'Gives a range.'\n        return self.ranges[name]", "def f(book):\n    return book.ranges['a'].text\n"),
        ("return self._ranges[name]", None),
        ("return lookup(self, name)", None),
        ("name = name.lower()\n        return self.ranges[name]", None),
    ],
)
def test_what_a_lost_method_did_is_written_where_it_is_one_expression(body, after, tmp_path):
    (tmp_path / "lib.py").write_text(f"class Book:\n    def get_range(self, name):\n        {body}\n")
    source = SourceFile("a.py", b"def f(book):\n    return book.get_range('a').text\n")
    uses = (NameUse("a.py", (2, 11, 2, 25)),)
    lost = LostName(LibraryName("lib", "Book", "get_range"), False, "lib", "2", uses, ())
    failure = Failure(test="test_a.py::t", frames=[Frame(file="a.py", line=2, function="f")])
    found = old_bodies([lost], [failure], [OldRelease("lib", "1", tmp_path)], {"a.py": source})
    assert [one.texts for one in found] == ([{"a.py": after}] if after else [])
