"""Patches made of the steps of the repair of libraries: complete ones, which a clean run confirms, and partial ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from testfix_pipeline.core.cycle_rules.confidence import confidence_beside, is_doubtful
from testfix_pipeline.core.cycle_rules.results import is_collection_id, made_visible
from testfix_pipeline.repair.history.undo import edits_to_text
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.model.candidate import Candidate, Part
from testfix_pipeline.repair.model.ids import JOINT, label
from testfix_pipeline.repair.model.verdict import PlausiblePatch, Verdict
from testfix_pipeline.repair.ranking.evidence import Evidence
from testfix_pipeline.repair.ranking.patch_ranking import RankedPatch, rank_patches
from testfix_pipeline.repair.search.library_state import LibraryRepairState
from testfix_pipeline.repair.search.library_trees import LibraryTrees
from testfix_pipeline.repair.validation.confirmer import Confirmer

ALIKE = 0.95
"""From this share of the confidence in a state on, another one is believed like it."""
SURE_STEPS = 0.7
"""The search goes on from steps that make no test pass where their evidence alone is believed so far."""
REFUTED = 0.35
"""The most confidence in a partial patch of which a test still fails at an edit of a call: shown, and no more."""


def confirmed(greens: Sequence[LibraryRepairState], trees: LibraryTrees, notes: list[str]) -> list[RankedPatch]:
    """The patches with which the whole suite passes in a clean process; those after the first are not run again.

    notes: receives a sentence about each that a run refutes.
    """
    request = trees.request
    suite = request.project, trees.base, trees.folder, request.passing, request.suite_seconds, trees.clock
    confirmer = Confirmer(*suite) if request.confirm else None
    found: list[RankedPatch] = []
    for state in greens:
        candidate = _candidate(state, trees)
        if candidate is None or candidate.fingerprint in trees.request.exclude:
            continue
        confirmation = confirmer.confirm(candidate, request.failing) if confirmer is not None and not found else None
        if confirmation is not None and confirmation.answer == "no":
            notes.append(f"{state.steps[-1].note}: refuted by a clean run of the suite: {confirmation.why}.")
            continue
        one = PlausiblePatch(
            candidate,
            Verdict("plausible", frozenset(request.failing)),
            confirmed=confirmation is not None and confirmation.answer == "yes",
            clean_run=confirmation.run if confirmation is not None else None,
        )
        found.append(_patch(one, state, confidence_among(state, greens)))
    return found


def confidence_among(state: LibraryRepairState, greens: Sequence[LibraryRepairState]) -> float:
    """The confidence in a state, 0 to 1, beside the others with which all targets pass."""
    if (beside := confidence_beside_keywords(state, greens)) < state.confidence:
        return beside
    total = sum(one.confidence for one in greens)
    return state.confidence * (0.5 + 0.5 * (state.confidence / total if total else 1.0))


def confidence_beside_keywords(state: LibraryRepairState, others: Sequence[LibraryRepairState]) -> float:
    """The confidence in a state, 0 to 1, beside others with which as many tests pass.

    At most one of several new names for one keyword is right, and of those that are believed alike any may be: nothing
    but a person can choose.
    """
    alike = [one for one in others if is_other_keyword(one.steps[-1], state.steps[-1])]
    alike = [one for one in alike if one.confidence >= ALIKE * state.confidence]
    return confidence_beside(state.confidence, [one.confidence for one in alike]) if alike else state.confidence


def is_other_keyword(fix: LibraryFix, other: LibraryFix) -> bool:
    """Whether two fixes give the same keyword of the same callable different names."""
    is_same_call = fix.kind == other.kind == "library.argument-rename" and fix.symbol == other.symbol
    return is_same_call and fix.texts != other.texts


def without_guesses(state: LibraryRepairState, reached: Sequence[LibraryRepairState]) -> LibraryRepairState:
    """The state before the last steps that are not sure and by which no target came to pass, where some came before.

    reached: all states after steps.
    """
    while state.passed and state.steps and state.steps[-1].likelihood < SURE_STEPS:
        before = next((one for one in reached if one.steps == state.steps[:-1]), None)
        if before is None or before.passed != state.passed:
            break
        state = before
    return state


def sure_part(state: LibraryRepairState, reached: Sequence[LibraryRepairState]) -> LibraryRepairState | None:
    """The state before the last steps without which a doubtful one is none, if tests pass there. reached: as above."""
    parts = [one for one in reached if one.passed and one.steps == state.steps[: len(one.steps)] != state.steps]
    return max((one for one in parts if not is_doubtful(one.confidence)), key=lambda one: len(one.steps), default=None)


def has_refuted_edit(state: LibraryRepairState, originals: Mapping[str, str]) -> bool:
    """Whether a test still fails at a line that a guess, or a change of a call, wrote: others may pass with that step,
    but this edit is not the right one. originals: the texts of all changed files."""
    now, written = dict(originals), set[tuple[str, str]]()
    for fix in state.steps:
        for file, text in fix.texts.items():
            is_guess = fix.likelihood < SURE_STEPS or fix.kind.startswith("library.argument")
            new = set(text.splitlines()) - set(now[file].splitlines()) if is_guess else ()
            written.update((file, line) for line in new)
            now[file] = text
    ends = (one.frames[-1] for one in state.current_failures if one.frames)
    lines = ((one.file, now[one.file].splitlines()[one.line - 1 : one.line]) for one in ends if one.file in now)
    return any((file, text) in written for file, texts in lines for text in texts)


def partial(state: LibraryRepairState, trees: LibraryTrees) -> RankedPatch | None:
    """The steps as a patch, where they are sure or tests pass: that files are collected proves no guess."""
    fixes = set(state.passed)
    for test in state.passed:
        assert state.run is not None
        fixes.update(one for one in made_visible(test, state.run.outcomes) if one in state.run.passed)
    is_sure = state.steps and state.confidence >= SURE_STEPS
    is_worth_it = is_sure or not all(map(is_collection_id, fixes))
    candidate = _candidate(state, trees) if is_worth_it else None
    if candidate is None or candidate.fingerprint in trees.request.exclude:
        return None
    one = PlausiblePatch(candidate, Verdict("partial", frozenset(fixes)))
    sources = ((file, trees.sources.source(file)) for file in state.texts)
    is_refuted = has_refuted_edit(state, {file: source.text for file, source in sources if source is not None})
    return _patch(one, state, min(state.confidence, REFUTED) if is_refuted else state.confidence)


def _candidate(state: LibraryRepairState, trees: LibraryTrees) -> Candidate | None:
    parts = []
    for path, text in sorted(state.texts.items()):
        source = trees.sources.source(path)
        if source is None:
            return None
        kind = state.steps[-1].kind
        edits = tuple(replace(edit, kind=kind, note="") for edit in edits_to_text(source, text))
        if edits:
            parts.append(Part(source, edits))
    return Candidate(tuple(parts), state.confidence, "library") if parts else None


def _patch(one: PlausiblePatch, state: LibraryRepairState, confidence: float) -> RankedPatch:
    notes = [f"{label(fix.kind)}: {fix.note}" for fix in state.steps]
    patch = rank_patches([one], Evidence())[0]
    return replace(
        patch,
        kind=JOINT.join(fix.kind for fix in state.steps),
        description="; ".join(notes),
        confidence=round(confidence, 3),
        doubt="",
        features={},
    )
