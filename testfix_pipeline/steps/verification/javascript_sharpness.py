"""Asks tests of JavaScript and TypeScript what they notice, in the warm process of their framework.

The program's functions get hooks (`answer_hooks.py`), by which the process records calls and lets them answer something
else (`warm/answers.mjs`); mutants are other texts of the program's files.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript.grammar import parse
from testfix_pipeline.core.patch_policy.javascript.language import JavaScript
from testfix_pipeline.core.patch_policy.language_files import settings_effect
from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.verification import Verification
from testfix_pipeline.execution.processes.scratch_folders import scratch_folder
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.warm_suites import WarmSuite
from testfix_pipeline.planning.javascript_code.code_mutations import JsMutation, mutations_of
from testfix_pipeline.repair.languages.javascript.answer_hooks import with_answer_hooks
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.repair.model.clock import Clock
from testfix_pipeline.repair.validation.framework_warm import FrameworkWarm, Limits
from testfix_pipeline.repair.validation.json_lines import ServerLost
from testfix_pipeline.repair.validation.private_tree import private_copy
from testfix_pipeline.steps.session.test_side import is_test_side
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.steps.verification.compared_commits import CommitPair
from testfix_pipeline.steps.verification.gone_javascript_assertions import Span, gone_assertions, with_soft_statements
from testfix_pipeline.steps.verification.javascript_constants import other_constants
from testfix_pipeline.steps.verification.noticed_answers import (
    LEAST_SECONDS,
    SHARES,
    Corruption,
    Noticed,
    added_by_change,
    in_sampled_order,
)

SUFFIXES = (".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts")
_NO_PROGRAM = re.compile(r"\.d\.[cm]?ts$|\.min\.[cm]?js$|\.config\.\w+$|(^|/)node_modules/")
_ATOMS = frozenset({"number", "string", "true", "false"})
_LITERALS = _ATOMS | {"array", "object", "unary_expression"}
_ALL, _MUTANT, _MOST_MUTANTS, _TOGETHER = "(...)", "mutant ", 8, 25
_RECORDING = Limits(test=20.0, load=30.0)
_FREE, _TIMES, _PATIENCE = 0.5, 8.0, 10.0
"""A test may take so many seconds for one answer, and so many times what it took; the process may be silent longer."""
_MOST_BYTES = 4 << 20
"""Of the program's files, so that hooks are written into them in seconds."""
_MOST_SHOWN = 60


