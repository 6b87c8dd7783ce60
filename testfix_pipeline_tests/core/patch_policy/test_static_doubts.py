"""Errors that a patch takes away are a doubt."""

import pytest

from testfix_pipeline.core.patch_policy.learnt_conditions import ChangedText
from testfix_pipeline.core.patch_policy.static_doubts import find_static_doubt

SOURCE = """\
/** Returns a serial number; throws for others. */
export function serial(text) {
  const found = parse(text);
  if (!found) throw new TypeError(text);
  if (found.sum % 9) throw new RangeError(text);
  return found;
}

class Hub {
  /** Calls all listeners. */
  fire(event) {
    if (!event) throw new TypeError('no event');
    this.listener(event);
  }
}
"""
CHECK, CALL = "  if (found.sum % 9) throw new RangeError(text);\n", "    this.listener(event);"


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        (CHECK, "", "removed_check"),
        (CHECK, CHECK.replace("% 9", "% 10"), ""),
        (CHECK, "  found.check();\n" + CHECK, ""),
        ("    if (!event) throw new TypeError('no event');\n", "", ""),
        (
            CALL,
            "    try {\n  this.listener(event);\n } catch {\n throw new Error('no listener');\n }",
            "swallowed_error",
        ),
        (CALL, "    try {\n  this.listener(event);\n } catch (error) {\n this.ok = false;\n }", "swallowed_error"),
        (CALL, "    try {\n  this.listener(event);\n } catch (error) {\n this.log(error);\n }", ""),
        (CALL, f"{CALL}\n    try {{\n  this.log(event);\n }} catch {{\n this.log = null;\n }}", ""),
    ],
)
def test_errors_that_are_taken_away_are_a_doubt(old: str, new: str, rule: str) -> None:
    found = find_static_doubt([ChangedText("a.js", SOURCE, SOURCE.replace(old, new))], ())
    assert (found.rule if found else "") == rule
    assert found is None or found.is_doubt


def test_a_promise_of_python_that_is_broken_is_a_doubt() -> None:
    before = 'def total(rows):\n    """The sum. Raises ValueError for no number."""\n    return sum(map(int, rows))\n'
    after = before.replace("return sum", "try:\n        return sum").replace(
        "rows))\n", "rows))\n    except ValueError:\n        return 0\n"
    )
    found = find_static_doubt([ChangedText("a.py", before, after)], ())
    assert found is not None and found.reason.startswith("total says that it raises ValueError")


def test_what_is_nested_too_deeply_and_other_files_are_no_doubt() -> None:
    deep = f"x = {'-' * 5000}1\n"
    assert find_static_doubt([ChangedText("a.py", "", deep), ChangedText("a.yaml", "", "a: 1\n")], {4711.0}) is None
