"""Errors that a patch takes away are a doubt."""

import pytest

from testfix_pipeline.core.patch_policy.learnt_conditions import FileTexts
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
        (CALL, f"try {{ f(); }} catch (error) {{ this.log(error); this.queue.length = 0; }}\n{CALL}", "dropped_work"),
        (CALL, f"{CALL}\n    this.removeAllListeners('x');", "dropped_work"),
        (CALL, f"{CALL}\n  }}\n  close() {{\n    this.removeAllListeners('x');\n    this.queue.length = 0;", ""),
        (CALL, f"{CALL}\n    try {{\n  this.log(event);\n }} catch {{\n this.log = null;\n }}", ""),
    ],
)
def test_errors_that_are_taken_away_are_a_doubt(old: str, new: str, rule: str) -> None:
    found = find_static_doubt([FileTexts("a.js", SOURCE, SOURCE.replace(old, new))], ())
    assert (found.rule if found else "") == rule
    assert found is None or found.is_doubt


@pytest.mark.parametrize(
    ("owner", "method", "is_doubt"),
    [
        ("Hub", "render", True),
        ("Calendar", "add", True),
        ("Hub", "sendOffer", True),
        ("Hub", "onEnd", False),
        ("Hub", "_tearDown", False),
        ("Hub", "#closeAll", False),
        ("Resetter", "add", True),
    ],
)
def test_listeners_are_dropped_where_the_function_ends_something(owner: str, method: str, is_doubt: bool) -> None:
    before = f"class {owner} {{\n  {method}(one) {{\n    this.ask(one);\n  }}\n}}\n"
    after = before.replace("this.ask(one);", "this.ask(one);\n    this.removeAllListeners();")
    found = find_static_doubt([FileTexts("a.js", before, after)], ())
    assert (found is not None and found.rule == "dropped_work") == is_doubt


@pytest.mark.parametrize(
    ("code", "is_doubt"),
    [
        ("const removed = hub.removeAllListeners();", True),
        ("const closeHub = (hub) => hub.removeAllListeners();", False),
        ("hub.add(function onEnd() { hub.removeAllListeners(); });", False),
    ],
)
def test_a_function_that_ends_something_may_be_a_value(code: str, is_doubt: bool) -> None:
    assert (find_static_doubt([FileTexts("a.js", "", f"{code}\n")], ()) is not None) == is_doubt


TRIED = """\
function can(one) {
  try {
    one.run();
    return true;
  } catch {
    return false;
  }
}
function has(one) {
  one.ask();
  return true;
}
"""
ASKED = "  try {\n    one.ask();\n    return true;\n  } catch {\n    return false;\n  }\n"


@pytest.mark.parametrize(
    ("old", "new", "is_doubt"),
    [
        ("one.ask();", "one.ask(1);", False),
        ("one.run();", "one.run(1);", False),
        ("  one.ask();\n  return true;\n", "  return one.ask();\n", False),
        ("  one.ask();\n  return true;\n", ASKED, True),
        ("  one.ask();\n  return true;\n", ASKED.replace("ask", "run"), True),
    ],
    ids=["another statement", "in the handler", "one statement less", "a new one", "one more like the other"],
)
def test_handlers_that_were_there_replace_no_error(old: str, new: str, is_doubt: bool) -> None:
    found = find_static_doubt([FileTexts("a.js", TRIED, TRIED.replace(old, new))], ())
    assert (found is not None and found.rule == "swallowed_error") == is_doubt


def test_a_promise_of_python_that_is_broken_is_a_doubt() -> None:
    before = 'def total(rows):\n    """The sum. Raises ValueError for no number."""\n    return sum(map(int, rows))\n'
    after = before.replace("return sum", "try:\n        return sum").replace(
        "rows))\n", "rows))\n    except ValueError:\n        return 0\n"
    )
    found = find_static_doubt([FileTexts("a.py", before, after)], ())
    assert found is not None and found.reason.startswith("total says that it raises ValueError")


def test_what_is_nested_too_deeply_and_other_files_are_no_doubt() -> None:
    deep = f"x = {'-' * 5000}1\n"
    assert find_static_doubt([FileTexts("a.py", "", deep), FileTexts("a.yaml", "", "a: 1\n")], {4711.0}) is None


@pytest.mark.parametrize("asked", ["name == {}", "len(name) == 4711 != {}"])
def test_a_number_that_is_too_long_ends_nothing(asked: str) -> None:
    number = f"0x{'f' * 4000}"
    before, after = (f"def size(name):\n    return {one}\n" for one in ("1", asked.format(number)))
    assert find_static_doubt([FileTexts("a.py", before, after)], {4711.0}) is None


TOTAL = {
    "a.js": ("function total(lines) {\n  return lines.reduce(add, 0) * (", " ? 9 : 10);\n}\n"),
    "a.go": (
        "func total(lines []int) {\n\tfor _, one := range lines {\n\t\tadd(one)\n\t}\n\tif ",
        " {\n\t\tadd(9)\n\t}\n}\n",
    ),
}


@pytest.mark.parametrize(
    ("path", "condition", "is_doubt"),
    [
        ("a.js", "lines[0].count >= 10", True),
        ("a.js", "lines.at(-1) === 'x'", True),
        ("a.js", "lines.length >= 10", False),
        ("a.js", "lines[0] === lines[1]", False),
        ("a.js", "others[0] >= 10", False),
        ("a.go", "lines[0] >= 10", True),
        ("a.go", "lines[at] >= 10", False),
        ("a.go", "len(lines) >= 10", False),
    ],
)
def test_one_item_that_decides_about_all_is_a_doubt(path: str, condition: str, is_doubt: bool) -> None:
    head, tail = TOTAL[path]
    found = find_static_doubt([FileTexts(path, f"{head}true{tail}", f"{head}{condition}{tail}")], ())
    assert (found is not None and found.rule == "one_item_decides") == is_doubt
