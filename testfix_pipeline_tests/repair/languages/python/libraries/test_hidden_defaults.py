"""Defaults of another release that no signature of both shows: passed as they were."""

import ast
from pathlib import Path

import pytest

from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import (
    CallRecording,
    RecordedCall,
    RecordedParameter,
)
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_fixes import (
    Recorded,
    position_of,
    recorded_fixes,
)
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.languages.python.libraries.test_recordings import call, parameter, tree_of

SAID = {"lib": "lib 1.0 -> 2.0"}


def recorded(one: CallRecording, other: CallRecording) -> Recorded:
    return Recorded(one, other, SAID)


def run_of(made: RecordedCall, *parameters: RecordedParameter) -> CallRecording:
    return CallRecording(calls=[made], signatures=[(made.module, made.name, list(parameters), False)])


def made(text: str, stored: object = None, **given: object) -> RecordedCall:
    """The call of a constructor in the program's first expression."""
    node = next(node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
    update = {"position": position_of(node), "line": 1, "made": {name: tree_of(stored) for name in given}}
    return call("Signer.__init__", None, False, "lib", **given).model_copy(update=update)


def after(known: Recorded, text: str) -> list[str]:
    files = {"own.py": SourceFile("own.py", text.encode())}
    return [fix.texts["own.py"] for fix in recorded_fixes(known, files)]


def test_what_a_constructor_stored_by_default_is_passed() -> None:
    text = "x = Signer(1)\ny = Signer(2)\n"
    old, new = (run_of(made(text, one, how=None), parameter("how", default=None)) for one in ("a", "b"))
    assert after(recorded(old, new), text) == ["x = Signer(1, how='a')\ny = Signer(2, how='a')\n"]
    given = "x = Signer(1, how=None)\n"
    old, new = (run_of(made(given, one, how=None), parameter("how", default=None)) for one in ("a", "b"))
    assert after(recorded(old, new), given) == []


@pytest.mark.parametrize(
    ("default", "value"), [(True, "False"), (False, "True"), (0.3, "0"), (7, "0"), (0, ""), (None, ""), ("a", "")]
)
def test_a_new_switch_or_limit_is_off(default: object, value: str) -> None:
    text = "x = Signer()\n"
    old = run_of(made(text), parameter("first", default=1))
    new = run_of(made(text), parameter("first", default=1), parameter("more", default=default))
    assert after(recorded(old, new), text) == ([f"x = Signer(more={value})\n"] if value else [])


@pytest.mark.parametrize(("error", "count"), [(["builtins", "TypeError"], 0), (["lib", "SignerError"], 1)])
def test_a_new_switch_is_no_answer_to_what_does_not_fit_any_more(error: list[str], count: int) -> None:
    text = "x = Signer()\n"
    use = call("Signer.use", None, False, "lib")
    old = run_of(made(text), parameter("first", default=1))
    new = run_of(made(text), parameter("first", default=1), parameter("more", default=True))
    refused = use.model_copy(update={"raised": True, "error": error})
    old, new = (one.model_copy(update={"calls": [*one.calls, last]}) for one, last in ((old, use), (new, refused)))
    assert len(after(recorded(old, new), text)) == count


def test_the_default_of_a_decorator_is_passed_where_it_has_no_arguments() -> None:
    text = "@checks\ndef f(): ...\n\n\n@checks(2)\ndef g(): ...\n"
    tree = ast.parse(text)
    places = [one.decorator_list[0] for one in tree.body if isinstance(one, ast.FunctionDef)]

    def run(default: bool) -> CallRecording:
        plain = call("checks", None, what=1, skip=default)
        calls = [plain.model_copy(update={"position": position_of(one), "line": one.lineno}) for one in places]
        described = [parameter("what", default=None), parameter("skip", default=default)]
        return CallRecording(calls=calls, signatures=[("lib", "checks", described, False)])

    found = after(recorded(run(False), run(True)), text)
    assert "@checks(skip=False)\ndef f(): ...\n\n\n@checks(2, skip=False)\ndef g(): ...\n" in found


def test_an_error_that_the_old_release_had_too_is_hardly_another_name(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "errors.py").write_text("class Other(Exception): ...\n")
    known = Recorded(CallRecording(), CallRecording(), SAID, {"lib": tmp_path})
    assert known.had_class("lib.errors", "Other") and not known.had_class("lib", "Another")
