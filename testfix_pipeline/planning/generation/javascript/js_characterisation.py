"""IMPL-001 without a model for JavaScript and TypeScript: tests that pin the behaviour of exported code."""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from testfix_pipeline.core.code_names import code_name
from testfix_pipeline.core.languages import language_of
from testfix_pipeline.core.patch_policy.syntax_nodes import SyntaxNodes
from testfix_pipeline.core.plan_records import Analysis, GeneratedTest, Generation
from testfix_pipeline.core.progress import OnProgress, WorkProgress, ignore_progress
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.planning.code_readers import is_javascript, surface_of
from testfix_pipeline.planning.criteria.expectations import expectations, squeezed
from testfix_pipeline.planning.generation.javascript.js_admission import (
    NOT_TRIED,
    NOTICES_NOTHING,
    UNSTABLE,
    drafts_tried,
    stable_tests,
)
from testfix_pipeline.planning.generation.javascript.js_inputs import argument_lists, interface_fields, mined_calls
from testfix_pipeline.planning.generation.javascript.js_observation import JsExample, NotObservedJs, observe_examples
from testfix_pipeline.planning.generation.javascript.js_rendering import JsDraft, drafts_of, render_tests
from testfix_pipeline.planning.generation.javascript.suite_style import (
    JsTestStyle,
    import_lines,
    new_test_file,
    read_texts,
    style_of,
)
from testfix_pipeline.planning.generation.subjects.exclusions import Exclusions
from testfix_pipeline.planning.generation.subjects.time_budget import OVER
from testfix_pipeline.planning.javascript_code.exported_names import Exports, exports_of
from testfix_pipeline.planning.javascript_code.javascript_outline import read_source
from testfix_pipeline.planning.python_code.public_surface import Routine
from testfix_pipeline.repair.languages.javascript.source import JsSource

NO_VALUE = "what it gives can't be written as a value, or differs from run to run"
BLOCKED = "a failing test runs it"
_MOST_MINED_FILES = 200
_OBSERVED_SECONDS = 60.0
_LEAST_SECONDS = 10.0
_Types = Mapping[str, Sequence[tuple[str, str]]]


@dataclass(frozen=True)
class _Module:
    """A source file with the routines to test and the file for their tests."""

    source: JsSource
    exports: Exports
    routines: Sequence[Routine]
    style: JsTestStyle
    test: str

    def imports(self, routines: Iterable[Routine]) -> list[str]:
        """The import lines that a test file needs for some of the routines."""
        names = {name for one in routines for name in self.exports.exported_as(one.name.partition(".")[0])[:1]}
        return import_lines(self.test, self.source.path, names, self.exports, self.style)


@dataclass
class _Work:
    target: TargetProject
    root: Path
    tree: Path
    analysis: Analysis
    tests: Sequence[str]
    running: CoverageMap | None
    until: float
    left_out: Exclusions = field(default_factory=Exclusions)
    violations: list[GeneratedTest] = field(default_factory=list)

    @property
    def left(self) -> float:
        return self.until - time.monotonic()


def characterise_javascript(
    target: TargetProject,
    tree: Path,
    analysis: Analysis,
    *,
    test_files: Collection[str],
    running: CoverageMap | None,
    seconds: float,
    on_progress: OnProgress = ignore_progress,
) -> Generation:
    """Characterisation tests for what the L1 requirements ask for in files of JavaScript and TypeScript.

    In: the tree is a checkout in which the tests can run; test_files are those that have results; running: the lines
    that failing tests run, of which nothing is pinned. The result is as of `characterise_functions`. Takes about
    `seconds`.
    """
    started = time.monotonic()
    work = _Work(target, target.root(tree), tree, analysis, sorted(filter(is_javascript, test_files)), running,
                 started + seconds)  # fmt: skip
    modules = list(_modules(work))
    mined = mined_calls(list(_trees(work, modules)))
    types = {name: fields for one in modules for name, fields in interface_fields(one.source.syntax).items()}
    drafts: list[JsDraft] = []
    for done, module in enumerate(modules):
        on_progress(WorkProgress("observing functions", done, len(modules), module.source.path))
        drafts += _drafts(work, module, mined, types)
    kept = _admitted_drafts(work, modules, drafts)
    return Generation(
        files=_rendered(modules, kept),
        tests=[*(_record(draft, draft in kept) for draft in drafts), *work.violations],
        dropped=dict(sorted(work.left_out.counts.items())),
        left_out=work.left_out.reasons_without(_target(draft.routine) for draft in kept),
        seconds=round(time.monotonic() - started, 3),
    )


