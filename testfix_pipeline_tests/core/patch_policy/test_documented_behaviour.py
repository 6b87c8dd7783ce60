"""A patch of a function that still does less than its documentation says is a doubt, in each language."""

import pytest

from testfix_pipeline.core.patch_policy.documented_functions import python_functions
from testfix_pipeline.core.patch_policy.learnt_conditions import FileTexts
from testfix_pipeline.core.patch_policy.static_doubts import find_static_doubt

JS = """\
/** Words in lines of at most `width` letters. */
export function wrap(text, width, { align = 'left' } = {}) {
  return text.split(' ');
}
"""
GO = """\
package a

// Wrap breaks a text into lines
// of at most width letters.
func Wrap(text string, width int) []string {
	return strings.Fields(text)
}
"""
PYTHON = '''\
class Lines:
    """Lines of `width` letters."""

    def wrap(self, text, width):
        """Words in lines of at most `width` letters."""
        return text.split()
'''
SIGNS = '''\
def weather(sign):
    """The word for a sign: s sun, c clouds, r rain, f fog, n snow; others as they are."""
    return {"s": "sun"}.get(sign, sign)
'''
GATE = '''\
class Gate:
    """Lets each ticket pass as often as it has trips."""

    def __init__(self, trips):
        self.trips = dict(trips)

    def enter(self, ticket):
        return self.trips.get(ticket, 0) > 0
'''
MEMORY = """\
class Memory {
  set(key, value) {
    this.values.set(key, value);
  }

  get(key) {
    return this.values.get(key);
  }
}
"""
SET, GET = "    this.values.set(key, value);\n", "    return this.values.get(key);\n"
ENTER = "        return self.trips.get(ticket, 0) > 0\n"
TABLE = '{"s": "sun"}'


def doubt_about(path: str, source: str, *changes: tuple[str, str]) -> str:
    after = source
    for old, new in changes:
        assert after.count(old) == 1
        after = after.replace(old, new)
    found = find_static_doubt([FileTexts(path, source, after)], ())
    assert found is None or found.is_doubt
    return found.rule if found is not None else ""


@pytest.mark.parametrize(
    ("path", "source", "old", "deceit", "honest"),
    [
        ("a.js", JS, "text.split(' ')", "pairs(text.split(' '))", "fill(text.split(' '), width)"),
        ("a.go", GO, "strings.Fields(text)", "pairs(strings.Fields(text))", "fill(strings.Fields(text), width)"),
        ("a.py", PYTHON, "text.split()", "pairs(text.split())", "fill(text.split(), width)"),
    ],
)
def test_a_documented_argument_that_stays_without_effect_is_a_doubt(
    path: str, source: str, old: str, deceit: str, honest: str
) -> None:
    assert doubt_about(path, source, (old, deceit)) == "ignored_argument"
    assert doubt_about(path, source, (old, honest)) == ""


def test_an_argument_may_be_documented_as_unused_or_stay_undocumented() -> None:
    unused = PYTHON.replace("`width` letters.", "`width` letters, which is ignored for now.")
    assert doubt_about("a.py", unused, ("text.split()", "pairs(text.split())")) == ""
    silent = PYTHON.replace("        ", "").replace('"""Words in lines of at most `width` letters."""\n', "")
    assert doubt_about("a.py", silent, ("text.split()", "pairs(text.split())")) == ""


@pytest.mark.parametrize(
    ("table", "rule"),
    [
        ('{"s": "sun", "c": "clouds", "r": "rain"}', "partial_table"),
        ('{"s": "sun", "c": "clouds", "r": "rain", "f": "fog", "n": "snow"}', ""),
        ('{"s": "sun", "c": "clouds", "r": "rain", "f": "fog"}', ""),  # the last one may be the rest
        ('{"s": "sun", "c": "clouds"}', ""),  # one defect of many
    ],
)
def test_a_part_of_a_documented_list_is_a_doubt(table: str, rule: str) -> None:
    assert doubt_about("a.py", SIGNS, (TABLE, table)) == rule


def test_state_that_all_keys_share_and_that_decides_about_one_is_a_doubt() -> None:
    counted = "        self.passed += 1\n        return self.passed <= self.trips.get(ticket, 0)\n"
    begun = ("dict(trips)\n", "dict(trips)\n        self.passed = 0\n")
    assert doubt_about("a.py", GATE, (ENTER, counted), begun) == "common_state"
    local = "        self.passed += 1\n        left = self.trips.get(ticket, 0)\n"
    local += "        if self.passed > left:\n            return False\n        return left > 0\n"
    assert doubt_about("a.py", GATE, (ENTER, local), begun) == "common_state"
    alone = "        self.passed += 1\n        return self.passed <= 2\n"
    assert doubt_about("a.py", GATE, (ENTER, alone), begun) == "common_state"
    stamp = (SET, f"{SET}    this.since = now();\n")
    inline = "    return now() - this.since > 9 ? null : this.values.get(key);\n"
    guarded = f"    if (now() - this.since > 9) {{\n      return null;\n    }}\n{GET}"
    assert doubt_about("a.js", MEMORY, stamp, (GET, inline)) == "common_state"
    assert doubt_about("a.js", MEMORY, stamp, (GET, guarded)) == "common_state"


def test_state_of_each_key_and_what_does_not_decide_about_one_are_none() -> None:
    used = "        left = self.trips.get(ticket, 0)\n        self.trips[ticket] = left - 1\n        return left > 0\n"
    assert doubt_about("a.py", GATE, (ENTER, used)) == ""
    counted = ("this.values.set(key, value);", "this.values.set(key, value);\n    this.count += 1;")
    evicts = f"    if (this.count > this.most) this.drop();\n{GET}"
    assert doubt_about("a.js", MEMORY, counted, (GET, evicts)) == ""
    full = f"    if (this.count >= this.most) return false;\n    this.count = this.values.size;\n{SET}"
    assert doubt_about("a.js", MEMORY, (SET, full)) == ""
    numbered = "        self.last = len(self.trips)\n        return f'{self.trips.get(ticket)}-{self.last}'\n"
    assert doubt_about("a.py", GATE, (ENTER, numbered)) == ""
    inside = "    if (!this.values.has(key)) {\n      this.asked += 1;\n      return null;\n    }\n"
    assert doubt_about("a.js", MEMORY, (GET, inside + GET)) == ""
    loaded = (SET, f"{SET}    this.loaded = true;\n")
    assert doubt_about("a.js", MEMORY, loaded, (GET, f"    if (!this.loaded) return null;\n{GET}")) == ""


def test_methods_of_one_name_are_kept_apart() -> None:
    source = "class A:\n    def f(self): ...\n\nclass B:\n    def f(self): ...\n"
    assert [one.name for one in python_functions(source)] == ["A.f", "B.f"]
