"""Errors that assertions of JavaScript expect are read."""

import pytest

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.languages.javascript.language import JAVASCRIPT


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
def test_the_error_that_an_assertion_expects_is_read(tmp_path, assertion, error) -> None:
    (tmp_path / "a.test.js").write_text(f"test('a', async () => {{\n  {assertion}\n}});\n")
    failure = Failure(test=TestId("a.test.js::a"), frames=[Frame(file="a.test.js", line=2, function="")])
    found = JAVASCRIPT.failure_evidence([failure], tmp_path).expected_errors
    assert found == ((error,) if error else ())
