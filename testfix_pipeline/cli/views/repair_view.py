"""`testfix repair` for people: the report on a terminal and as Markdown, and the progress."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from testfix_pipeline.core.cycle_rules.confidence import unsure_sentence
from testfix_pipeline.standalone.api import RepairProgress
from testfix_pipeline.standalone.report import Bug, Patch, ProjectRepair, SuspiciousLine

STYLES = {
    "fixed": "bold green",
    "partial": "bold yellow",
    "lead": "bold yellow",
    "open": "bold red",
    "not tried": "bold red",
}
WORDS = {
    "green": "nothing to repair: no test fails",
    "fixed": "every test passes",
    "partial": "every test passes",
    "partly": "some tests still fail",
    "open": "the tests still fail",
    "cancelled": "cancelled before the tests were measured",
}
ENDED = {
    "found": "ended with a patch",
    "space": "every edit in the space was tried",
    "budget": "the time ran out",
    "cancelled": "cancelled",
    "": "",
}
PLAIN_SECONDS = 10.0
"""Between two lines of progress where there is no terminal."""
SHOWN_TESTS = 10


def headline(report: ProjectRepair) -> str:
    """Return the outcome in one line."""
    if report.outcome in ("green", "cancelled"):
        return f"{WORDS[report.outcome]} ({report.tests} tests)" if report.tests else WORDS[report.outcome]
    repaired = sum(bug.outcome == "fixed" for bug in report.bugs)
    failing = f"{report.failing_before} → {report.failing_after} failing of {report.tests} tests"
    leads = sum(bug.outcome == "lead" for bug in report.bugs)
    held = f", {leads} with a lead that was held back" if leads else ""
    first = f"{unsure_sentence(report.unsure, repaired)} " if report.review else ""
    fixed = f"{WORDS[report.outcome]}: {repaired} of {len(report.bugs)} bugs fixed{held}"
    return f"{first}{fixed}, {failing}, {report.seconds:.0f} s"


def next_line(report: ProjectRepair) -> str:
    """Return the user's next command or step."""
    if report.applied:
        return f"written: {', '.join(report.applied)}\nundo with: {report.undo}"
    if report.diff:
        return "nothing was written; run again with --apply, or apply the diff with `git apply`"
    return ""


def search_summary(bug: Bug) -> str:
    """Return a summary of a bug's search in one line."""
    if not bug.ended:
        return "not searched"
    first = f", the first plausible patch after {bug.first_seconds:.1f} s" if bug.first_seconds is not None else ""
    return f"{bug.candidates} candidates in {bug.seconds:.1f} s{first}, {ENDED[bug.ended]}"


def check_summary(bug: Bug) -> str:
    """Return the result of the clean full run with the patch."""
    if bug.check is None:
        return "not confirmed by a clean run" if bug.patch else ""
    if bug.check.confirmed:
        held = "; held back for its low confidence" if bug.outcome == "lead" else ""
        counts = f"{bug.check.passed} pass, {bug.check.failing} fail, none broken"
        return f"whole suite in a clean process: {counts}{held}"
    return f"not confirmed: {bug.check.reason}"


def updated(bug: Bug) -> list[str]:
    """Return the libraries whose updates may have caused a bug, with alternative pins."""
    found = []
    for one in bug.updates:
        found += [f"update: {one.describe()}", *([f"alternative: {one.alternative}"] if one.alternative else [])]
    return found


def confidence(patch: Patch) -> str:
    """Return a patch's confidence with its meaning in words."""
    return f"confidence {patch.confidence:.2f}: {patch.meaning}"


def rival(patch: Patch) -> str:
    """Return how another patch differs from the first one."""
    if patch.doubt:
        return f"passes the tests but is not accepted ({patch.doubt}): {patch.description}"
    return f"also plausible ({patch.confidence:.2f}): {patch.description}"


