"""Prints results: a live list on a terminal, plain lines elsewhere, one JSON object on demand."""

from __future__ import annotations

import contextlib
import os
import sys
import textwrap
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from rich.console import Console, Group
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from testfix_pipeline.cli.views.status_view import text
from testfix_pipeline.core.check_records import CheckResult
from testfix_pipeline.core.counted_nouns import counted
from testfix_pipeline.core.cycle_rules.confidence import lead_line, read_first_line
from testfix_pipeline.core.cycle_rules.results import format_rate
from testfix_pipeline.core.next_commands import is_applied, next_command, offers
from testfix_pipeline.core.progress import MARKS, NOTE, ProgressItem, Seldom, fold, is_counted, render_lines
from testfix_pipeline.core.session_parts import Shortfall
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.core.visible_text import visible
from testfix_pipeline.steps.session.progress_listeners import listening

MOST_LINES, MOST_LEADS = 60, 3  # shown: lines of a diff, leads
SHORTFALLS_SHOWN = 10
FAILURES_SHOWN = 10
UPDATES_SHOWN = 5
STYLES = {"completed": "green", "in_progress": "bold cyan", "blocked": "red", "pending": "dim", "skipped": "dim"}


@contextmanager
def live_progress(quiet: bool = False, texts: bool = True) -> Iterator[Callable[[str], None]]:
    """Show the progress list on stderr during a run: redrawn on a terminal, a line per change elsewhere.

    Yields a function that prints a text above the list. texts: whether to show complete texts, such as the plan's
    summary.
    """
    with _own_stderr() as stream:
        console = Console(file=stream)

        def say(text: str) -> None:
            console.print(Text(visible(text)), soft_wrap=True)

        if quiet:
            yield say
            return
        if not console.is_terminal:
            with listening(PlainLines(stream), say if texts else None):
                yield say
            return
        with Live(console=console, refresh_per_second=8, transient=True, redirect_stderr=False) as live:
            shown: set[str] = set()

            def show(items: list[ProgressItem], detail: str) -> None:
                if detail.startswith(NOTE) and detail not in shown:
                    shown.add(detail)
                    console.print(Text(visible(detail.removeprefix(NOTE)), style="yellow"))
                live.update(_drawn(items, detail))

            with listening(show, say if texts else None):
                yield say


@contextmanager
def _own_stderr() -> Iterator[TextIO]:
    """Yield the terminal's stderr under its own descriptor, since Dagster redirects that of each step to its logs."""
    with os.fdopen(os.dup(sys.stderr.fileno()), "w", encoding="utf-8", errors="replace", buffering=1) as stream:
        yield stream


def _drawn(items: list[ProgressItem], detail: str) -> Group:
    lines = [
        Text(visible(line), style=STYLES[item.status])
        for item, line in zip(fold(items), render_lines(items), strict=True)
    ]
    return Group(*lines, Spinner("dots", text=Text(visible(detail), style="dim")))


