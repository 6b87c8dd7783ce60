"""The attempts of a shared session: workers claim open attempts, carry them out and push the results.

The commit of an attempt's ref holds the changed session folder; its parents are the folder before the attempt and the
commit with the fix. The worker that closes the iteration copies these changes into the session.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from testfix_pipeline.core.counted_nouns import first_names
from testfix_pipeline.core.errors import BudgetSpent, MachineError, MeasurementError, ProjectError
from testfix_pipeline.core.update_records import InstalledVersions
from testfix_pipeline.steps.iteration.attempt import carry_out
from testfix_pipeline.steps.iteration.attempt_journal import derived_attempt, derived_id, stored_attempt
from testfix_pipeline.steps.session import session_clock
from testfix_pipeline.steps.session.sharing import SharedWork
from testfix_pipeline.steps.session.spending import seconds_left
from testfix_pipeline.steps.session.step_journal import read_stored
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.updates.green_sessions import VERSIONS
from testfix_pipeline.updates.installed_versions import installed_versions
from testfix_pipeline.workspace.shared.attempt_claims import DONE, LANDED, LEASED, OPEN, AttemptClaim
from testfix_pipeline.workspace.shared.leases import HeldLease, record_commit

Load = Callable[[], Workbench]
_ENDED = (DONE, LANDED)


def offer_attempts(work: SharedWork, wb: Workbench, task_ids: Sequence[str]) -> None:
    """Offer the attempts at these tasks to every worker with the step's push; earlier offers remain."""
    keys = {_claim_key(wb, task_id): task_id for task_id in task_ids}
    known = work.claims.look(list(keys))
    work.offered += [work.claims.opening(key, {"task": task}) for key, task in keys.items() if key not in known]


def carry_out_open(work: SharedWork, load: Load, number: int) -> list[str]:
    """Claim and carry out attempts of an iteration until none is open; return the tasks carried out here.

    load: opens the session's workbench, again for each attempt. Raises MachineError or ProjectError if an attempt can't
    be carried out here (it is open again then), UsageError if another version planned it, and MeasurementError if the
    session was measured with other packages.
    """
    done: list[str] = []
    while True:
        claim = next(filter(work.claims.is_claimable, _claims(work, load(), number)), None)
        if claim is None:
            return done
        _check_environment(load())
        held = work.claims.claim(claim)
        if held is None:
            continue
        try:
            if work.lease is None:
                work.refresh()
            if _carry_out_claim(work, load(), number, claim, held):
                done.append(str(claim.record["task"]))
        finally:
            held.give_up()


def gather_attempts(work: SharedWork, load: Load, number: int) -> list[AttemptClaim]:
    """Wait for the attempts of an iteration, carry out abandoned ones, and copy the results.

    Returns the attempts; the caller passes them to `conclude_attempts` or `reopen_attempts`, for the step's push.

    Waits at most for the time left to the session; then the attempts of working workers are revoked. Raises as
    `carry_out_open`.
    """
    _check_environment(load())  # this machine measures before landing
    latest = time.monotonic() + seconds_left(load())
    # The clock already counts the time of these.
    known = [task for task in _fix_tasks(load(), number) if stored_attempt(load(), task) is not None]
    while True:
        known += carry_out_open(work, load, number)
        claims = _claims(work, load(), number)
        if all(claim.state in _ENDED for claim in claims):
            break
        if time.monotonic() > latest:
            _revoke_leases(work, claims)
        time.sleep(min(1.0, work.state.place.lease_s / 10))
    _take_over_results(work, load(), claims)
    session_clock.add(load().store, _longest_seconds([claim for claim in claims if claim.record["task"] not in known]))
    return claims


def conclude_attempts(work: SharedWork, claims: Sequence[AttemptClaim]) -> None:
    """Move the done attempts of an iteration to `landed` with the step's push."""
    work.offered += [work.claims.moving(claim, LANDED) for claim in claims if claim.state == DONE]


def reopen_attempts(work: SharedWork, claims: Sequence[AttemptClaim]) -> None:
    """Offer again, with the step's push, the attempts that the session had no time for."""
    spent = [claim for claim in claims if claim.state == DONE and claim.record.get("result") == "spent"]
    work.offered += [work.claims.moving(claim, OPEN) for claim in spent]


def _claims(work: SharedWork, wb: Workbench, number: int) -> list[AttemptClaim]:
    """Return the claims of an iteration in the order of its tasks; empty if the iteration is not planned here yet."""
    keys = [_claim_key(wb, task_id) for task_id in _fix_tasks(wb, number)]
    found = work.claims.look(keys)
    return [found[key] for key in keys if key in found]


