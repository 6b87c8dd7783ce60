"""Attributes that a library's class has lost: another one, or a function of a module, in their place."""

import ast
from dataclasses import replace

import pytest

from testfix_pipeline.repair.languages.python.libraries.edits.call_rules import (
    Receiver,
    fitted_calls,
    joint_renames,
    passes_default,
    renamed_attributes,
)
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import (
    CallChange,
    LibraryName,
    LostName,
    NameUse,
    Substitute,
)
from testfix_pipeline.repair.languages.python.source import SourceFile


def renamed(text: str, *place: str, receiver: Receiver = "dropped", is_callable: bool = True) -> str:
    """The text with something in the place of the attribute `old`; "" where it can't be changed so."""
    sites = tuple(
        NameUse("own.py", (node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute) and node.attr == "old"
    )
    lost = LostName(LibraryName("shapes", "Parser", "old"), False, "shapes", "2.0", sites, ())
    new = Substitute(LibraryName(*place), "removals", "", 0.0, False, is_callable)
    files = {"own.py": SourceFile("own.py", text.encode())}
    return renamed_attributes(lost, new, files, receiver).get("own.py", "")


def test_another_attribute_takes_its_place() -> None:
    assert renamed("def f(p):\n    return p.old(1)\n", "shapes", "Parser", "new") == "def f(p):\n    return p.new(1)\n"


@pytest.mark.parametrize(
    ("head", "call", "added"),
    [
        ("import shapes.text\n", "shapes.text.plain(x)", ""),
        ("from shapes.text import plain as p\n", "p(x)", ""),
        ("import shapes as s\n", "shapes.text.plain(x)", "import shapes.text\n"),
        ("shapes = 1\n", "plain(x)", "from shapes.text import plain\n"),
    ],
)
def test_a_function_takes_its_place(head: str, call: str, added: str) -> None:
    text = f"{head}\n\ndef f(x, make):\n    return make().old(x)\n"
    assert renamed(text, "shapes.text", "", "plain") == added + text.replace("make().old(x)", call)


def test_a_function_that_does_not_get_the_object_is_passed_on_in_the_place_of_a_method() -> None:
    text = "import shapes.text\n\nplain = Parser().old\n"
    after = text.replace("Parser().old", "shapes.text.plain")
    assert renamed(text, "shapes.text", "", "plain") == after
    assert renamed(text, "shapes.text", "", "plain", receiver="first") == ""


def test_a_function_does_not_fit_everywhere() -> None:
    text = "shapes = plain = 1\n\n\ndef f(p):\n    return p.old(1)\n"
    assert renamed(text, "shapes.text", "", "plain") == ""


def test_a_function_takes_the_place_of_a_method_without_arguments() -> None:
    text = "def f(tree):\n    return list(tree.find('a').old()[0].old())\n"
    assert renamed(text, "builtins", "", "list") == text.replace(
        "tree.find('a').old()[0].old()", "list(list(tree.find('a'))[0])"
    )


def test_a_function_may_take_the_object_as_well() -> None:
    text = "import shapes.text as t\n\n\ndef f(x, make):\n    return make().old(x, k=1)\n"
    after = renamed(text, "shapes.text", "", "plain", receiver="first")
    assert after == text.replace("make().old(x, k=1)", "t.plain(make(), x, k=1)")


def test_a_property_is_not_called() -> None:
    text = "def f(p):\n    return p.old().old\n"
    assert renamed(text, "shapes", "Parser", "new", is_callable=False) == "def f(p):\n    return p.new.new\n"


@pytest.mark.parametrize(
    ("text", "default", "passes"),
    [("f(old=None)\n", "None", True), ("f(old='left')\n", "None", False), ("f(old='left')\n", "", True)],
)
def test_a_keyword_that_is_dropped_says_the_same_where_it_is_the_default(text: str, default: str, passes: bool) -> None:
    site = NameUse("own.py", (1, 0, 1, len(text) - 1))
    change = CallChange("drop", "old", default, "old release", "", (site,))
    assert passes_default(change, {"own.py": SourceFile("own.py", text.encode())}) is passes


def test_each_call_gets_the_keywords_for_its_own_further_arguments() -> None:
    text = "view(g, a)\nview(g, a, b)\n"
    sites = NameUse("own.py", (1, 0, 1, 10), path=("node",)), NameUse("own.py", (2, 0, 2, 13), path=("node", "edge"))
    change = CallChange("name", "", ("node",), "signature", "", sites)
    changed = fitted_calls(change, {"own.py": SourceFile("own.py", text.encode())})
    assert changed == {"own.py": "view(g, node=a)\nview(g, node=a, edge=b)\n"}


def test_keywords_that_were_renamed_together_are_changed_at_once() -> None:
    text = "lib.send(data, name=n, seconds=3, tags=False)\n"
    site = NameUse("own.py", (1, 0, 1, len(text) - 1))
    renames = [
        CallChange("rename", old, new, source, "", (site,))
        for old, new, source in (
            ("name", "label", "old release"),
            ("seconds", "age", "old release"),
            ("seconds", "aging", "old release"),
            ("tags", "tagged", "near name"),
        )
    ]
    first, second = joint_renames(renames)
    changed = fitted_calls(first, {"own.py": SourceFile("own.py", text.encode())}, second)
    assert changed == {"own.py": "lib.send(data, label=n, age=3, tags=False)\n"}
    assert joint_renames(renames[1:]) == [], "one keyword"
    assert joint_renames([renames[0], replace(renames[1], new="label")]) == [], "two keywords can't be one"
