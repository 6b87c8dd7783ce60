"""Expressions and calls that a library's message names in place of what it lost."""

import ast

import pytest

from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LibraryName, LostName, NameUse
from testfix_pipeline.repair.languages.python.libraries.sources.stated_expressions import stated_by_errors
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.languages.python.libraries.test_name_rules import place, sites

GONE = "`n.{}` was removed in lib 2.0. Use `{}` instead."


def texts(text: str, lost: LostName) -> list[str]:
    found = stated_by_errors([lost], {"a.py": SourceFile("a.py", text.encode())})
    return [fix.texts["a.py"] for fix in found]


def of_module(text: str, name: str, said: str) -> list[str]:
    known = place(f"lib.{name}")
    return texts(text, LostName(known, False, "lib", "2", tuple(sites("a.py", text, known)), (), said))


@pytest.mark.parametrize(
    ("name", "said", "before", "after"),
    [
        ("NINF", "-n.inf", "l.NINF", "-l.inf"),
        ("NINF", "-n.inf", "2 * l.NINF", "2 * -l.inf"),
        ("ZERO", "0.0", "f(l.ZERO)", "f(0.0)"),
        ("code", "n.dtype(obj).char", "l.code(x.kind)", "l.dtype(x.kind).char"),
        ("is_kind", "issubclass(rep, n.generic)", "l.is_kind(x)", "issubclass(x, l.generic)"),
        ("copied", "arr.T.copy()", "l.copied(x[0])", "x[0].T.copy()"),
    ],
)
def test_the_expression_takes_the_place_of_the_name_or_of_its_call(name, said, before, after) -> None:
    head = "import lib as l\n\n\ndef g(x, f):\n    return "
    assert of_module(f"{head}{before}\n", name, GONE.format(name, said)) == [f"{head}{after}\n"]


def test_arguments_go_to_their_names_where_the_text_says_them() -> None:
    text = "import lib as l\n\n\ndef g(x):\n    return l.swap({})\n"
    said = "`n.swap(first, second, strict)` was removed. Use `n.pair(second, first)` instead."
    pair = text.replace("swap({})", "pair(x, 1)")
    assert of_module(text.format("1, x"), "swap", said) == [pair]
    assert of_module(text.format("second=x, first=1"), "swap", said) == [pair]
    assert of_module(text.format("1, x, True"), "swap", said) == []
    assert of_module(text.format("1, strict=x"), "swap", said) == []


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("l.code(x, 1)", "n.dtype(obj).char"),  # what the second argument is for is not said
        ("l.code(*x)", "n.dtype(obj).char"),
        ("l.code(x)", "n.char"),  # names are looked for elsewhere
        ("l.code(x)", "other words than code"),
    ],
)
def test_what_does_not_fit_is_left(before: str, said: str) -> None:
    text = f"import lib as l\n\n\ndef g(x):\n    return {before}\n"
    assert of_module(text, "code", GONE.format("code", said)) == []


def test_a_method_becomes_what_is_done_with_its_object() -> None:
    text = "def g(x):\n    return x.rows[0].spread(1), x.order('<'), x.swap()\n"
    nodes = {node.attr: node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute)}

    def changed(name: str, said: str) -> list[str]:
        node = nodes[name]
        position = node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0
        uses, message = (NameUse("a.py", position),), f"Use `{said}` instead."
        return texts(text, LostName(LibraryName("lib", "Array", name), False, "lib", "2", uses, (), message))

    assert changed("spread", "sum(arr, ...)") == [text.replace("x.rows[0].spread(1)", "sum(x.rows[0], 1)")]
    assert changed("order", "arr.view(arr.kind(order))") == [text.replace("x.order('<')", "x.view(x.kind('<'))")]
    assert changed("swap", "arr.view(arr.kind(order))") == [text.replace("x.swap()", "x.view(x.kind())")]
    assert changed("swap", "arr.view(order + 1)") == []


def test_what_is_called_once_is_not_called_twice_and_other_uses_change() -> None:
    text = "import lib as l\n\n\ndef g(x):\n    return l.twice({})\n"
    said = GONE.format("twice", "n.add(arr, arr)")
    assert of_module(text.format("x.y"), "twice", said) == [text.format("x").replace("twice(x)", "add(x.y, x.y)")]
    assert of_module(text.format("x.read()"), "twice", said) == []
    both = f"{text.format('x.y')}\n\ndef h(x):\n    return l.twice(x.read())\n"
    assert of_module(both, "twice", said) == [both.replace("twice(x.y)", "add(x.y, x.y)")]
    imported = both.replace("import lib as l", "from lib import twice").replace("l.twice", "twice")
    assert of_module(imported, "twice", said) == []  # the import stays lost
