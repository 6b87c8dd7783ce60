"""Arrays of one element that become an element of another array."""

import numpy as np
import pytest

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.repair.languages.python.libraries.sources.array_elements import array_elements
from testfix_pipeline.repair.languages.python.source import SourceFile


def fixed(text: str, error: str = "setting an array element with a sequence.") -> list[str]:
    frames = [Frame(file="own.py", line=1, function="f")]
    failure = Failure(test="test_own.py::test", error_type="ValueError", error=error, frames=frames)
    return [fix.texts["own.py"] for fix in array_elements([failure], {"own.py": SourceFile("own.py", text.encode())})]


@pytest.mark.parametrize(("old", "new"), [("b", "b.item()"), ("b @ b.T", "(b @ b.T).item()"), ("f(b)", "f(b).item()")])
def test_the_element_is_taken_out(old: str, new: str) -> None:
    text = "a[1] = {}\n"
    assert fixed(text.format(old)) == [text.format(new)]
    names = {"a": np.zeros(2), "b": np.full((1, 1), 2.0), "f": np.negative}
    exec(text.format(new), names)
    assert abs(names["a"][1]) >= 2


@pytest.mark.parametrize(
    ("text", "more"), [("a[1] = b\n", " The detected shape was (2,)"), ("a = b\n", ""), ("b[1]\n", "")]
)
def test_others_are_left(text: str, more: str) -> None:
    assert fixed(text, f"setting an array element with a sequence.{more}") == []