def without_javascript_tests(analysis: Analysis, why: str) -> Generation:
    """A generation without JavaScript and TypeScript tests, with one reason for all routines."""
    left_out = Exclusions()
    left_out.add(
        why, [code_name(file, name) for file, names in _wanted_routines(analysis).items() for name in sorted(names)]
    )
    return Generation(dropped=dict(left_out.counts), left_out=left_out.reasons_without(()))


def _wanted_routines(analysis: Analysis) -> dict[str, set[str]]:
    """The names of the routines to test, by file."""
    wanted: dict[str, set[str]] = {}
    for one in analysis.requirements:
        if one.layer == "L1" and not one.covered and is_javascript(one.file):
            wanted.setdefault(one.file, set()).add(one.target)
    return wanted


def _target(routine: Routine) -> str:
    return code_name(routine.file, routine.name)


def _modules(work: _Work) -> Iterator[_Module]:
    taken = set(work.tests)
    for file, names in _wanted_routines(work.analysis).items():
        text = (work.root / file).read_text("utf-8", "replace")
        routines = [one for one in surface_of(file, text) if one.name in names and _can_be_pinned(work, one)]
        suite = next((one for one in work.target.suites if one.owns(file)), None)
        if not routines or suite is None:
            continue
        source = read_source(file, text)
        exports = exports_of(source.syntax)
        own = [one for one in work.tests if suite.owns(one)]
        style = style_of(suite.framework, read_texts(work.root, own), exports.style == "module")
        test = new_test_file(file, own, taken)
        while (work.root / test).exists():
            taken.add(test)
            test = new_test_file(file, own, taken)
        taken.add(test)
        yield _Module(source, exports, routines, style, test)


def _can_be_pinned(work: _Work, routine: Routine) -> bool:
    tests = work.running.tests.values() if work.running is not None else ()
    lines = frozenset().union(*(files.get(routine.file, frozenset()) for files in tests))
    runs = work.running.import_lines.get(routine.file, frozenset()) if work.running is not None else frozenset()
    if routine.lines.start in lines or any(line in runs for line in list(routine.lines)[1:]):
        work.left_out.add(BLOCKED, [_target(routine)])
        return False
    return True


def _trees(work: _Work, modules: Sequence[_Module]) -> Iterator[SyntaxNodes]:
    for path in [*work.tests[:_MOST_MINED_FILES], *(one.source.path for one in modules)]:
        try:
            yield read_source(path, (work.root / path).read_text("utf-8", "replace")).syntax
        except (OSError, SyntaxError, RecursionError):
            continue


def _drafts(work: _Work, module: _Module, mined: Mapping[str, Sequence[str]], types: _Types) -> list[JsDraft]:
    if work.left < _LEAST_SECONDS:
        work.left_out.add(OVER, map(_target, module.routines))
        return []
    stated = _stated_calls(work.analysis, module.source.path)
    examples = list(dict.fromkeys(_examples(module, mined, types, list(stated))))
    seconds = min(_OBSERVED_SECONDS, work.left / 2)
    try:
        imports = module.imports(module.routines)
        found = observe_examples(work.target, work.tree, module.test, imports, examples, module.style, seconds=seconds)
    except NotObservedJs as error:
        work.left_out.add(f"module can't be observed: {error}", map(_target, module.routines))
        return []
    right = {squeezed(call): (value, name) for call, (value, name) in stated.items()}
    drafts = []
    for one in list(found):
        value, name = right.get(squeezed(one.example.call), (one.value, ""))
        if squeezed(value) != squeezed(one.value):  # what differs from a requirement is not pinned
            found.remove(one)
            got = f"gives {one.value}" if not one.error else f"throws {one.error}"
            why = f"{name} says that {one.example.call} gives {value}, but it {got}"
            work.violations.append(
                GeneratedTest(
                    name=why, file=module.test, target=code_name(module.source.path, one.example.key), reason=why,
                    criteria=[name], expected_failure=True,
                )
            )  # fmt: skip
    for routine in module.routines:
        own = drafts_of(routine, [one for one in found if one.example.key == routine.name], module.style)
        if not own:
            work.left_out.add(NO_VALUE, [_target(routine)])
        drafts += own
    for draft in drafts:
        draft.file = module.test
    return drafts


