"""Tests of layer 3: a command of the project run as a user does, with its output and exit status.

A command line that a requirement shows with its result is stated as it is asked for, whatever the command does.
"""

from __future__ import annotations

import ast
import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import dotted, snake_case
from testfix_pipeline.core.plan_records import Requirement
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.execution.processes.environment import target_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.runners.pytest_runner import target_policy
from testfix_pipeline.planning.criteria.expectations import Expectation, expectations
from testfix_pipeline.planning.generation.admission import replaced_text
from testfix_pipeline.planning.generation.inputs.file_contents import contents_for, file_suffix, reading_module
from testfix_pipeline.planning.generation.mutants import with_function
from testfix_pipeline.planning.generation.rendering import AssertionStyle, Draft
from testfix_pipeline.planning.generation.subjects.command_lines import command_lines
from testfix_pipeline.planning.generation.subjects.subject import Subject, functions_of
from testfix_pipeline.planning.python_code.module_source import ModuleSource, module_file, read_module

_SECONDS, _MOST_RUNS, _LONGEST = 10.0, 12, 400
_PATH = re.compile(r"str\(tmp_path / '([\w.-]+)'\)")
_BROKEN = 97  # an exit status that programs do not use


@dataclass(frozen=True)
class ProjectCommand:
    """A command of the project: the words that start it, and the function that it runs."""

    requirement: str
    name: str
    start: tuple[str, ...]
    subject: Subject


@dataclass(frozen=True)
class CommandLineCase:
    """A command line: its words as source, and the file that they name with its content ("" and None: none)."""

    words: str
    file: str = ""
    content: str | None = None


@dataclass(frozen=True)
class CommandResult:
    """The exit status of a command and what it printed."""

    status: int
    printed: str


def commands_of(root: Path, requirements: Sequence[Requirement]) -> list[ProjectCommand]:
    """The commands that L3 requirements name, one for each function; a script entry comes before a main module.

    A case's `callee` is `module:function`, or a module that is run.
    """
    found: dict[str, ProjectCommand] = {}
    for item in requirements:
        for case in item.cases if item.layer == "L3" else ():
            name, _, function = case.callee.partition(":")
            file = module_file(root, name)
            module = read_module(root, file) if file else None
            subject = _main_of(module, function) if module is not None else None
            if subject is not None:
                start = (
                    ("-c", f"import sys; from {name} import {function}; sys.exit({function}())")
                    if function
                    else ("-m", name)
                )
                command = ProjectCommand(item.id, case.caller or subject.module.stem, start, subject)
                found.setdefault(subject.target, command)
    return list(found.values())


def _main_of(module: ModuleSource, function: str) -> Subject | None:
    """The function that a command runs: the named one, else the first one that the module's main block calls."""
    names = [function] if function else list(_main_calls(module.tree))
    known = {subject.name: subject for subject in functions_of(module)}
    return next((known[name] for name in names if name in known), None)


def _main_calls(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.If) and "__main__" in ast.unparse(node.test):
            yield from (dotted(one.func) for one in ast.walk(node) if isinstance(one, ast.Call))


def journey_drafts(
    target: TargetProject,
    tree: Path,
    commands: Sequence[ProjectCommand],
    seconds: float,
    *,
    stated: Sequence[tuple[str, Expectation]] = (),
    is_green: bool = True,
) -> list[Draft]:
    """At most two tests for each command: a line that works and prints something, and one that is refused.

    Each line is run twice, under two hash seeds, and a third time with the command's function broken: a test that does
    not notice that is none. A test for each of its lines in `stated` replaces that of a line that works; where tests
    fail, not `is_green`, there is nothing else. The tree is left as it was; no more than about `seconds` are taken.
    """
    drafts: list[Draft] = []
    style = AssertionStyle(unittest=False, strict=is_green)
    for command in commands:
        for name, one in stated:
            if (words := _words_behind(command, one.words)) is not None:
                line = CommandLineCase(f"[{', '.join(map(repr, words))}]")
                end = _run_line(target, tree, command, line, "0", _SECONDS)
                drafts += [_stated_draft(command, line, end, name, one, style)] if end is not None else []
        if not is_green:
            continue
        within = seconds / len(commands)
        ends = _stable_results(target, tree, command, within)
        chosen = [
            line
            for line in _informative_lines(ends)
            if _notices_broken_function(target, tree, command, line, ends[line])
        ]
        is_shown = any(draft.subject is command.subject and draft.stated and not draft.mark for draft in drafts)
        drafts += [_draft(command, line, ends[line]) for line in chosen if not (is_shown and ends[line].status == 0)]
    return drafts


def stated_lines(requirements: Sequence[Requirement]) -> list[tuple[str, Expectation]]:
    """The command lines that requirements show with their results, each with the id of its criterion."""
    asked = (case for item in requirements for case in item.cases if case.origin == "requirement")
    found = ((case.source, one) for case in asked for one in expectations(case.expected) if one.words)
    return list(dict.fromkeys(found))


def _words_behind(command: ProjectCommand, words: Sequence[str]) -> list[str] | None:
    """The words behind the name of a command in a line, None if the line is another command's."""
    starts = ([command.name], *([python, "-m", command.subject.module.name] for python in ("python", "python3")))
    return next((list(words[len(start) :]) for start in starts if list(words[: len(start)]) == start), None)