def follow_session(views: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Show a session's progress on the terminal; return its last state. Ctrl-C ends only the display."""
    found: dict[str, Any] = {}
    with Live(console=Console(), refresh_per_second=4, transient=True) as live, contextlib.suppress(KeyboardInterrupt):
        for found in views:
            live.update(Text("\n").join(_styled(line) for line in text(found).splitlines()))
    return found


def _styled(line: str) -> Text:
    """Return a line of a session's text in the colours of the progress list."""
    mark = line.strip()[:3]
    status = next((status for status, one in MARKS.items() if one == mark and status in STYLES), None)
    return Text(visible(line), style=STYLES[status] if status else "")


class PlainLines:
    """Prints each line of the list when it appears or changes, and the progress of long work now and then.

    Without a list (`measure`, `verify`) it prints each new work once.
    """

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._seen: set[str] = set()
        self._seldom = Seldom(clock)

    def __call__(self, items: list[ProgressItem], detail: str) -> None:
        for line in render_lines(items):
            if line not in self._seen:
                self._seen.add(line)
                self._print(line)
        if detail.startswith(NOTE) and detail not in self._seen:
            self._seen.add(detail)
            self._print(detail.removeprefix(NOTE))
        elif is_counted(detail):
            if self._seldom.is_due(detail):
                self._print(f"    {detail}")
        elif not items and detail and detail not in self._seen:  # nothing else says what is done
            self._seen.add(detail)
            self._print(detail)

    def _print(self, line: str) -> None:
        print(visible(line), file=self._stream, flush=True)


def show_result(found: dict[str, Any], diff: str) -> None:
    """Print the end of a run for people: the outcome, the change, the branch, and the next command."""
    console = Console(soft_wrap=True)
    console.print(_headline(found))
    _print_failures_and_doubts(console, found)
    _show_diff(console, diff)
    if diff.count("\n") > MOST_LINES:
        console.print(Text(f"diff     {diff.count(chr(10)):,} lines, too many for here: `testfix review` shows it"))
    held_back = found.get("leads", [])
    for lead in held_back[:MOST_LEADS]:
        # print a lead: its change, the objections to it, its diff
        console.print(Text(visible(f"lead     {lead_line(lead)}"), style="bold yellow"))
        for said in lead["against"]:
            console.print(Text(visible(f"         against it: {said}"), style="yellow"))
        _show_diff(console, lead["diff"])
        if lead["diff"].count("\n") > MOST_LINES:
            console.print(Text(f"         its diff has over {MOST_LINES} lines: read it in the report"))
    if len(held_back) > MOST_LEADS:
        console.print(Text(f"         {len(held_back) - MOST_LEADS} more leads are in the report"))
    _print_facts(console, found)
    console.print(Text(f"next     {next_command(found)}", style="bold"))
    applicable = bool(found.get("diff")) and not is_applied(found)
    for line in offers(found["session_id"], found["project"], applicable) if "pass_rate" in found else ():
        if not line.endswith(next_command(found)):
            console.print(Text(line))


def _print_failures_and_doubts(console: Console, found: dict[str, Any]) -> None:
    for unparsed in found.get("unparsed", [])[:10]:
        console.print(Text(visible(f"  {unparsed}"), style="red"))
    _print_failures(console, found.get("remaining_failures", []), found.get("failure_reasons", {}))
    if found.get("uncollected"):
        console.print(Text(visible(f"  {found['uncollected']}"), style="red"))
    _print_updates(console, found)
    for one in found.get("unjudged", []):
        console.print(
            Text(visible(f"  found, but not judged ({one['note']}):\n{one['patch'].rstrip()}"), style="yellow")
        )
    _print_shortfalls(console, found.get("shortfalls", []))
    _print_checks(console, [CheckResult.model_validate(one) for one in found.get("checks", [])])
    for left in found.get("left_out", [])[:FAILURES_SHOWN]:
        console.print(Text(visible(f"  not measured: {left}"), style="yellow"))
    for fix in found.get("read_first", []):
        console.print(Text(visible(f"  read first: {read_first_line(fix)}"), style="yellow"))


def _print_facts(console: Console, found: dict[str, Any]) -> None:
    """Print what models cost, how sure the results are, where they are, and notes."""
    if found.get("usage", {}).get("calls"):
        usage = found["usage"]
        spent = f"{usage['calls']} calls, {usage['tokens']:,} tokens, ${usage['money']:.2f}"
        console.print(Text(f"models   {spent}"))
    for line in found.get("answers", [])[-1:]:
        console.print(Text(visible(f"answers  {line}")))
    if found.get("grade") == "reported":
        console.print(Text("run      reported, not seen to be authentic: the report says why", style="yellow"))
    elif found.get("grade"):
        console.print(Text("run      authentic"))
    if "pass_rate" in found:
        console.print(Text(f"branch   {found['branch']} ({counted(len(found['commits']), 'commit')})"))
        console.print(Text(f"report   {found['report']}"))
    for line in [
        *found.get("recovered", []),
        *found.get("notices", []),
        *([found["warning"]] if found.get("warning") else []),
    ]:
        console.print(Text(visible(f"note     {line}"), style="yellow"))


def _print_failures(console: Console, tests: list[str], reasons: dict[str, str]) -> None:
    """Print the tests that still fail, each with its reason, as many as fit on a screen."""
    for test in tests[:FAILURES_SHOWN]:
        why = f": {reasons[test]}" if reasons.get(test) else ""
        console.print(Text(visible(f"  still failing: {test}{why}"), style="red"))
    if tests[FAILURES_SHOWN:]:
        console.print(Text(f"  and {len(tests) - FAILURES_SHOWN} more in the report", style="red"))


def _print_updates(console: Console, found: dict[str, Any]) -> None:
    """Print updated libraries with their alternative pins, and the changes that test code needs."""
    updates = [Update.model_validate(one) for one in found.get("updates", [])]
    for one in updates[:UPDATES_SHOWN]:
        console.print(Text(visible(f"update   {one.describe()}"), style="yellow"))
        if one.alternative:
            console.print(Text(visible(f"         alternative: {one.alternative}")))
    if updates[UPDATES_SHOWN:]:
        console.print(Text(f"         and {len(updates) - UPDATES_SHOWN} more in the report"))
    for said in found.get("tests_need", []):
        console.print(Text(visible(f"tests    {said}"), style="yellow"))
    if found.get("tests_would_fix_patch"):
        console.print(
            Text(f"tests    pass with a change of them, only offered: git apply {found['tests_would_fix_patch']}")
        )
    if found.get("tests_need_patch"):
        console.print(Text(f"tests    need a change that a person has to make: git apply {found['tests_need_patch']}"))


def _print_checks(console: Console, checks: list[CheckResult]) -> None:
    """Print each of the project's own checks, and what is left to do for it."""
    for one in checks:
        colour = "green" if one.after == 0 else "yellow" if one.after is None else "red"
        first, *below = one.lines(FAILURES_SHOWN)
        console.print(Text(visible(f"check    {first}"), style=colour))
        for line in below:
            console.print(Text(visible(textwrap.indent(line, " " * 9))))


def _show_diff(console: Console, diff: str) -> None:
    diff = visible(diff)
    if not diff or diff.count("\n") > MOST_LINES:
        return
    if not console.is_terminal:
        console.print(Text(diff))
        return
    from rich.syntax import Syntax  # takes a while to load

    console.print(Syntax(diff, "diff", background_color="default"))


def _print_shortfalls(console: Console, lacking: list[dict[str, Any]]) -> None:
    """Print the unmet points of the plan, as many as fit on a screen; the report has all."""
    for one in lacking[:SHORTFALLS_SHOWN]:
        console.print(Text(visible(f"  not fulfilled: {Shortfall(**one).describe()}"), style="yellow"))
    if lacking[SHORTFALLS_SHOWN:]:
        console.print(Text(f"  and {len(lacking) - SHORTFALLS_SHOWN} more in the report", style="yellow"))


def _headline(found: dict[str, Any]) -> Text:
    colour = {"success": "green", "partial": "yellow"}.get(found["outcome"], "red")
    review = ", for review" if found.get("review") else ""
    text = Text(f"{found['session_id']}: {found['outcome']}{review}", style=f"bold {colour}")
    if "pass_rate" in found:
        before, after = format_rate(found["pass_rate_before"]), format_rate(found["pass_rate"])
        text.append(f"  {before}% → {after}% of {counted(found['total'], 'test')} in ", style="not bold")
        text.append(f"{counted(found['iterations'], 'iteration')}, ", style="not bold")
        text.append(f"{counted(found['candidates_tried'], 'candidate')}, ", style="not bold")
        text.append(f"{found['duration_s']:.0f} s", style="not bold")
    text.append(visible(f"\n{found['reason']}"), style="not bold default")
    return text
