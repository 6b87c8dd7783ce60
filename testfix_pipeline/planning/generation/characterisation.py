"""IMPL-001 without a model: observes functions and writes tests that pin their current behaviour."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from testfix_pipeline.core.plan_records import Analysis, GeneratedTest, Generation
from testfix_pipeline.core.progress import OnProgress, WorkProgress, ignore_progress
from testfix_pipeline.core.test_ids import TestId, name_in_file
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.planning.generation.admission import AdmissionVerdict, admit
from testfix_pipeline.planning.generation.example_selection import select_examples
from testfix_pipeline.planning.generation.fixture_trial import usable_fixtures
from testfix_pipeline.planning.generation.inputs.docstring_examples import required_examples
from testfix_pipeline.planning.generation.inputs.file_contents import contents_for, file_suffix, reading_module
from testfix_pipeline.planning.generation.inputs.inputs import examples_for
from testfix_pipeline.planning.generation.inputs.instances import Classes, Library
from testfix_pipeline.planning.generation.inputs.recorded_calls import RecordedCalls, record_calls
from testfix_pipeline.planning.generation.interaction_tests import (
    InteractionCase,
    injected_examples,
    interaction_cases,
    interaction_drafts,
    interaction_examples,
)
from testfix_pipeline.planning.generation.journey_tests import commands_of, journey_drafts, stated_lines
from testfix_pipeline.planning.generation.mutants import mutants_of
from testfix_pipeline.planning.generation.observation import NotObserved, ObservedSubject, SubjectTrials, observe
from testfix_pipeline.planning.generation.placement import (
    class_name,
    folder_for_tests,
    new_test_files,
    render_file,
    source_of,
    uses_unittest,
)
from testfix_pipeline.planning.generation.rendering import AssertionStyle, Draft, draft_tests
from testfix_pipeline.planning.generation.subjects.exclusions import Exclusions
from testfix_pipeline.planning.generation.subjects.fixtures import Fixtures, Supplies, find_fixtures
from testfix_pipeline.planning.generation.subjects.subject import Subject, choose_subjects, is_in_feedback
from testfix_pipeline.planning.generation.subjects.time_budget import OVER, Clock, TimeBudget
from testfix_pipeline.planning.generation.withdrawal import with_file_texts
from testfix_pipeline.planning.python_code.module_source import ModuleSource
from testfix_pipeline.planning.scanner.linter import apply_fixes
from testfix_pipeline.workspace.files.redaction import redacted

_EXAMPLES, _MORE_EXAMPLES = 60, 90
_MUTANTS, _MORE_MUTANTS = 60, 120
_ASSERTIONS, _MORE_ASSERTIONS = 10, 16
_RECORDING_SHARE = 0.2
"""Of the time for observing, for running the project's own tests while their calls are recorded."""
_PRIVATE = "its test would state a path of this machine, or a secret"
_BATCH = 100
"""Functions that are worked on together: their tests count where the time is over before the next ones."""


@dataclass
class _Work:
    """The inputs of one generation and its intermediate results."""

    target: TargetProject
    tree: Path
    analysis: Analysis
    coverage: CoverageMap | None
    failing: Collection[TestId]
    feedback: Sequence[str]
    budget: TimeBudget
    on_progress: OnProgress = ignore_progress
    left_out: Exclusions = field(default_factory=Exclusions)
    recorded: RecordedCalls = field(default_factory=RecordedCalls)
    contents: dict[str, tuple[str, ...]] = field(default_factory=dict)
    library: Library = field(init=False)
    alone: set[str] = field(default_factory=set)
    red: dict[str, str] = field(default_factory=dict)
    joints: dict[str, list[InteractionCase]] = field(init=False)
    fixtures: Fixtures = field(default_factory=Fixtures)

    def __post_init__(self) -> None:
        self.library = Library(self.root)
        self.joints = interaction_cases(self.analysis.requirements)
        if not uses_unittest(self.analysis.framework):
            found = find_fixtures(self.root, folder_for_tests(self.root, self.analysis.framework))
            self.fixtures = usable_fixtures(found, self.target, self.tree)

    @property
    def root(self) -> Path:
        return self.target.root(self.tree)

    @property
    def style(self) -> AssertionStyle:
        return AssertionStyle(uses_unittest(self.analysis.framework))

    def covered(self, file: str) -> frozenset[int]:
        """The lines of a file that the project's own tests run."""
        tests = {} if self.coverage is None else self.coverage.tests
        return frozenset().union(*(files.get(file, frozenset()) for files in tests.values()))


