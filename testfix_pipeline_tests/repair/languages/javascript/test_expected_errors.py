"""Errors that assertions of JavaScript expect are read, and thrown by guards."""

from pathlib import Path

import pytest

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.languages.javascript.language import JAVASCRIPT
from testfix_pipeline.repair.model.edit import apply_spans
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence

CODE = "export function find(seats, name) {\n  const seat = seats.get(name);\n  return seat.row;\n}\n"


@pytest.mark.parametrize(
    ("assertion", "error"),
    [
        ("assert.throws(() => f(1), RangeError);", ("RangeError", "")),
        ("await assert.rejects(f(1), /no seat: C1$/);", ("Error", "no seat: C1")),
        ("assert.throws(() => f(1), { name: 'TypeError', message: 'no seat' });", ("TypeError", "no seat")),
        ("expect(() => f(1)).toThrow('no seat');", ("Error", "no seat")),
        ("expect(() => f(1)).toThrow(/no .* seat/);", ("Error", "")),
        ("await expect(f(1)).rejects.toThrowError(new Taken('C1'));", ("Taken", "C1")),
        ("expect(() => f(1)).to.throw(RangeError, /C1 is\\ taken/);", ("RangeError", "C1 is taken")),
        ("expect(() => f(1)).toThrow();", ("Error", "")),
        ("expect(f(1)).toBe(2);", None),
    ],
)
def test_the_error_that_an_assertion_expects_is_read(
    tmp_path: Path, assertion: str, error: tuple[str, str] | None
) -> None:
    (tmp_path / "a.test.js").write_text(f"test('a', async () => {{\n  {assertion}\n}});\n")
    failure = Failure(test=TestId("a.test.js::a"), frames=[Frame(file="a.test.js", line=2, function="")])
    found = JAVASCRIPT.failure_evidence([failure], tmp_path).expected_errors
    assert found == ((error,) if error else ())


def test_guards_throw_an_expected_error_and_say_of_a_parameter_what_the_test_says_of_its_argument() -> None:
    evidence = FailureEvidence(expected_errors=(("RangeError", "no seat: C1"),), test_literals=frozenset({"'C1'"}))
    assert "if (!seat) throw new RangeError(`no seat: ${name}`);" in _lines(evidence)
    assert "if (!seat) throw new RangeError('no seat: C1');" in _lines(evidence)


@pytest.mark.parametrize("errors", [(), (("Unknown", ""),)])
def test_nothing_is_thrown_that_no_test_expects_or_no_name_stands_for(errors: tuple[tuple[str, str], ...]) -> None:
    assert not any("throw" in line for line in _lines(FailureEvidence(expected_errors=errors)))


def _lines(evidence: FailureEvidence) -> set[str]:
    source = JAVASCRIPT.read("a.js", CODE.encode())
    statements = dict.fromkeys(source.statements.values())
    targets = [JAVASCRIPT.target(source, statement, evidence) for statement in statements]
    edits = [edit for target in targets for one in JAVASCRIPT.producers for edit in JAVASCRIPT.propose(target, one)]
    return {line.strip() for edit in edits for line in apply_spans(CODE, edit.spans).splitlines()}
