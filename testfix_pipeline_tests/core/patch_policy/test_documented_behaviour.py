"""A patch of a function that still does less than its documentation says is a doubt, in each language."""

import pytest

from testfix_pipeline.core.patch_policy.documented_behaviour import _changed
from testfix_pipeline.core.patch_policy.documented_functions import (
    DocumentedFunction,
    functions_of_tree,
    python_functions,
)
from testfix_pipeline.core.patch_policy.go.code import FUNCTIONS as GO_FUNCTIONS
from testfix_pipeline.core.patch_policy.go.code import GoCode
from testfix_pipeline.core.patch_policy.javascript.code import Code
from testfix_pipeline.core.patch_policy.javascript.scopes import FUNCTIONS
from testfix_pipeline.core.patch_policy.learnt_conditions import FileTexts
from testfix_pipeline.core.patch_policy.static_doubts import find_static_doubt

JS = """\
/** Words in lines of at most `width` letters. */
export function wrap(text, width, { align = 'left' } = {}) {
  return text.split(' ');
}
"""
GO = """\
package a

// Wrap breaks a text into lines
// of at most `width` letters.
func Wrap(text string, width int) []string {
	return strings.Fields(text)
}
"""
PYTHON = '''\
class Lines:
    """Lines of `width` letters."""

    def wrap(self, text, width):
        """Words in lines of at most `width` letters."""
        return text.split()
'''
SIGNS = '''\
def weather(sign):
    """The word for a sign: s sun, c clouds, r rain, f fog, n snow; others as they are."""
    return {"s": "sun"}.get(sign, sign)
'''
TABLE = '{"s": "sun"}'


def doubt_about(path: str, source: str, *changes: tuple[str, str]) -> str:
    after = source
    for old, new in changes:
        assert after.count(old) == 1
        after = after.replace(old, new)
    found = find_static_doubt([FileTexts(path, source, after)], ())
    assert found is None or found.is_doubt
    return found.rule if found is not None else ""


@pytest.mark.parametrize(
    ("path", "source", "old", "deceit", "honest"),
    [
        ("a.js", JS, "text.split(' ')", "pairs(text.split(' '))", "fill(text.split(' '), width)"),
        ("a.go", GO, "strings.Fields(text)", "pairs(strings.Fields(text))", "fill(strings.Fields(text), width)"),
        ("a.py", PYTHON, "text.split()", "pairs(text.split())", "fill(text.split(), width)"),
    ],
)
def test_a_documented_argument_that_stays_without_effect_is_a_doubt(path, source, old, deceit, honest) -> None:
    assert doubt_about(path, source, (old, deceit)) == "ignored_argument"
    assert doubt_about(path, source, (old, honest)) == ""


PAIRS = ("text.split()", "pairs(text.split())")


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ("of at most `width` letters.", "of at most `width` letters, which is ignored for now."),
        ("of at most `width` letters.", "of few letters; `width` is kept for old callers."),
        ("of at most `width` letters.", "of at most width letters."),
        ("of at most `width` letters.", "of few letters.\n\n        Args:\n            width: see `width`.\n        "),
        ('        """Words in lines of at most `width` letters."""\n', ""),
        ("def wrap(self, text, width)", "def wrap(self, width, text)"),
        ("def wrap(", "def __wrap__("),
        ("return text.split()", "raise NotImplementedError(text.split())"),
        ("return text.split()", "return text.split(), vars()"),
    ],
)
def test_an_argument_without_effect_may_be_documented_as_unused_or_have_to_be_there(said: str, instead: str) -> None:
    assert PYTHON.count(said) == 1
    source = PYTHON.replace(said, instead)
    compile(source, "a.py", "exec")
    assert doubt_about("a.py", PYTHON, PAIRS) == "ignored_argument"
    assert doubt_about("a.py", source, PAIRS) == ""


def test_a_comment_in_a_body_neither_uses_an_argument_nor_changes_a_function() -> None:
    comment = ("return text.split(' ');", "// the width\n  return text.split(' ');")
    assert doubt_about("a.js", JS, comment) == ""
    changed = ("text.split(' ')", "pairs(text.split(' ')) /* the width */")
    assert doubt_about("a.js", JS, changed) == "ignored_argument"