def some(tests: list[str]) -> list[str]:
    """Return test ids, with a count instead of most of them if there are many."""
    more = len(tests) - SHOWN_TESTS
    return tests if more <= 1 else [*tests[:SHOWN_TESTS], f"... and {more} more"]


# -- terminal ----------------------------------------------------------------------------------------------------------


def show(report: ProjectRepair, console: Console) -> None:
    """Print the whole report on a console."""
    good = report.is_repaired
    console.print(Text(headline(report), style="bold green" if good else "bold red"))
    for note in report.notes:
        console.print(Text(f"note: {note}", style="yellow"))
    for number, bug in enumerate(report.bugs, 1):
        console.print()
        for line in _bug(number, bug):
            console.print(line)
    for one in report.left_alone:
        console.print(Text(f"\nleft alone: {one.test}\n  {one.reason}", style="yellow"))
    if report.tests_need_patch:
        console.print(Text("\ntest code needs a change that a person has to make:", style="yellow"))
        for line in _diff(report.tests_need_patch):
            console.print(line)
    if next_line(report):
        console.print(Text(f"\n{next_line(report)}", style="bold"))


def _bug(number: int, bug: Bug) -> Iterator[Text]:
    yield Text(f"Bug {number}: {bug.title}: {bug.outcome}", style=STYLES[bug.outcome])
    yield Text(f"  {search_summary(bug)}", style="dim")
    if bug.abstained:
        yield Text(f"  {bug.abstained}", style="yellow")
    if bug.regression:
        yield Text(f"  {bug.regression}")
    yield from (Text(f"  {line}", style="yellow") for line in updated(bug))
    if bug.patch is not None:
        yield Text(f"  {bug.patch.description} at {bug.patch.location}")
        yield Text(f"  {confidence(bug.patch)}")
        yield from (Text(f"  against it: {said}", style="yellow") for said in bug.patch.against)
        yield from _diff(bug.patch.diff)
        yield from (Text(f"  now passes: {test}", style="green") for test in some(bug.patch.flips))
    else:
        yield from (Text(f"  fails: {test}", style="red") for test in some(bug.tests))
    if check_summary(bug):
        yield Text(f"  {check_summary(bug)}")
    yield from (_suspicious(one) for one in bug.suspicious)
    for other in bug.others:
        yield Text(f"  {rival(other)} at {other.location}")
        yield from _diff(_short(other.diff))
        if other.differs:
            yield Text(f"    differs: {other.differs}")
    yield from (Text(f"  note: {note}", style="dim") for note in bug.notes)
    yield from (Text(f"  next: {step}") for step in bug.next_steps)


def _diff(diff: str) -> Iterator[Text]:
    """Return the lines of a diff in git's colours."""
    colours = {"+": "green", "-": "red", "@": "cyan"}
    for line in diff.rstrip("\n").split("\n"):
        style = "bold" if line.startswith(("+++", "---")) else colours.get(line[:1], "")
        yield Text(f"    {line}", style=style)


def _short(diff: str) -> str:
    """Return only the added and removed lines of a diff."""
    changed = [line for line in diff.splitlines() if line[:1] in "+-" and not line.startswith(("+++", "---"))]
    return "\n".join(changed)


def _suspicious(one: SuspiciousLine) -> Text:
    return Text(f"  suspicious {one.score:.2f}  {one.file}:{one.line}  {one.code}", style="dim")


# -- Markdown ----------------------------------------------------------------------------------------------------------


def markdown(report: ProjectRepair) -> str:
    """Return the whole report as Markdown."""
    lines = [f"# Repair of {report.project}", "", f"**{headline(report)}**", ""]
    lines += [f"- commit: {report.commit}"] if report.commit else []
    lines += [f"- interpreter: {report.interpreter}", f"- containment: {report.containment}"]
    lines += [f"- note: {note}" for note in report.notes]
    for number, bug in enumerate(report.bugs, 1):
        lines += ["", f"## Bug {number}: {bug.title}: {bug.outcome}", "", *_bug_lines(bug)]
    if report.left_alone:
        lines += ["", "## Left alone", "", *(f"- `{one.test}`: {one.reason}" for one in report.left_alone)]
    if report.tests_need_patch:
        needed = ["```diff", report.tests_need_patch.rstrip(), "```"]
        lines += ["", "## What test code needs", "", "A person has to apply this:", "", *needed]
    lines += ["", next_line(report)] if next_line(report) else []
    return "\n".join(lines).rstrip() + "\n"


