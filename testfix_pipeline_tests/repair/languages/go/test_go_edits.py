"""Go files are read exactly, and the edits proposed for them parse."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from testfix_pipeline.repair.languages.go.common_mistakes import integer_arithmetic, wrapped_errors
from testfix_pipeline.repair.languages.go.language import GO, compared_values
from testfix_pipeline.repair.languages.go.source import GoSource
from testfix_pipeline.repair.languages.go.target import GoTarget
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence

SHOP = """\
// Package shop sells things; höchstens drei.
package shop

import (
	"errors"
	"strings"
)

// ErrNone says that there is nothing.
var ErrNone = errors.New("none")

const most = 3

// Item is sold.
type Item struct {
	Name   string
	Cents  int
	Amount int
	tags   map[string]bool
}

// Shop has items.
type Shop struct {
	Items []Item
	count int
}

// Total adds up.
func (s *Shop) Total(rate int, names ...string) (int, error) {
	sum := 0
	for _, item := range s.Items {
		if item.Cents > most && len(names) > 0 {
			continue
		}
		item.Amount += 1
		sum += item.Cents * item.Amount
	}
	if sum == 0 {
		return 0, ErrNone
	} else if sum < rate {
		sum = rate
	}
	return sum / rate, nil
}

// Kind says what a name stands for.
func Kind(name string) string {
	switch strings.ToLower(name) {
	case "a", "b":
		return name[1:]
	default:
		return "other"
	}
}

func load(name string) (Item, error) {
	found, err := find(name)
	return found, err
}

func find(name string) (Item, error) { return Item{Name: name}, nil }
"""


@pytest.fixture(scope="module")
def source() -> GoSource:
    return GO.read("shop.go", SHOP.encode())


def target(source: GoSource, line: str) -> GoTarget:
    at = source.text[: source.text.index(line)].count("\n") + 1
    return GO.target(source, source.statements[at], FailureEvidence(values=(("1", "7"),)), (), [source])


def candidates(source: GoSource) -> Iterator[Candidate]:
    for stmt in dict.fromkeys(source.statements.values()):
        for producer in GO.producers:
            for edit in GO.propose(GO.target(source, stmt, FailureEvidence(), (), [source]), producer):
                yield Candidate.single(source, edit, 1.0, producer.id)


def lines_after(source: GoSource, line: str) -> set[str]:
    """The lines that edits of a statement's line make of it, without the space around them."""
    one = target(source, line)
    found = set()
    for producer in GO.producers:
        for edit in GO.propose(one, producer):
            text = Candidate.single(source, edit, 1.0, "test").texts["shop.go"]
            found |= {new.strip() for new in text.splitlines()} - {old.strip() for old in SHOP.splitlines()}
    return found


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("if item.Cents > most", "if item.Cents >= most && len(names) > 0 {"),
        ("if item.Cents > most", "if item.Cents > most || len(names) > 0 {"),
        ("if item.Cents > most", "if item.Amount > most && len(names) > 0 {"),
        ("if item.Cents > most", "if item.Cents > most + 1 && len(names) > 0 {"),
        ("if item.Cents > most", "sum += item.Amount * item.Amount"),
        ("if sum == 0", "if sum + s.count == 0 {"),
        ("sum += item.Cents", "sum -= item.Cents * item.Amount"),
        ("sum += item.Cents", "sum = item.Cents * item.Amount"),
        ("sum += item.Cents", "sum += item.Cents * (item.Amount - item.Cents)"),
        ("item.Amount += 1", "s.Items[i].Amount += 1"),
        ("sum = rate", "sum = max(rate, sum)"),
        ("const most", "const most = 4"),
        ("const most", "const most = 7"),
        ("return sum / rate", "return rate / sum, nil"),
        ("return sum / rate", "return sum / rate, ErrNone"),
        ("return sum / rate", "if rate == 0 {"),
        ("return sum / rate", "return (sum % rate) / rate, nil"),
        ("return name[1:]", "return name[2:]"),
        ("return name[1:]", "return strings.ToLower(name[1:])"),
        ("strings.ToLower(name)", "switch strings.ToUpper(name) {"),
        ("strings.ToLower(name)", "switch strings.ToLower(name[1:]) {"),
        ("found, err := find", "if err != nil {"),
        ("func (s *Shop) Total", "func (s Shop) Total(rate int, names ...string) (int, error) {"),
    ],
)  # fmt: skip
def test_an_edit_is_proposed(source: GoSource, line: str, wanted: str) -> None:
    assert wanted in lines_after(source, line)


def proposed_for(function: str) -> set[str]:
    """The replacements that edits of the first statement of a function, on its second line, propose."""
    source = GO.read("a.go", f"package a\n\ntype S struct{{ n int }}\n\n{function}\n".encode())
    site = GO.target(source, source.statements[6], FailureEvidence(), (), [source])
    return {edit.replacement for producer in GO.producers for edit in GO.propose(site, producer)}


def test_what_is_measured_or_sliced_already_is_not_shortened_and_no_call_is_made_twice() -> None:
    found = proposed_for(
        'func f(s string) string {\n\treturn s[:len(s)-1] + g()\n}\n\nfunc g() string { return f("a") }'
    )
    assert not [one for one in found if one in ("s[1:]", "g()[1:]", "g()[:len(g())-1]")]


def test_nearly_all_edits_parse(source: GoSource) -> None:
    found = list(candidates(source))
    assert len(found) > 1000
    assert sum(one.valid() for one in found) > 0.9 * len(found)


