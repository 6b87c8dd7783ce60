"""Scalars of NumPy whose text tells their type: what makes the text as it was."""

import numpy as np
import pytest

from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.languages.python.libraries.sources.printed_scalars import printed_scalars
from testfix_pipeline.repair.languages.python.source import SourceFile

SHOWN = "assert '[np.float64(2.0)]' == '[2.0]'"


def fixed(text: str, error: str = SHOWN) -> list[str]:
    failure = Failure(test="test_own.py::test", error_type="AssertionError", error=error)
    return [fix.texts["own.py"] for fix in printed_scalars([failure], {"own.py": SourceFile("own.py", text.encode())})]


@pytest.mark.parametrize(
    ("old", "new", "value", "result"),
    [
        ("'<%r, %d>' % (x, 1)", "'<%s, %d>' % (x, 1)", np.float64(2), "<2.0, 1>"),
        ("f'<{x!r}>'", "f'<{x}>'", np.float64(2), "<2.0>"),
        ("'<{!r:}>'.format(x)", "'<{:}>'.format(x)", np.float64(2), "<2.0>"),
        ("', '.join(map(repr, x))", "', '.join(map(str, x))", np.ones(2), "1.0, 1.0"),
        ("str(tuple(x))", "str(tuple(np.asarray(x).tolist()))", np.ones(2), "(1.0, 1.0)"),
        ("str(list(x))", "str(np.asarray(x).tolist())", np.ones(2), "[1.0, 1.0]"),
        ("str([np.hypot(one, 0) for one in x])", "str([float(np.hypot(one, 0)) for one in x])", [3], "[3.0]"),
        ("str({'a': x.mean()})", "str({'a': float(x.mean())})", np.ones(2), "{'a': 1.0}"),
    ],
)
def test_the_text_is_as_it_was(old, new, value, result):
    text = "import numpy as np\ndef f(x):\n    return {}\n"
    assert text.format(new) in fixed(text.format(old))
    names: dict = {}
    exec(text.format(new), names)
    assert names["f"](value) == result


def test_a_text_that_is_shown_beside_a_number_keeps_its_quotes():
    text = "import numpy as np\ndef f(*x):\n    return '%s: %r' % x\ndef g(x):\n    return '%r' % x\n"
    shown = next(one for one in fixed(text) if "generic" in one)
    names: dict = {}
    exec(shown, names)
    assert (names["g"](np.int64(1)), names["g"]("a")) == ("1", "'a'")


@pytest.mark.parametrize(
    ("error", "is_shown"),
    [
        (SHOWN, True),
        ("assert 'a \\'np.str_()' in x", True),
        ("Expected:\n    2.0\nGot:\n    np.float64(2.0)", True),
        ("assert np.float64(6.0) == 7.4 and 'a' == x", False),
        ("assert [np.int64(6)] == [7]", False),
    ],
)
def test_only_texts_tell_types(error, is_shown):
    text = "import numpy as np\ndef f(x):\n    return repr(x)\n"
    assert (fixed(text, error) != []) is is_shown


@pytest.mark.parametrize("text", ["x.sum()", "np.array(x)", "np.mean(x) + 1", "'%s' % x"])
def test_nothing_else_is_changed(text):
    kept = f"import numpy as np\ndef f(x):\n    '''It is !r}}.'''\n    return {text}\n"
    assert fixed(kept, "assert 'np.str_(\"a\")' == 'a'") == (
        [kept.replace(text, f"str({text})")] if text == "x.sum()" else []
    )
