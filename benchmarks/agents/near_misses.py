"""What the built-in engine makes of patches that are nearly right: models' near misses, made by a script.

    python -m benchmarks.agents.near_misses          QUICK=1 takes one near miss of each program, and less time

For each of twelve small programs the right patch is damaged in ways that models' patches are: lines and counts are
off, context is retold, added lines lie at another indentation, a name, an operator or a number is wrong, a hunk is
missing, a harmful one is there, the path has a folder too many. A damage counts as a near miss only where `git apply`
or the program's tests refuse the result. Right means: the program's tests pass, and so do tests that nobody was shown.

placed: right where we only place the hunks. search: right where the engine starts from the patch. wrong: it found what
the program's tests agree to and the others do not. alone: right by the engine without the patch (run once for each
program, with the same time). tried: candidates in all, rivals of the first repair included (median of the right ones).
"""

from __future__ import annotations

import ast
import difflib
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.agents.near_miss_programs import PROGRAMS, Program
from benchmarks.proof import quick_wanted
from testfix_pipeline.core.python_code import names_in
from testfix_pipeline.core.records import Failure
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.frameworks.project_suites import pytest_suite
from testfix_pipeline.repair.engine import RepairRequest, RepairResult, repair
from testfix_pipeline.repair.patches.diff_text import UnreadablePatch
from testfix_pipeline.repair.patches.patch_application import apply_at_likeliest_places, targets_of

QUICK = quick_wanted()
SECONDS = float(os.environ.get("SECONDS_EACH", "10" if QUICK else "30"))
EACH = 1 if QUICK else 99
FILE = "program.py"
IMPORTS = "from program import *  # noqa: F403\n\n"
SWAPS = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==", ast.In: "not in"}


@dataclass(frozen=True)
class NearMiss:
    """A damaged patch: `damage` names the way."""

    program: Program
    damage: str
    patch: str


def diff(program: Program, right: str) -> str:
    broken, repaired = (text.splitlines(keepends=True) for text in (program.broken, right))
    return "".join(difflib.unified_diff(broken, repaired, f"a/{FILE}", f"b/{FILE}", n=2))


# -- damages of the text ----------


def lines_and_counts_off(program: Program, rng: random.Random) -> str:
    header = f"@@ -{rng.randint(40, 90)},9 +{rng.randint(40, 90)},11 @@"
    return "".join(
        header + "\n" if line.startswith("@@") else line for line in diff(program, program.right).splitlines(True)
    )


def context_retold(program: Program, rng: random.Random) -> str:
    lines = diff(program, program.right).splitlines(True)
    context = [index for index, line in enumerate(lines) if line.startswith(" ") and line.strip()]
    for index in context[:: max(1, len(context) // 2)]:
        lines[index] = lines[index].rstrip("\n") + "  # as before\n"
    return "".join(lines)


def indentation_lost(program: Program, rng: random.Random) -> str:
    lines = diff(program, program.right).splitlines(True)
    return "".join(f"+{line[5:]}" if line.startswith("+    ") else line for line in lines)


def folder_too_many(program: Program, rng: random.Random) -> str:
    patch = lines_and_counts_off(program, rng)
    return patch.replace(f"a/{FILE}", f"a/src/app/{FILE}").replace(f"b/{FILE}", f"b/src/app/{FILE}")


def hunk_lost(program: Program, rng: random.Random) -> str:
    """One of the places of the change is left as it was."""
    if len(program.changes) < 2:
        return ""
    new, old = program.changes[rng.randrange(len(program.changes))]
    return diff(program, program.right.replace(new, old))


def harmful_hunk(program: Program, rng: random.Random) -> str:
    """Besides the right change something is changed that was right."""
    touched = _added_lines(program)
    return _with_node(program, rng, lambda line: line not in touched, _swapped)


# -- damages of the meaning, on lines that the patch adds ----------


def wrong_name(program: Program, rng: random.Random) -> str:
    names = sorted(names_in(ast.parse(program.right)))

    def other(node: ast.AST) -> str:
        if not (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)):
            return ""
        return rng.choice([name for name in names if name != node.id])

    return _on_added_lines(program, rng, other)


def misspelt_name(program: Program, rng: random.Random) -> str:
    def other(node: ast.AST) -> str:
        return node.id + "s" if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) else ""

    return _on_added_lines(program, rng, other)


