"""What nothing reads is found, is read by edits, and says which patch is right."""

import pytest

from testfix_pipeline.repair.languages.javascript.language import JAVASCRIPT
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence


@pytest.mark.parametrize(
    ("new", "unused", "used"), [("a + b", 0, 1), ("b", 0, 1), ("a", 0, 0), ("a + 1", 0, 0), ("2", 1, 0), ("(", 0, 0)]
)
def test_a_patch_says_which_names_it_reads_first_and_no_longer(new: str, unused: int, used: int) -> None:
    source = JsSource("a.js", b"function f(a, b) {\n  return a;\n}\nf(1, 2);\n")
    start = source.text.index("a;")
    candidate = Candidate.single(source, Edit("a.js", start, start + 1, new, "value.replaced", 0.5, 2), 1.0, "js.value")
    signs = JAVASCRIPT.signs(candidate, FailureEvidence())
    assert (signs.newly_unused, signs.newly_used) == (unused, used)