def characterise_functions(
    target: TargetProject,
    tree: Path,
    analysis: Analysis,
    *,
    coverage: CoverageMap | None,
    failing: Collection[TestId],
    seconds: float,
    feedback: Sequence[str] = (),
    clock: Clock = time.monotonic,
    on_progress: OnProgress = ignore_progress,
) -> Generation:
    """Characterisation tests for what the L1 requirements of `analysis` ask for.

    In: the tree is a checkout in which the tests can run; `coverage` and `failing` are those of its last full run;
    `feedback` are the quality gate's sentences: functions they name get more examples. Out: the kept tests with their
    files, all dropped ones counted by reason, and the functions without a test. The tree is left as it was. Everything
    takes about `seconds` of the `clock` at most (admission a minute at least): functions are worked on in the order of
    their importance until the time is over, and the others are left out for that. Unless that happens it comes out the
    same each time. Raises nothing of the target's.
    """
    work = _Work(target, tree, analysis, coverage, failing, feedback, TimeBudget(seconds, clock), on_progress)
    choice = choose_subjects(
        work.root,
        analysis,
        coverage,
        failing,
        feedback,
        with_fixtures=bool(work.fixtures.available),
        in_time=lambda: bool(work.budget.left),
    )
    work.left_out, work.alone, work.red = choice.left_out, choice.alone, choice.red
    for fixture, reason in work.fixtures.refused.items():
        work.left_out.add(reason, [fixture])
    if any(one.target not in work.red for one in choice.subjects):
        files, known = {one.module.file for one in choice.subjects}, {} if coverage is None else coverage.tests
        tests = [test for test, run in known.items() if test not in failing and not run.keys().isdisjoint(files)]
        if tests or not failing:  # what a failing test passes shows the mistake: it would be stated as it is
            work.recorded = record_calls(target, tree, tests, work.budget.left * _RECORDING_SHARE)
        for subject in choice.subjects:  # a test may import what its module does not
            subject.module.origins.update(work.recorded.imports | subject.module.origins)
    drafts = _without_private_values(work, list(_all_drafts(work, choice.subjects)))
    return _admitted_generation(work, [*drafts, *_journey_drafts(work)])


def _journey_drafts(work: _Work) -> list[Draft]:
    """The drafts of tests of commands; if tests fail, only of what requirements state: their code may be wrong."""
    commands = commands_of(work.root, work.analysis.requirements) if work.fixtures.available else []
    stated = stated_lines(work.analysis.requirements)
    if not commands or (work.failing and not stated):
        return []
    seconds = work.budget.journeys()
    return journey_drafts(work.target, work.tree, commands, seconds, stated=stated, is_green=not work.failing)


def _without_private_values(work: _Work, drafts: Sequence[Draft]) -> list[Draft]:
    """Return the drafts but those that state what only holds on this machine, or what nobody else may read."""
    texts = ["\n".join([one.arguments, *one.body]) for one in drafts]
    shown, _ = redacted(texts)
    private = [text != kept or str(work.root) in text for text, kept in zip(texts, shown, strict=True)]
    work.left_out.add(_PRIVATE, (one.subject.target for one, hidden in zip(drafts, private, strict=True) if hidden))
    return [one for one, hidden in zip(drafts, private, strict=True) if not hidden]


def _all_drafts(work: _Work, subjects: Sequence[Subject]) -> Iterator[Draft]:
    done = 0
    for batch in _batches(subjects):

        def on_case(more: int, before: int = done, file: str = batch[0].module.file) -> None:
            work.on_progress(WorkProgress("observing functions", before + more, len(subjects), file))

        on_case(0)
        yield from _drafts_of_batch(work, batch, on_case)
        done += len(batch)