def wrong_operator(program: Program, rng: random.Random) -> str:
    return _on_added_lines(program, rng, _swapped)


def wrong_number(program: Program, rng: random.Random) -> str:
    def other(node: ast.AST) -> str:
        plain = isinstance(node, ast.Constant) and type(node.value) is int
        return str(node.value + rng.choice([-1, 1])) if plain else ""  # type: ignore[attr-defined]

    return _on_added_lines(program, rng, other)


def negation_forgotten(program: Program, rng: random.Random) -> str:
    def other(node: ast.AST) -> str:
        if isinstance(node, ast.If) and isinstance(node.test, ast.UnaryOp):
            return ""
        return f"not ({ast.unparse(node)})" if isinstance(node, (ast.Compare, ast.BoolOp)) else ""

    return _on_added_lines(program, rng, other)


def _swapped(node: ast.AST) -> str:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
        right = ast.unparse(node.comparators[0])
        return f"{ast.unparse(node.left)} {SWAPS[type(node.ops[0])]} {right}"
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        sign = "-" if isinstance(node.op, ast.Add) else "+"
        return f"{ast.unparse(node.left)} {sign} {ast.unparse(node.right)}"
    return ""


def _on_added_lines(program: Program, rng: random.Random, other: Callable[[ast.AST], str]) -> str:
    added = _added_lines(program)
    return _with_node(program, rng, lambda line: line in added, other)


def _added_lines(program: Program) -> set[int]:
    matcher = difflib.SequenceMatcher(None, program.broken.splitlines(), program.right.splitlines(), autojunk=False)
    return {line + 1 for tag, _, _, c, d in matcher.get_opcodes() if tag != "equal" for line in range(c, d)}


def _with_node(
    program: Program, rng: random.Random, wanted: Callable[[int], bool], other: Callable[[ast.AST], str]
) -> str:
    """The patch whose result has one expression replaced; "" where there is none to replace."""
    nodes = [
        node
        for node in ast.walk(ast.parse(program.right))
        if isinstance(node, ast.expr) and node.lineno == node.end_lineno and wanted(node.lineno) and other(node)
    ]
    rng.shuffle(nodes)
    lines = program.right.splitlines(keepends=True)
    for node in nodes:
        line = lines[node.lineno - 1]
        changed = line[: node.col_offset] + other(node) + line[node.end_col_offset :]
        text = "".join([*lines[: node.lineno - 1], changed, *lines[node.lineno :]])
        if not passes(text, program.tests):
            return diff(program, text)
    return ""


DAMAGES: tuple[Callable[[Program, random.Random], str], ...] = (
    lines_and_counts_off, wrong_name, wrong_operator, hunk_lost, indentation_lost, harmful_hunk, misspelt_name,
    context_retold, wrong_number, negation_forgotten, folder_too_many,
)  # fmt: skip


def near_misses() -> Iterator[NearMiss]:
    """All of them, or a few of each program: another few for the next one, so that all damages come up."""
    for number, program in enumerate(PROGRAMS):
        made = 0
        for index in range(len(DAMAGES)):
            damage = DAMAGES[(index + EACH * number) % len(DAMAGES)]
            patch = damage(program, random.Random(f"{program.name} {damage.__name__}"))
            if patch and made < EACH and not _right(_by_git(program, patch), program):
                made += 1
                yield NearMiss(program, damage.__name__.replace("_", " "), patch)


# -- what becomes of them ----------


_RUN = """\
import sys
program = {"__name__": "program"}
exec(sys.argv[1], program)
exec(sys.argv[2], program)
for name, test in list(program.items()):
    if name.startswith("test_"):
        test()
"""


def passes(text: str, tests: str) -> bool:
    """Whether a program passes tests, in a process of its own; without pytest, which takes longer than they do."""
    try:
        done = subprocess.run([sys.executable, "-c", _RUN, text, tests], capture_output=True, timeout=20)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def _right(text: str | None, program: Program) -> bool:
    return text is not None and passes(text, program.tests) and passes(text, program.hidden)