class _Program:
    """Program files with hooks, by path of the project; those that can't be read are left out."""

    def __init__(self, root: Path, paths: Sequence[str]) -> None:
        self.root = root
        self._sources: dict[str, JsSource] = {}
        size, self.unread = 0, 0
        for path in paths:
            with contextlib.suppress(OSError, SyntaxError, RecursionError):
                raw = (root / path).read_bytes()
                size += len(raw)
                if size <= _MOST_BYTES:
                    self._sources[path] = JsSource(path, raw)
                else:
                    self.unread += 1
        self.hooked = {path: with_answer_hooks(source) for path, source in self._sources.items()}
        self._mutations: dict[str, list[JsMutation]] = {}

    def mutants(self, function: str) -> dict[str, dict[str, str]]:
        """Return some mutants of the functions of a name, as texts by path, by place and change."""
        found = []
        for path, hooked in self.hooked.items():
            if function in hooked.functions:
                mutations = self._mutations.setdefault(path, mutations_of(self._sources[path]))
                spans = hooked.functions[function]
                found += [(path, one) for one in mutations if any(a <= one.start and one.end <= b for a, b in spans)]
        some = ((self._sources[path].text, one) for path, one in found[:: max(1, -(-len(found) // _MOST_MUTANTS))])
        return {_place(code, one): {one.file: one.applied_to(code)} for code, one in some if one.parses(code)}

    def constants(self, tests: str) -> dict[str, dict[str, dict[str, str]]]:
        """Return other texts of the constants that a text of tests names, see `other_constants`."""
        return other_constants(self._sources, tests)


def _place(code: str, one: JsMutation) -> str:
    was, new = (" ".join(part.split())[:_MOST_SHOWN] for part in (code[one.start : one.end], one.new))
    return f"{one.line}:{one.start - code.rfind(chr(10), 0, one.start)} `{was}` becomes `{new}`"


def way_to_ask(
    wb: Workbench, compared: CommitPair, found: Verification, statuses: Mapping[Path, Mapping[str, str]]
) -> Callable[..., Noticed]:
    """Return what asks the tests of files in a tree, see `_Questions.ask`; statuses: what tests do, by the tree."""
    own = (path for path in wb.mirror.files(compared.after) if path.endswith(SUFFIXES) and not _NO_PROGRAM.search(path))
    program = [wb.in_project(path) for path in own if not is_test_side(wb, path)]
    added = added_by_change(wb, compared, found, SUFFIXES, _data, _errors)
    changed = [path for path in found.test_files if path.endswith(SUFFIXES)]
    before, after = (
        {path: one for path in changed if (one := wb.mirror.read(commit, wb.in_repository(path))) is not None}
        for commit in (compared.before, compared.after)
    )
    return _Questions(wb.target, program, added, statuses, gone_assertions(before, after)).ask


def is_for_framework_alone(path: str) -> bool:
    """Whether a file is a setting, or holds snapshots: only the framework is sure to obey it."""
    decides = JavaScript().is_runner_setup(path, "") or settings_effect("javascript", path) != ""
    return decides or PurePosixPath(path).name == "package.json" or path.endswith(".snap")


def _data(content: bytes) -> Iterator[str]:
    """Yield the texts of all literals of data."""
    return (text(node) for node in parse("data.tsx", content).nodes if node.type in _LITERALS and _is_literal(node))


def _is_literal(node: Node | None) -> bool:
    if node is None or node.type not in _LITERALS | {"pair"}:
        return False
    if node.type == "pair":
        key = field(node, "key")
        return key is not None and key.type != "computed_property_name" and _is_literal(field(node, "value"))
    if node.type == "unary_expression" and text(field(node, "operator")) != "-":
        return False
    return node.type in _ATOMS or all(map(_is_literal, node.named_children))


def _errors(content: bytes) -> Iterator[str]:
    """Yield the names of errors."""
    return (
        text(node) for node in parse("errors.tsx", content).nodes if node.type == "identifier" and "Error" in text(node)
    )


@dataclass(frozen=True)
class _Questions:
    """Asks tests what they notice. program: paths of the project; added: data and errors that the change writes into
    tests. statuses: what tests do without being asked, by the tree; those that do not pass have nothing to notice.
    gone: assertions, of which it is said without `wanted` whether they notice anything."""

    project: TargetProject
    program: Sequence[str]
    added: Mapping[str, Sequence[str]]
    statuses: Mapping[Path, Mapping[str, str]]
    gone: Mapping[Span, str]

    def ask(self, tree: Path, asked: Sequence[TestId], **order: Any) -> Noticed:
        """Return what these tests, or those of these files, notice in `tree`.

        All of them are failing where no process can run them. order: see `_Inquiry.ask`.
        """
        named = {*asked}
        tests = [TestId(one) for one, status in self.statuses[tree].items() if status == "passed"]
        tests = [test for test in tests if not test.is_file and not named.isdisjoint((test, test.file_id))]
        found = Noticed()
        for suite in (one for one in self.project.suites if isinstance(one, WarmSuite)):
            if own := [test for test in tests if suite.owns(test.file)]:
                found = found.joined(self._ask_suite(suite, tree, own, order))
        return found

    def _ask_suite(self, suite: WarmSuite, tree: Path, tests: Sequence[TestId], order: Mapping[str, Any]) -> Noticed:
        with scratch_folder() as folder:
            copy = private_copy(tree, folder / "tree", self.project.shared)
            program = _Program(self.project.root(copy).resolve(), self.program)
            try:
                with contextlib.closing(FrameworkWarm(self.project, suite, copy, Clock())) as process:
                    inquiry = _Inquiry(process, program, tests, self.added)
                    return inquiry.ask(gone=self.gone if order.get("wanted") is None else {}, **order)
            except ServerLost:
                return Noticed(failing=frozenset(tests))


class _Inquiry:
    """Asks tests of one suite, all of which pass, in a new process."""

    def __init__(
        self, process: FrameworkWarm, program: _Program, tests: Sequence[TestId], added: Mapping[str, Sequence[str]]
    ) -> None:
        self._process, self._program, self._tests = process, program, list(tests)
        self._texts = {path: one.text for path, one in program.hooked.items()}
        self._added = added
        self._soft: dict[str, str] = {}
        self._pending: list[set[int]] = []

    def ask(
        self,
        *,
        wanted: Sequence[Corruption] | None = None,
        patience: int = 1,
        first: Sequence[str] = (),
        whole: bool = True,
        gone: Mapping[Span, str],
        **_: Any,
    ) -> Noticed:
        """Return what the tests notice. Raises ServerLost.

        wanted: what to try, a sample without; first: tests of which it has to be known whether they notice anything;
        whole: whether calls that only others make count, too; patience: times the usual time; gone: see `_Questions`.
        """
        places = list(gone.values())
        recorded = self._recorded(wanted is None, dict(enumerate(gone)), places)
        calls = {one["key"]: one for one in recorded["calls"] if one["tests"]}
        mutants = {key: self._program.mutants(key.removesuffix(_ALL)) for key in calls if key.endswith(_ALL)}
        mutants |= self._constants(wanted)
        for name in mutants.keys() - calls.keys():
            every = list(range(len(self._tests)))
            calls[name] = {"call": name, "answer": "", "tests": every, "kinds": {}}
        for key, texts in mutants.items():
            calls[key]["kinds"] |= {f"{_MUTANT}{place}": place for place in texts}
        seconds, known = recorded["seconds"], frozenset(first)
        leading = [test in known or bool(pending) for test, pending in zip(self._tests, self._pending, strict=True)]
        entries = _entries(calls, wanted, leading, whole)
        tries = [
            {
                "key": key,
                "kind": kind,
                "tests": sorted(calls[key]["tests"], key=lambda test: (not leading[test], seconds[test])),
                "texts": {**self._soft, **mutants[key][kind.removeprefix(_MUTANT)]}
                if kind.startswith(_MUTANT)
                else None,
            }
            for key, kind in entries
        ]
        noticed = self._try_all(tries, seconds, recorded["cpu"], patience)
        if wanted is not None:
            self._try_again(tries, noticed, seconds, patience)
        return Noticed(
            {one: [self._tests[test] for test in tests] for one, tests in zip(entries, noticed, strict=False)},
            {key: (one["call"], one["answer"]) for key, one in calls.items()},
            {(key, kind): other for key, one in calls.items() for kind, other in one["kinds"].items()},
            frozenset(self._tests[test] for test in recorded["broken"]),
            len(tries) - len(noticed),
            sum(one.get("unwatched", False) for one in calls.values()),
            unproved=tuple(places[one] for one in sorted(set().union(*self._pending))),
            unread=self._program.unread,
            makers={key: [self._tests[test] for test in one["tests"]] for key, one in calls.items()},
        )

    def _try_again(
        self, tries: Sequence[Mapping[str, Any]], noticed: list[list[int]], seconds: Sequence[float], patience: int
    ) -> None:
        """Try once more what no test noticed, in a new process, in which nothing that was tried has left its traces."""
        missed = [at for at, tests in enumerate(noticed) if not tests]
        if missed:
            self._process.start()
            again = self._try_all([tries[at] for at in missed], seconds, 0.0, patience)
            for at, found in zip(missed, again, strict=False):
                noticed[at] = found

    def _recorded(self, is_steady: bool, gone: Mapping[int, Span], places: Sequence[str]) -> dict[str, Any]:
        """Return the calls of the tests; their files go on after the statements of `gone` from now on.

        places: see `gone_assertions`.

        What fails without any change, such as an assertion that is expected to, is left as it is.
        """
        hard: set[int] = set()
        while True:
            for path in {path for path, _, _ in gone.values()}:
                content = (self._program.root / path).read_text("utf-8", "replace")
                self._soft[path] = with_soft_statements(path, content, gone, hard)
            [recorded] = self._replies({"steady": is_steady}, _RECORDING, 4 * _RECORDING.load + 2 * _RECORDING.test)
            if hard.issuperset(recorded["proved"]):
                self._pending = [{at for at in one if places[at]} for one in recorded["reached"]]
                return recorded
            hard.update(recorded["proved"])

    def _constants(self, wanted: Sequence[Corruption] | None) -> dict[str, dict[str, dict[str, str]]]:
        """Return other texts of the constants that the tests name, or of those that are wanted."""
        if wanted is not None:
            named = " ".join(key for key, _ in wanted)
        else:
            files = sorted({test.file for test in self._tests})
            named = "\n".join((self._program.root / file).read_text("utf-8", "replace") for file in files)
        return self._program.constants(named)

    def _try_all(
        self, tries: Sequence[Mapping[str, Any]], seconds: Sequence[float], computed: float, patience: int
    ) -> list[list[int]]:
        """Return which tests notice each of the first tries, as many as there is time for.

        seconds: what the tests take; computed: what the process has computed.
        """
        limits = Limits(_FREE + _TIMES * max(seconds), _RECORDING.load)
        until = computed + patience * (LEAST_SECONDS + SHARES * sum(seconds))
        noticed: list[list[int]] = []
        ended = 0.0
        while len(noticed) < len(tries) and ended + computed < until:
            batch = [
                {**one, "pending": [test for test in one["tests"] if self._pending[test]]}
                for one in tries[len(noticed) : len(noticed) + _TOGETHER]
            ]
            try:
                for reply in self._replies({"tries": batch}, limits, _PATIENCE + 4 * limits.test):
                    noticed.append(reply["noticed"])
                    computed = reply["cpu"]
                    for statements in self._pending:
                        statements.difference_update(reply["proved"])
            except ServerLost:  # it died, or hangs, which a run of the tests would show
                noticed.append(tries[len(noticed)]["tests"][:1])
                ended, computed = ended + computed, 0.0
                self._process.start()
        return noticed

    def _replies(self, request: Mapping[str, Any], limits: Limits, seconds: float) -> Iterator[dict[str, Any]]:
        own = {"added": self._added, "most_endless": 2, "lines": False}
        return self._process.ask({**own, **request}, self._tests, {**self._texts, **self._soft}, limits, seconds)


def _entries(
    calls: Mapping[str, Mapping[str, Any]], wanted: Sequence[Corruption] | None, leading: Sequence[bool], whole: bool
) -> list[Corruption]:
    """Return calls and kinds to try, those first that a leading test makes."""
    if wanted is not None:
        return [(key, kind) for key, kind in wanted if key in calls and kind in calls[key]["kinds"]]
    order = in_sampled_order([(key, kind) for key, call in calls.items() for kind in call["kinds"]])
    is_first = {key: any(leading[test] for test in call["tests"]) for key, call in calls.items()}
    return [one for one in order if is_first[one[0]]] + [one for one in order if whole and not is_first[one[0]]]