def _stated_draft(
    command: ProjectCommand, line: CommandLineCase, end: CommandResult, name: str, one: Expectation,
    style: AssertionStyle
) -> Draft:  # fmt: skip
    """The test of a line as a requirement asks; it is expected to fail where the command does something else."""
    wanted = python_code.value_of(one.value)
    wanted, got = (str(wanted).strip(), end.printed.strip()) if one.printed else (wanted, end.status)
    draft = _draft(command, line, end)
    draft.name = f"test_command_{_slug(command.name)}_as_{_slug(name)}_asks"
    draft.stated, draft.requirements = (name,), ()
    draft.body[-2:] = [f"assert {'done.stdout.strip()' if one.printed else 'done.returncode'} == {wanted!r}"]
    draft.label = f"states what {name} asks for, and the code does{'' if got == wanted else ' not do'}"
    if got != wanted:
        draft.reason = f"{name} says that {one.describe()}, but it {'prints' if one.printed else 'ends with'} {got!r}"
        draft.mark = style.mark(draft.reason)
        draft.more_kills = frozenset()
    return draft


def _lines_to_try(command: ProjectCommand) -> list[CommandLineCase]:
    module = command.subject.module
    reader = reading_module(module)
    suffix = file_suffix(reader)
    found: list[CommandLineCase] = []
    for words in command_lines(module, command.subject.node, suffix):
        named = _PATH.search(words)
        texts = contents_for(reader, module.root) if named else ()
        found += [
            CommandLineCase(words, named[1] if named else "", text) for text in texts[: 4 if not found else 1]
        ] or [CommandLineCase(words)]
    return found[:_MOST_RUNS]


def _stable_results(
    target: TargetProject, tree: Path, command: ProjectCommand, seconds: float
) -> dict[CommandLineCase, CommandResult]:
    """The results of the lines that are the same under two hash seeds and can be asserted."""
    found: dict[CommandLineCase, CommandResult] = {}
    each, until = min(_SECONDS, seconds / 4), time.monotonic() + seconds
    for line in _lines_to_try(command) if seconds else ():
        if time.monotonic() > until:
            break
        first = _run_line(target, tree, command, line, "0", each)
        if first is not None and first == _run_line(target, tree, command, line, "1", each):
            found[line] = first
    return found


def _run_line(
    target: TargetProject, tree: Path, command: ProjectCommand, line: CommandLineCase, hash_seed: str, seconds: float
) -> CommandResult | None:
    """The result of a line; None if it takes too long, crashes, or prints what no test can assert."""
    with tempfile.TemporaryDirectory(prefix="testfix-journey-") as folder:
        if line.content is not None:
            (Path(folder) / line.file).write_text(line.content, encoding="utf-8")
        words = [
            str(Path(folder) / line.file) if _PATH.fullmatch(word) else python_code.literal(word)
            for word in _words(line)
        ]
        done = run(
            [str(target.interpreter), *command.start, *words],
            cwd=target.root(tree),
            env={**target_environment(target, tree), "PYTHONHASHSEED": hash_seed},
            limits=ProcessLimits(seconds),
            policy=target_policy(target),
            writable=[Path(folder)],
        )
    printed = done.stdout.decode("utf-8", "replace")
    status = -1 if done.timed_out or done.returncode is None else done.returncode
    crashed = status < 0 or b"Traceback (most recent call last)" in done.stderr
    unstated = len(printed) > _LONGEST or folder in printed or " at 0x" in printed
    return None if crashed or unstated else CommandResult(status, printed)


def _words(line: CommandLineCase) -> list[str]:
    """The source of each word of a line."""
    tree = python_code.expression(line.words)
    assert isinstance(tree, ast.List)
    return [ast.unparse(one) for one in tree.elts]


def _informative_lines(ends: dict[CommandLineCase, CommandResult]) -> list[CommandLineCase]:
    """The working line with the most distinctive output, and the first line that is refused."""
    counts = Counter(end.printed for end in ends.values())
    good = [line for line, end in ends.items() if end.status == 0 and end.printed.strip()]
    refused = [line for line, end in ends.items() if end.status not in (0, _BROKEN)]
    return [*sorted(good, key=lambda line: counts[ends[line].printed])[:1], *refused[:1]]


def _notices_broken_function(
    target: TargetProject, tree: Path, command: ProjectCommand, line: CommandLineCase, end: CommandResult
) -> bool:
    """Whether the result of a line changes where the command's function only exits."""
    subject = command.subject
    broken = python_code.parse(f"def {subject.node.name}(*given, **named):\n    raise SystemExit({_BROKEN})").body[0]
    assert isinstance(broken, FunctionNode)
    with replaced_text(target.root(tree) / subject.module.file, with_function(subject, broken)):
        return _run_line(target, tree, command, line, "0", _SECONDS) != end


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", snake_case(name))


def _draft(command: ProjectCommand, line: CommandLineCase, end: CommandResult) -> Draft:
    place = [f"path = tmp_path / {line.file!r}"] if line.file else []
    place += [f"path.write_text({line.content!r})"] if line.content is not None else []
    words = ", ".join([*map(repr, command.start), *(_PATH.sub("str(path)", word) for word in _words(line))])
    does = "prints_its_result" if end.status == 0 else f"ends_with_{end.status}"
    draft = Draft(
        command.subject,
        f"test_command_{_slug(command.name)}_{does}",
        [
            *place,
            "search_path = os.pathsep.join([*sys.path, os.environ.get('PYTHONPATH', '')])",
            f"command = [sys.executable, {words}]",
            "done = subprocess.run(",
            "    command, capture_output=True, text=True, timeout=60, env={**os.environ, 'PYTHONPATH': search_path}",
            ")",
            f"assert done.stdout == {end.printed!r}",
            f"assert done.returncode == {end.status}",
        ],
        {"import os", "import subprocess", "import sys"},
        [],
        arguments="tmp_path" if line.file else "",
        label=f"states what the command {command.name} prints and how it ends; pins current behaviour, not correctness",
        layer="L3",
        requirements=(f"{command.requirement}#{does}",),
    )
    draft.more_kills = frozenset({f"{command.subject.target}: does nothing"})
    return draft