def _fix_tasks(wb: Workbench, number: int) -> list[str]:
    return [task for one in wb.state().iterations if one.iteration == number for task in one.fix_tasks]


def _claim_key(wb: Workbench, task_id: str) -> str:
    """Return the key of an attempt, by its task and proposal: a task that is planned again is another attempt."""
    return f"{task_id}-{wb.store.task(task_id).context.proposal_key[:12]}"


def _carry_out_claim(work: SharedWork, wb: Workbench, number: int, claim: AttemptClaim, held: HeldLease) -> bool:
    """Carry out an attempt; return whether it was pushed. Without the lease its changes are discarded."""
    _take_over_results(work, wb, _claims(work, wb, number))  # another hypothesis' fix shortens the search
    before = work.state.files.tree()
    base = record_commit(work.state.remote, {"state": "before"}, [], before)
    began = time.monotonic()
    fields = {**claim.record, "worker": work.claims.worker, "base": base}
    try:
        fields |= {"result": carry_out(wb, str(claim.record["task"])).result}
    except BudgetSpent as spent:
        fields |= {"result": "spent", "said": str(spent)}
    except (MachineError, ProjectError) as error:
        held.move_on({**claim.record, "state": OPEN, "said": str(error)})
        raise
    # the commits of the attempt at a task and of the one around it, "" for none
    task_id = str(claim.record["task"])
    made = {"commit": stored_attempt(wb, task_id), "derived_commit": derived_attempt(wb, task_id)}
    kept = {name: (one and one.commit) or "" for name, one in made.items()}
    fields |= {"state": DONE, "seconds": round(time.monotonic() - began, 3), **kept}
    if held.move_on(fields, parents=[base, *filter(None, kept.values())], tree=work.state.files.tree()):
        return True
    work.state.files.restore(before)
    return False


def _take_over_results(work: SharedWork, wb: Workbench, claims: Sequence[AttemptClaim]) -> None:
    """Copy the results of completed attempts into the session's folder if they are missing."""
    for claim in claims:
        task_id, base = str(claim.record.get("task", "")), str(claim.record.get("base", ""))
        if claim.state != DONE or not base or stored_attempt(wb, task_id) is not None:
            continue
        work.state.files.take_over(base, claim.object_id)
        for name, kept_as in (("commit", task_id), ("derived_commit", derived_id(task_id))):
            if claim.record.get(name):
                wb.mirror.keep(str(claim.record[name]), kept_as)


def _revoke_leases(work: SharedWork, claims: Sequence[AttemptClaim]) -> None:
    """Reopen the attempts of workers that still run, so that their pushes are refused."""
    for claim in claims:
        if claim.state == LEASED:
            held = work.claims.claim(claim)
            if held is not None:
                try:
                    held.move_on({**claim.record, "state": OPEN})
                finally:
                    held.give_up()


def _longest_seconds(claims: Sequence[AttemptClaim]) -> float:
    """Return the wall time of the worker that spent the most on these attempts; no step has counted it."""
    by_worker: dict[str, float] = {}
    for claim in claims:
        worker = str(claim.record.get("worker", ""))
        by_worker[worker] = by_worker.get(worker, 0.0) + float(claim.record.get("seconds", 0.0))
    return max(by_worker.values(), default=0.0)


_answers: dict[tuple[Path, Path], InstalledVersions] = {}


def _check_environment(wb: Workbench) -> None:
    """Raise MeasurementError with the differences if this machine's packages differ from the baseline's."""
    wanted = read_stored(wb, VERSIONS, InstalledVersions)
    if wanted is None or wanted.problem:
        return
    mine = _installed_here(wb.target.interpreter, wb.project.root)
    differing = [mine.problem] if mine.problem else _differences(wanted, mine)
    if differing:
        raise MeasurementError(
            f"This worker's {wb.target.interpreter} is not what the session was measured with: "
            f"{first_names(differing)}.",
            "Install the same packages on every worker, such as by one lock file or image.",
        )


def _differences(wanted: InstalledVersions, mine: InstalledVersions) -> list[str]:
    python = [f"Python {mine.python} for {wanted.python}"] if mine.python != wanted.python else []
    names = sorted(wanted.distributions.keys() | mine.distributions.keys())
    pairs = ((name, wanted.distributions.get(name), mine.distributions.get(name)) for name in names)
    return python + [
        f"{name} {here or 'missing'} for {there or 'none'}" for name, there, here in pairs if here != there
    ]


def _installed_here(interpreter: Path, folder: Path) -> InstalledVersions:
    """Return the installed versions; queried once, and again after a failure."""
    key = (interpreter, folder)
    if key not in _answers:
        found = installed_versions(interpreter, folder)
        if found.problem:
            return found
        _answers[key] = found
    return _answers[key]