@pytest.mark.parametrize(
    ("table", "rule"),
    [
        ('{"s": "sun", "c": "clouds", "r": "rain"}', "partial_table"),
        ('{"s": "sun", "c": "clouds", "r": "rain", "f": "fog", "n": "snow"}', ""),
        ('{"s": "sun", "c": "clouds", "r": "rain", "f": "fog"}', ""),  # the last one may be the rest
        ('{"s": "sun", "c": "clouds"}', ""),  # one defect of many
    ],
)
def test_a_part_of_a_documented_list_is_a_doubt(table: str, rule: str) -> None:
    assert doubt_about("a.py", SIGNS, (TABLE, table)) == rule


@pytest.mark.parametrize(
    ("documented", "before", "after"),
    [
        ("Levels: debug, info, warning, error.", "sign", "'out' if sign in ('debug', 'info') else 'err'"),
        (
            "s sun, c clouds, r rain, f fog, n snow.",
            "{}[sign]",
            "{'c': 'clouds', 'r': 'rain'}.get(sign) or WORDS[sign]",
        ),
        ("s sun, c clouds, r rain, f fog, n snow.", "sign", "{'c': 'clouds', 'r': 'rain'}.get(sign) or rest(sign)"),
        ("month day, hour minute, year week, second zone.", "sign", "sign.month + sign.day + sign.hour + sign.minute"),
    ],
)
def test_a_list_of_which_the_rest_is_handled_otherwise_is_none(documented: str, before: str, after: str) -> None:
    source = f'def weather(sign):\n    """{documented}"""\n    return {before}\n'
    assert doubt_about("a.py", source, (f"return {before}", f"return {after}")) == ""


@pytest.mark.parametrize(
    ("path", "source", "names"),
    [
        ("a.py", "class A:\n    def f(self): ...\n\nclass B:\n    def f(self): ...\n", ["A.f", "B.f"]),
        ("a.go", "package a\n\nfunc (a *A) F() {}\nfunc (b B[T]) F() {}\nfunc F() {}\n", ["A.F", "B.F", "F"]),
        ("a.js", "const f = (a) => a;\nclass A { f() {} }\nconst all = { f(a) {} };\n", ["f", "A.f", "all.f"]),
    ],
)
def test_methods_of_one_name_are_kept_apart(path: str, source: str, names: list[str]) -> None:
    assert [one.name for one in functions(path, source)] == names


@pytest.mark.parametrize(
    ("path", "source", "old", "new"),
    [
        ("a.js", "a.each((text, width) => { return 1; });\na.each((text) => { return 2; });\n", "2", "3"),
        ("a.js", "const all = { a: (x) => { return 1; }, b: (x) => { return 2; } };\n", "2", "3"),
        ("a.py", "def f(a):\n    return 1\n\ndef f(a, b):\n    return 2\n", "2", "3"),
    ],
)
def test_functions_that_no_name_tells_apart_are_not_compared(path: str, source: str, old: str, new: str) -> None:
    assert list(_changed(functions(path, source), functions(path, source.replace(old, new)))) == []


@pytest.mark.parametrize(
    ("before", "documentation"),
    [
        ("/** One. */\n", "/** One. */"),
        ("// One\n// two.\n", "// One\n// two."),
        ("// Other.\n\n// One.\n", "// One."),
        ("/* Licence. */\n\n", ""),
        ("/* Licence. */\n// One.\n", "// One."),
        ("step(); // Behind.\n", ""),
        ("/** Outer. */\nconst outer = (a) => ", ""),
    ],
)
def test_the_comment_right_above_documents_a_function(before: str, documentation: str) -> None:
    found = functions("a.js", f"{before}function f(text) {{ return text; }}\n")
    assert {one.name.rpartition(".")[2]: one.documentation for one in found}["f"] == documentation


def functions(path: str, source: str) -> list[DocumentedFunction]:
    if path.endswith(".py"):
        return python_functions(source)
    if path.endswith(".go"):
        return functions_of_tree(GoCode(source).tree, GO_FUNCTIONS)
    return functions_of_tree(Code(path, source).tree, FUNCTIONS)