def _batches(subjects: Sequence[Subject]) -> list[list[Subject]]:
    """Return the subjects in batches of one module each: the first batch of each module, then the second ones.

    Of equal ones those of very large modules come last, as they can take all of the time.
    """
    modules: dict[str, list[Subject]] = {}
    for subject in subjects:
        modules.setdefault(subject.module.file, []).append(subject)
    cut = [(at, own) for own in modules.values() for at in range(0, len(own), _BATCH)]
    return [own[at : at + _BATCH] for at, own in sorted(cut, key=lambda one: (one[0], len(one[1]) > _BATCH))]


def _drafts_of_batch(work: _Work, subjects: Sequence[Subject], on_case: Callable[[int], None]) -> Iterator[Draft]:
    if not work.budget.left:
        work.left_out.add(OVER, (subject.target for subject in subjects))
        return
    classes = _classes_of(work, subjects)
    cases = _trials(work, subjects, classes)
    if not cases:
        return
    try:
        both = _observed_twice(work, cases, classes, on_case)
    except NotObserved as error:
        reason = f"module can't be observed: {error}" if work.budget.left else OVER
        work.left_out.add(reason, (case.subject.target for case in cases))
        return
    work.left_out.add(OVER, (case.subject.target for case in cases[len(both) :]))
    covered = work.covered(subjects[0].module.file)
    for one, other in both:
        yield from _drafts(work, one, other, covered)


def _observed_twice(
    work: _Work, cases: Sequence[SubjectTrials], classes: Classes, on_case: Callable[[int], None]
) -> list[tuple[ObservedSubject, ObservedSubject]]:
    """The observations of the cases under two hash seeds; cases that the first did not reach are left out."""

    def observed(cases: Sequence[SubjectTrials], hash_seed: str, seconds: float) -> list[ObservedSubject]:
        return observe(
            work.target,
            work.tree,
            cases,
            hash_seed=hash_seed,
            mutants=hash_seed == "0",
            seconds=seconds,
            fixtures=classes.supplies.fixtures,
            observers=classes.observers(),
            on_case=on_case if hash_seed == "0" else None,
        )

    first = observed(cases, "0", work.budget.first_observation())
    second = observed(cases[: len(first)], "1", work.budget.second_observation()) if first else []
    return list(zip(first, second, strict=False))


def _drafts(work: _Work, first: ObservedSubject, second: ObservedSubject, covered: frozenset[int]) -> list[Draft]:
    subject = first.case.subject
    if subject.target in work.red:
        return _drafts_of_red_code(work, first, second)
    most = _MORE_ASSERTIONS if is_in_feedback(subject, work.feedback) else _ASSERTIONS
    together = interaction_examples(first, second, work.joints.get(subject.target, ()))
    joint = interaction_drafts(subject, together, work.style)
    if subject.target not in work.alone:
        return joint
    pinned = select_examples(first, second, covered=covered, most=most, left_out=work.left_out)
    stated = [pin.example for _, pin in together]
    return [*draft_tests(subject, [one for one in pinned if one.example not in stated], work.style), *joint]


def _drafts_of_red_code(work: _Work, first: ObservedSubject, second: ObservedSubject) -> list[Draft]:
    """The tests of what requirements state; one that the code fails may pass once the code is repaired."""
    pinned = select_examples(first, second, covered=(), most=0, left_out=work.left_out)
    if work.style.unittest:  # an expected failure that passes fails there
        pinned = [one for one in pinned if one.sort != "contradicts"]
    style = AssertionStyle(work.style.unittest, strict=False)
    return draft_tests(first.case.subject, pinned, style)


def _classes_of(work: _Work, subjects: Sequence[Subject]) -> Classes:
    module = subjects[0].module
    if module.file not in work.contents:
        work.contents[module.file] = contents_for(reading_module(module), work.root) if work.fixtures.available else ()
    contents = work.contents[module.file]
    supplies = Supplies(work.fixtures.without(set(module.origins)), contents, file_suffix(reading_module(module)))
    return Classes(module, work.library, supplies, work.recorded)