def _stated_calls(analysis: Analysis, file: str) -> dict[str, tuple[str, str]]:
    """The calls that requirements of a file show, with their values and the ids of their criteria."""
    cases = [case for one in analysis.requirements if one.file == file for case in one.cases]
    stated = ((case.source, each) for case in cases for each in expectations(case.expected) if each.value)
    return {each.call: (each.javascript_value, name) for name, each in stated if not each.words}


def _examples(
    module: _Module, mined: Mapping[str, Sequence[str]], types: _Types, stated: Sequence[str]
) -> Iterator[JsExample]:
    types = {**types, **interface_fields(module.source.syntax)}
    every = {one.name: one for one in surface_of(module.source.path, module.source.text)}
    for routine in module.routines:
        owner, _, name = routine.name.rpartition(".")
        exported = module.exports.exported_as(owner or name)[0]
        called = (module.exports.names.get("default") or "subject") if exported == "default" else exported
        shown = [call[len(called) + 1 : -1] for call in stated if not owner and call.startswith(f"{called}(")]
        lists = argument_lists(routine, [*shown, *mined.get(called if not owner else name, ())], types)
        if not owner:
            yield from (
                JsExample(routine.name, _with_style_quotes(f"{called}({given})", module.style)) for given in lists
            )
            continue
        made = every.get(f"{owner}.constructor")
        first = argument_lists(made, mined.get(called, ()), types) if made is not None else [*mined.get(called, ()), ""]
        for start in dict.fromkeys(first[:2]):
            holder = f"new {called}({start})" if routine.is_bound or name == "constructor" else called
            calls = _member_calls(routine, holder, name, lists)
            yield from (JsExample(routine.name, _with_style_quotes(one, module.style)) for one in calls)


def _with_style_quotes(call: str, style: JsTestStyle) -> str:
    """A call with the quotes that the project's tests use, where these need no escaping."""
    return re.sub(r"'([^'\"\\]*)'", r'"\1"', call) if style.quote == '"' else call


def _member_calls(routine: Routine, holder: str, name: str, lists: Sequence[str]) -> list[str]:
    if name == "constructor":  # the object is no value; errors are
        return [f"{holder.partition('(')[0]}({given})" for given in lists]
    if routine.is_property:
        return [f"{holder}.{name}"]
    return [f"{holder}.{name}({given})" for given in lists]


def _admitted_drafts(work: _Work, modules: Sequence[_Module], drafts: Sequence[JsDraft]) -> list[JsDraft]:
    """The drafts that are stable and notice a change of their subject; counts the others as left out."""
    if not drafts:
        return []
    passed, fault = stable_tests(work.target, work.tree, _rendered(modules, drafts), max(60.0, work.left))
    if fault:
        for draft in drafts:
            draft.reason = f"the tests can't run: {fault}"
            work.left_out.add(draft.reason, [_target(draft.routine)])
        return []
    steady = [draft for draft in drafts if draft.test in passed]
    tried = drafts_tried(work.target, work.tree, _rendered(modules, steady), steady, max(60.0, work.left))
    for draft in drafts:
        reason = _why_rejected(draft, steady, tried)
        draft.reason = reason
        if reason:
            work.left_out.add(reason, [_target(draft.routine)])
    return [draft for draft in tried if draft.kills]


def _why_rejected(draft: JsDraft, steady: Sequence[JsDraft], tried: Sequence[JsDraft]) -> str:
    if draft not in steady:
        return UNSTABLE
    return NOT_TRIED if draft not in tried else "" if draft.kills else NOTICES_NOTHING


def _rendered(modules: Sequence[_Module], drafts: Sequence[JsDraft]) -> dict[str, str]:
    found = {}
    for module in modules:
        own = [draft for draft in drafts if draft.file == module.test]
        if own:
            imports = module.imports(draft.routine for draft in own)
            found[module.test] = render_tests(own, imports, module.style)
    return found


def _record(draft: JsDraft, kept: bool) -> GeneratedTest:
    target = _target(draft.routine)
    return GeneratedTest(
        name=draft.test.removeprefix(f"{draft.file}::"),
        file=draft.file,
        target=target,
        source=draft.source,
        kept=kept,
        reason=draft.reason,
        kills=draft.kills,
        label=f"pins current behaviour of {language_of(draft.routine.file)} code, not correctness",
    )