def _by_git(program: Program, patch: str) -> str | None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / FILE).write_text(program.broken)
        subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
        done = subprocess.run(["git", "apply", "-"], input=patch.encode(), cwd=folder, capture_output=True)
        return (Path(folder) / FILE).read_text() if done.returncode == 0 else None


def _placed(program: Program, patch: str) -> str | None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / FILE).write_text(program.broken)
        try:
            content = apply_at_likeliest_places(targets_of(patch, Path(folder))).contents[FILE]
        except UnreadablePatch:
            return None
        return content.decode() if content is not None else None


def searched(program: Program, patches: list[str]) -> RepairResult:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "project"
        root.mkdir()
        (root / FILE).write_text(program.broken)
        (root / "test_program.py").write_text(IMPORTS + program.tests)
        target = TargetProject(Path(sys.executable), "the interpreter of this benchmark", suites=(pytest_suite(),))
        record = Path(folder) / "coverage.json"
        run = run_suite(target, root, record_coverage=record)
        failing = sorted(run.failing)
        return repair(
            RepairRequest(
                target,
                root,
                failing=failing,
                all_failing=failing,
                passing=sorted(run.passed),
                failures=[
                    Failure(test=t, error=o.message, error_type=o.error_type, frames=o.frames)
                    for t in failing
                    if (o := run.outcomes[t])
                ],
                coverage=CoverageMap.load(record),
                seconds=SECONDS,
                after_first_seconds=1.0,
                patches=patches,
            )
        )


def _found(result: RepairResult) -> str | None:
    best = next((patch for patch in result.patches if patch.complete), None)
    return best.files.get(FILE) if best is not None else None


@dataclass(frozen=True)
class Row:
    """What became of one near miss."""

    damage: str
    placed: bool
    right: bool
    plausible: bool
    tried: int
    alone: bool


def rows() -> Iterator[Row]:
    alone: dict[str, bool] = {}
    for miss in near_misses():
        program = miss.program
        if program.name not in alone:
            alone[program.name] = _right(_found(searched(program, [])), program)
        result = searched(program, [miss.patch])
        found = _found(result)
        right = _right(found, program)
        row = Row(
            miss.damage,
            _right(_placed(program, miss.patch), program),
            right,
            found is not None,
            result.candidates_tried,
            alone[program.name],
        )
        said = "right" if right else "wrong" if found is not None else "nothing"
        print(f"  {program.name}: {miss.damage}: {said}, {row.tried} tried", file=sys.stderr, flush=True)
        yield row


def table(found: list[Row]) -> str:
    lines = [f"{'near miss':24}{'n':>4}{'placed':>8}{'search':>8}{'wrong':>7}{'alone':>7}{'tried':>7}"]
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in found:
        groups[row.damage].append(row)
    for damage, group in sorted(groups.items()):
        lines.append(_line(damage, group))
    return "\n".join([*lines, _line("all", found)])


def _line(name: str, group: list[Row]) -> str:
    tried = [row.tried for row in group if row.right]
    wrong = sum(row.plausible and not row.right for row in group)
    return (
        f"{name:24}{len(group):4}{sum(row.placed for row in group):8}{sum(row.right for row in group):8}{wrong:7}"
        f"{sum(row.alone for row in group):7}{statistics.median(tried) if tried else '-':>7}"
    )


def main() -> None:
    started = time.monotonic()
    found = list(rows())
    print(table(found))
    right, alone = sum(row.right for row in found), sum(row.alone for row in found)
    wrong = sum(row.plausible and not row.right for row in found)
    print(
        f"near misses: {right} of {len(found)} repaired by search from the patch ({wrong} plausible but wrong), "
        f"{sum(row.placed for row in found)} by placing alone, 0 by git, {alone} by the engine without the patch; "
        f"{SECONDS:.0f} s each, {time.monotonic() - started:.0f} s in all"
    )


if __name__ == "__main__":
    main()
