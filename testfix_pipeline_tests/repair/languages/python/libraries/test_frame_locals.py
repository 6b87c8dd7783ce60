"""Names that `exec` sets in a function, which `locals()` no longer has since Python 3.13."""

from textwrap import dedent

import pytest

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.repair.languages.python.libraries.sources.error_fixes import tells_fix
from testfix_pipeline.repair.languages.python.libraries.sources.frame_locals import frame_locals
from testfix_pipeline.repair.languages.python.source import SourceFile

BEFORE = """
    def run(code, start):
        \"\"\"The value of `result`.\"\"\"
        total = start + 1
        exec("result = None")
        exec(code, {"total": total}, locals())
        return locals()["result"]


    def other(code):
        names = {}
        exec(code)
        return eval("result"), names


    def outer(code):
        exec(code)
        return lambda: locals()
"""
AFTER = """
    def run(code, start):
        \"\"\"The value of `result`.\"\"\"
        total = start + 1
        names = locals()
        exec("result = None", globals(), names)
        exec(code, {"total": total}, names)
        return names["result"]


    def other(code):
        names = {}
        local_names = locals()
        exec(code, globals(), local_names)
        return eval("result", globals(), local_names), names


    def outer(code):
        exec(code)
        return lambda: locals()
"""


def failure(error_type: str, error: str, line: int) -> Failure:
    frame = Frame(file="app.py", line=line, function="run")
    return Failure(test="test_a.py::test", error_type=error_type, error=error, frames=[frame])


def fixed(failed: Failure, text: str = BEFORE) -> list[str]:
    files = {"app.py": SourceFile("app.py", dedent(text).encode())}
    return [fix.texts["app.py"] for fix in frame_locals([failed], files)]


@pytest.mark.parametrize(
    "failed", [failure("KeyError", "'result'", 7), failure("NameError", "name 'result' is not defined", 13)]
)
def test_a_function_has_one_dictionary_for_what_it_sets_and_reads(failed: Failure) -> None:
    assert tells_fix(failed)
    assert fixed(failed) == [dedent(AFTER)]


def test_the_function_does_what_it_did() -> None:
    space: dict[str, object] = {}
    exec(dedent(AFTER), space)
    run, other = space["run"], space["other"]
    assert callable(run) and callable(other)
    assert run("result = total", 2) == 3
    assert other("result = 4") == (4, {})


def test_a_key_or_name_that_another_function_lacks_changes_nothing() -> None:
    assert fixed(failure("KeyError", "'result'", 18)) == []
    assert fixed(failure("ValueError", "'result'", 7)) == []


def test_a_function_that_sets_variables_between_is_left_as_the_names_would_lack_them() -> None:
    text = "def run(code):\n    exec(code)\n    count = 3\n    return locals()['result'] + eval('count')\n"
    assert fixed(failure("KeyError", "'result'", 4), text) == []


def test_what_a_class_inside_sets_in_its_own_names_is_left() -> None:
    text = "def run(code):\n    class Made:\n        exec(code)\n        names = locals()\n    return Made.result\n"
    assert fixed(failure("NameError", "name 'result' is not defined", 4), text) == []


def test_lines_end_and_begin_as_those_of_the_file() -> None:
    text = "def run(code):\r\n\texec(code)\r\n\treturn locals()['result']\r\n"
    (after,) = fixed(failure("KeyError", "'result'", 3), text)
    head = "def run(code):\r\n\tnames = locals()\r\n\texec(code, globals(), names)\r\n"
    assert after == f"{head}\treturn names['result']\r\n"


def test_the_names_are_bound_in_the_block_that_has_all_calls() -> None:
    text = """
        def run(path):
            with open(path) as file:
                code = file.read()
                exec(code)
                return locals()["result"]
    """
    after = text.replace("exec(code)", f"names = locals()\n{' ' * 16}exec(code, globals(), names)")
    (found,) = fixed(failure("KeyError", "'result'", 6), text)
    assert found == dedent(after.replace('locals()["', 'names["'))