def _trials(work: _Work, subjects: Sequence[Subject], classes: Classes) -> list[SubjectTrials]:
    cases: list[SubjectTrials] = []
    until = work.budget.seconds_after_inputs()
    for number, subject in enumerate(subjects):
        if work.budget.left < until:
            work.left_out.add(OVER, (one.target for one in subjects[number:]))
            break
        required = required_examples(subject, work.analysis.requirements)
        if subject.target in work.red:
            stated = [one for one in required if one.documented is not None]
            if stated:
                cases.append(SubjectTrials(subject, stated, []))
            else:
                work.left_out.add(work.red[subject.target], [subject.target])
            continue
        more = is_in_feedback(subject, work.feedback)
        examples = examples_for(subject, classes, most=_MORE_EXAMPLES if more else _EXAMPLES, required=required)
        joints = work.joints.get(subject.target, ())
        examples += injected_examples(subject, joints, examples, classes.supplies)
        if examples:
            cases.append(
                SubjectTrials(subject, examples, mutants_of(subject, most=_MORE_MUTANTS if more else _MUTANTS))
            )
        else:
            work.left_out.add("no input could be made", [subject.target])
    return cases


def _admitted_generation(work: _Work, drafts: Sequence[Draft]) -> Generation:
    modules = {draft.subject.module.file: draft.subject.module for draft in drafts}
    places = new_test_files(work.root, work.analysis.framework, modules.values())
    _set_unique_names(drafts, places, work.style)
    files = _rendered_files(drafts, modules, places, work.style)
    verdicts: list[AdmissionVerdict] = []
    if drafts:
        timeout = work.budget.admission()
        verdicts, fault = admit(
            work.target, work.tree, files, drafts, covered=work.covered, timeout=timeout, on_progress=work.on_progress
        )
        if fault:
            work.left_out.add(f"the tests can't run: {fault}", (draft.subject.target for draft in drafts))
    admitted = [verdict.draft for verdict in verdicts if verdict.is_admitted]
    for verdict in verdicts:
        if not verdict.is_admitted:
            work.left_out.add(verdict.reason, [verdict.draft.subject.target])
    made = Generation(
        files=_rendered_files(admitted, modules, places, work.style),
        tests=[_record(verdict, places, work.style) for verdict in verdicts],
        dropped=dict(sorted(work.left_out.counts.items())),
        left_out=work.left_out.reasons_without(draft.subject.target for draft in admitted),
        seconds=round(work.budget.spent, 3),
    )
    return with_file_texts(made, apply_fixes(work.root, made.files))


def _set_unique_names(drafts: Sequence[Draft], places: dict[str, str], style: AssertionStyle) -> None:
    """Set the node id of each test, with a number in names that occur twice: withdrawal identifies tests by name."""
    taken: set[str] = set()
    for draft in drafts:
        file = places[draft.subject.module.file]
        place = f"{file}::{class_name(draft.subject)}" if style.unittest else file
        name, number = draft.name, 2
        while name in taken:
            name, number = f"{draft.name}_{number}", number + 1
        draft.name, draft.node_id = name, TestId(f"{place}::{name}")
        taken.add(name)


def _rendered_files(
    drafts: Sequence[Draft], modules: dict[str, ModuleSource], places: dict[str, str], style: AssertionStyle
) -> dict[str, str]:
    found = {}
    for file, module in modules.items():
        own = sorted((one for one in drafts if one.subject.module.file == file), key=lambda one: one.subject.lines)
        if own:
            found[places[file]] = render_file(module, own, style)
    return found


def _record(verdict: AdmissionVerdict, places: dict[str, str], style: AssertionStyle) -> GeneratedTest:
    draft = verdict.draft
    return GeneratedTest(
        name=name_in_file(draft.node_id),
        file=places[draft.subject.module.file],
        target=draft.subject.target,
        source=source_of(draft, style),
        kept=verdict.is_admitted,
        reason=verdict.reason,
        expected_failure=bool(draft.mark),
        label=draft.label,
        layer=draft.layer,
        requirements=list(dict.fromkeys(token.partition("#")[0] for token in draft.requirements)),
        criteria=draft.required,
        kills=verdict.kills,
        new_lines=verdict.new_lines,
    )