def test_counters_move_no_line(source: GoSource) -> None:
    at = SHOP[: SHOP.index("sum := 0")].count("\n") + 1
    counted = GO.with_counters(source, 3, "/record")
    assert counted is not None and f"testfixLine3({at}); sum := 0" in counted
    lines = counted.splitlines()
    for number, line in enumerate(SHOP.splitlines()):
        assert line.split("{")[-1].strip() in lines[number]
    assert GO.with_counters(GO.read("shop_test.go", b"package shop\n\nfunc f() {}\n"), 0, "/record") is None


@pytest.mark.parametrize(
    ("message", "pairs"),
    [
        ("Total = 3, want 4", [("3", "4")]),
        ('got "a b"; want "c"', [('"a b"', '"c"')]),
        ("expected nil, got 3", [("3", "nil")]),
        ("got Ann, wanted Bob", [('"Ann"', '"Bob"')]),
        ("expected: 10\nactual  : 12", [("12", "10")]),
        ("nothing of that sort", []),
    ],
)
def test_values_of_messages(message: str, pairs: list[tuple[str, str]]) -> None:
    assert list(compared_values(message)) == pairs


QUEUE = """\
package queue

import (
	"io"
	"sort"
	"sync"
)

type Job struct {
	Rank int
	Name string
}

type Queue struct {
	mu   sync.RWMutex
	jobs []Job
}

func (q *Queue) Put(job Job) bool {
	q.mu.Lock()
	if job.Name == "" {
		return false
	}
	q.jobs = append(q.jobs, job)
	q.mu.Unlock()
	return true
}

func (q *Queue) Best(read func() (Job, error)) (n int, err error) {
	last := Job{}
	for n < 9 {
		last, err := read()
		switch {
		case err == io.EOF:
			break
		case last.Rank < 0:
			n--
		}
		if job, more := read(); more != nil {
			last = job
		}
	}
	sort.Slice(q.jobs, func(i, j int) bool {
		return q.jobs[i].Rank > q.jobs[j].Rank
	})
	return last.Rank, err
}

func last(words []string) (word string) {
	for _, one := range words {
		switch one {
		case "--":
			break
		default:
			word, ok := one, true
			_, _ = word, ok
		}
	}
	return word
}
"""


def texts_after(path: str, text: str, line: str) -> list[str]:
    """The texts that edits of a line's statement make of a file."""
    source = GO.read(path, text.encode())
    at = text[: text.index(line)].count("\n") + 1
    one = GO.target(source, source.statements[at], FailureEvidence(), (), [source])
    edits = [edit for producer in GO.producers for edit in GO.propose(one, producer)]
    return [Candidate.single(source, edit, 1.0, "test").texts[path] for edit in edits]


@pytest.mark.parametrize(
    ("line", "changes"),
    [
        ("case err == io.EOF", [("err == io.EOF", "errors.Is(err, io.EOF)"), ("import (\n", 'import (\n\t"errors"\n')]),
        ("last, err := read()", [("last, err := read()", "last, err = read()")]),
        ("break\n\t\tdefault", [("break\n\t\tdefault", "return word\n\t\tdefault")]),
        (
            "break\n\t\tdefault",
            [("break\n\t\tdefault", "break loop\n\t\tdefault"), ("\tfor _, one", "loop:\n\tfor _, one")],
        ),
        ("word, ok := one, true", [("word, ok := one", "var ok bool\n\t\t\tword, ok = one")]),
    ],
)
def test_a_mistake_that_go_invites_is_undone(line: str, changes: list[tuple[str, str]]) -> None:
    wanted = QUEUE
    for old, new in changes:
        assert wanted.count(old) == 1
        wanted = wanted.replace(old, new)
    assert wanted in texts_after("queue.go", QUEUE, line)


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ('"%d%%: %v", n, ErrLow', '"%d%%: %w", n, ErrLow'),
        ('"%s", err', '"%w", err'),
        ("`%v %v`, cause, n", "`%w %v`, cause, n"),
        ('"%[2]v", n, err', None),
        ('"%v", n', None),
    ],
)
def test_an_error_that_was_printed_into_another_is_wrapped(given: str, wanted: str | None) -> None:
    text = (
        'package a\n\nimport "fmt"\n\nfunc f(n int, cause error) error {\n\terr := g()\n'
        f"\treturn fmt.Errorf({given})\n}}\n"
    )
    source = GO.read("a.go", text.encode())
    one = GO.target(source, source.statements[7], FailureEvidence(), (), [source])
    assert isinstance(one, GoTarget)
    found = [Candidate.single(source, edit, 1.0, "t").texts["a.go"] for edit in wrapped_errors(one)]
    assert found == ([text.replace(given, wanted)] if wanted else [])


def test_a_channel_is_closed_after_those_that_send_to_it() -> None:
    text = (
        'package a\n\nimport "sync"\n\nfunc f(n int) {\n\tout := make(chan int)\n\tvar all sync.WaitGroup\n'
        "\tgo func() {\n\t\tout <- n\n\t}()\n\tclose(out)\n}\n"
    )
    assert text.replace("\tclose", "\tall.Wait()\n\tclose") in texts_after("a.go", text, "out <- n")


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("n / size", "(n + size - 1) / size"),
        ("(n - 1) / size", "((n - 1) + size - 1) / size"),
        ("n % size", "(n%size + size) % size"),
        ("n / size * 100", "n * 100 / size"),
        ("rate / 2", None),
    ],
)
def test_arithmetic_of_whole_numbers_is_corrected(given: str, wanted: str | None) -> None:
    text = f"package a\n\nfunc f(n, size int, rate float64) int {{\n\treturn int({given})\n}}\n"
    source = GO.read("a.go", text.encode())
    one = GO.target(source, source.statements[4], FailureEvidence(), (), [source])
    assert isinstance(one, GoTarget)
    found = [Candidate.single(source, edit, 1.0, "t").texts["a.go"] for edit in integer_arithmetic(one)]
    assert (text.replace(given, wanted) in found) if wanted else found == []
