"""What the program has to catch where a library raises another error than under the old release."""

from typing import Any

import pytest

from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import CallRecording, RecordedCall
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_fixes import Recorded, recorded_fixes
from testfix_pipeline.repair.languages.python.source import SourceFile

TEXT = "import lib\n\n\ndef f(x):\n    try:\n        return lib.ask(x)\n    except {}:\n        return None\n"


@pytest.mark.parametrize(
    ("old", "new", "caught"),
    [
        (["builtins", "KeyError"], ["builtins", "TypeError"], "TypeError"),
        (["lib", "Late"], ["builtins", "TimeoutError"], "TimeoutError"),
        (["lib", "Late"], ["builtins", "TypeError"], ""),  # a function of the program does not fit any more
    ],
)
def test_another_error_is_caught_unless_python_refuses_what_the_library_got(old, new, caught) -> None:
    place: dict[str, Any] = {
        "name": "ask",
        "file": "own.py",
        "given": {},
        "raised": True,
        "module": "lib",
        "line": 6,
        "caller": "f",
    }
    before, after = (CallRecording(calls=[RecordedCall(**place, error=[*one, one[1]])]) for one in (old, new))
    source = SourceFile("own.py", TEXT.format(old[1]).encode())
    fixes = recorded_fixes(Recorded(before, after, {"lib": "lib 1.0 -> 2.0"}), {"own.py": source})
    found = [fix.texts["own.py"] for fix in fixes if fix.kind == "library.error"]
    assert found == ([TEXT.format(caught)] if caught else [])
