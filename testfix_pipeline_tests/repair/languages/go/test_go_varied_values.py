"""The second look at tests of Go: a change that helps their own values alone is a special case."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.affected_tests.test_selection import SourceChange
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.frameworks.project_suites import required_suites
from testfix_pipeline.repair.languages.go.language import GO
from testfix_pipeline.repair.languages.go.source import GoSource
from testfix_pipeline.repair.search.warm_copy import WarmCopy, look_in_copy
from testfix_pipeline.steps.iteration.framework_second_look import objection_in_framework
from testfix_pipeline_tests.frameworks.conftest import builds

CHECKS = """\
package fees

import "testing"

func TestChecks(t *testing.T) {
	cases := []struct {
		given int
		check func(int)
	}{
		{61, func(got int) { t.Errorf("got %d", got) }},
		{1500, nil},
	}
	for _, one := range cases {
		if got := Fee(one.given); got != 1350 {
			t.Errorf("got %d", got)
		}
	}
	for _, one := range cases {
		Fee(one.given)
	}
}
"""
SOURCE = """\
package fees

import "strings"

func Fee(minutes int) int {
	return minutes / 60 * 150
}

type Car struct{ Plate string }

func (c Car) Equal(other Car) bool {
	return c.Plate == other.Plate
}

func Title(text string) string { return strings.TrimSpace(text) }
"""
TESTS = """\
package fees

import (
	"strings"
	"testing"
)

func TestDays(t *testing.T) {
	if got := Fee(120); got != 300 {
		t.Errorf("two hours: %d", got)
	}
	if got := Fee(1500); got != 1350 {
		t.Error("a day and an hour")
	}
}

func TestStarted(t *testing.T) {
	for minutes, want := range map[int]int{60: 150, 130: 450, 61: 300} {
		if got := Fee(minutes); got != want {
			t.Errorf("Fee(%d) = %d, want %d", minutes, got, want)
		}
	}
}

func TestEqual(t *testing.T) {
	if !(Car{Plate: "b-xy 12"}).Equal(Car{Plate: "B-XY12"}) {
		t.Error("the same car")
	}
}

func TestTitle(t *testing.T) {
	cases := []struct {
		name, given string
		want        string
	}{
		{"spaces", strings.Repeat("a ", 30), "x"},
		{name: "named", given: "Two words", want: "two words"},
	}
	for _, one := range cases {
		t.Run(one.name, func(t *testing.T) {
			if got := Title(one.given); got != one.want {
				t.Fatal(got)
			}
		})
	}
}
"""
FEE = "return minutes / 60 * 150"
PLATES = "return c.Plate == other.Plate"
LAST = "return c.Plate[len(c.Plate)-1] == other.Plate[len(other.Plate)-1]"
FOLDED = 'return strings.EqualFold(strings.ReplaceAll(c.Plate, " ", ""), strings.ReplaceAll(other.Plate, "-", ""))'
PLAIN = FOLDED.replace('c.Plate, " "', 'strings.ReplaceAll(c.Plate, "-", ""), " "')


CASES = [
    ("TestDays", FEE, "if minutes == 3*500 {\n\t\treturn 27 * 50\n\t}\n\t" + FEE, "special_case"),
    ("TestStarted", FEE, f"if minutes%69 == 61 {{\n\t\tminutes += 59\n\t}}\n\t{FEE}", "special_case"),
    ("TestStarted", FEE, "return (minutes + 59) / 60 * 150", ""),
    ("TestEqual", PLATES, LAST, "equals_anything"),
    ("TestEqual", PLATES, PLAIN, ""),
]


@pytest.mark.bubblewrap
@builds("go")
def test_what_only_the_tests_own_values_change_is_refused(write: Callable[[Mapping[str, str]], Path]) -> None:
    module = "module example.com/fees\n\ngo 1.21\n"
    root = write({"go.mod": module, "fees.go": SOURCE, "fees_test.go": TESTS})
    project = TargetProject(Path(sys.executable), "this one", suites=required_suites(root))
    look_in_copy(project, root, {}, [TestId.of("fees_test.go", ["TestDays"])], 900.0, _build_library)
    found = []
    for title, old, new, _ in CASES:
        changes = [SourceChange("fees.go", SOURCE, SOURCE.replace(old, new))]
        objection = objection_in_framework(project, root, changes, [TestId.of("fees_test.go", [title])])
        found.append(objection.rule if objection else "")
    assert found == [rule for *_, rule in CASES]


def _build_library(copy: WarmCopy) -> None:
    """Build Go's own packages, which a project's tests have done before anything is judged."""
    copy.outcomes(copy.tests[0], [{}])


def _literals(title: str, said: str) -> list[tuple[object, str]]:
    """The values that a test gives, each with its file where it is `NEW`."""
    line = next(at for at, one in enumerate(TESTS.splitlines(), 1) if said in one)
    found = GO.varied_literals(GoSource("fees_test.go", TESTS.encode()), [title], line)
    return [(one.value, one.text_with("NEW")) for one in found]


def test_arguments_vary_and_the_failure_tells_what_was_compared() -> None:
    found = dict(_literals("TestDays", "a day and"))
    assert list(found) == [120, 1500]
    assert 'Fee("NEW"); got != 1350 {' in found[1500] and '; t.Errorf("%#v %#v", got, 1350)\n' in found[1500]
    assert '_ = []interface{}{"two hours' in found[1500] and found[1500].count("\n") == TESTS.count("\n")


def test_an_entry_of_a_table_varies_without_the_others() -> None:
    found = dict(_literals("TestStarted", "want %d"))
    assert list(found) == [60, 130, 61]
    assert 'map[int]int{ "NEW": 450, }' in " ".join(found[130].split())


def test_the_fields_of_a_table_that_the_code_gets_vary() -> None:
    found = dict(_literals("TestTitle", "t.Fatal(got)"))
    assert list(found) == ["a ", 30, "Two words"]
    assert '{name: "named", given: "NEW", want: "two words"}' in found["Two words"]
    assert "Repeat" not in found["Two words"].partition("TestTitle")[2]


def test_an_entry_that_goes_may_hold_what_fails() -> None:
    found = GO.varied_literals(GoSource("checks_test.go", CHECKS.encode()), ["TestChecks"], 15)
    assert [one.value for one in found] == [61, 1500]
    assert "{1440, nil}" in found[1].text_with(1440) and 't.Errorf("got %d"' not in found[1].text_with(1440)