def _bug_lines(bug: Bug) -> Iterator[str]:
    yield from (
        f"- {line}" for line in (search_summary(bug), bug.regression, check_summary(bug), *updated(bug)) if line
    )
    if bug.patch is not None:
        yield f"- {bug.patch.description} at `{bug.patch.location}`"
        yield f"- {confidence(bug.patch)}"
        yield from (f"- against it: {said}" for said in bug.patch.against)
        yield from ("", "```diff", bug.patch.diff.rstrip(), "```", "", "Tests that pass with it:", "")
        yield from (f"- `{test}`" for test in bug.patch.flips)
    else:
        yield from ("", *([bug.abstained, ""] if bug.abstained else []))
        yield from ("Failing tests:", "", *(f"- `{test}`" for test in bug.tests))
    if bug.suspicious:
        yield from ("", "| suspicious | score | code |", "|---|---|---|")
        yield from (f"| {one.file}:{one.line} | {one.score:.2f} | {_cell(one.code)} |" for one in bug.suspicious)
    for other in bug.others:
        yield from ("", f"{rival(other)} at `{other.location}`", "")
        yield from ("```diff", other.diff.rstrip(), "```")
        yield from (("", f"Differs: {other.differs}") if other.differs else ())
    steps = [*(f"- note: {note}" for note in bug.notes), *(f"- next: {step}" for step in bug.next_steps)]
    yield from ("", *steps) if steps else ()


def _cell(code: str) -> str:
    ticks = "``" if "`" in code else "`"
    return f"{ticks} {code.replace('|', chr(92) + '|')} {ticks}" if code else ""


# -- progress ----------------------------------------------------------------------------------------------------------


def progress_line(said: RepairProgress) -> str:
    """Return the current work in one line."""
    if said.stage == "preparing":
        return said.title
    if said.stage != "searching":
        what = "running the tests" if said.stage == "measuring" else "confirming on the whole suite"
        return f"{what}: {said.done} of {said.total}" if said.total else what
    best = f"; best so far: {said.best}" if said.best else ""
    if said.patch:
        return f"bug {said.bug} of {said.bugs}, {said.title}: {said.patch} (Ctrl-C takes it){best}"
    place = f", at {said.place}" if said.place else ""
    return f"bug {said.bug} of {said.bugs}, {said.title}: {said.done} candidates tried{place}{best}"


@contextmanager
def progress(quiet: bool) -> Iterator[Callable[[RepairProgress], None]]:
    """Return a progress function that shows a live line on a terminal, plain lines elsewhere; on stderr."""
    console = Console(file=sys.stderr)
    if quiet:
        yield lambda said: None
    elif not console.is_terminal:
        yield _PlainLines().show_progress
    else:
        with Live(console=console, refresh_per_second=8, transient=True) as live:
            yield lambda said: live.update(Spinner("dots", text=Text(progress_line(said), style="dim")))


class _PlainLines:
    """Prints a line when the stage or the bug changes, at a first patch, and every few seconds."""

    def __init__(self) -> None:
        self._about: tuple[object, ...] = ()
        self._said = 0.0

    def show_progress(self, said: RepairProgress) -> None:
        about = (said.stage, said.bug, said.best, said.title)
        if about != self._about or time.monotonic() - self._said > PLAIN_SECONDS:
            self._about, self._said = about, time.monotonic()
            print(progress_line(said), file=sys.stderr, flush=True)
