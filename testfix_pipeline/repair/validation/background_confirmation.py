"""Confirms patches in a clean process while the search goes on."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from testfix_pipeline.repair.model.verdict import PlausiblePatch
from testfix_pipeline.repair.validation.confirmer import Confirmation, Confirmer


class BackgroundConfirmation:
    """Runs the whole suite for one patch after the other in a thread; `settle` takes what each run said.

    confirmer: None where patches need no confirmation. A run beside the search may meet the search's own runs, at a
    port or a file outside of the tree, and fail for that: unless the sandbox keeps them apart, its "no" is not taken,
    and the patch is run again once the search waits for the answer.
    """

    def __init__(self, confirmer: Confirmer | None, settle: Callable[[PlausiblePatch, Confirmation], bool]) -> None:
        self._confirmer = confirmer
        self._settle = settle
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="confirming")
        self._begun: dict[str, Future[bool | None]] = {}

    def begin(self, one: PlausiblePatch) -> None:
        """Start to confirm a patch, unless that was begun before; those that still wait for their run are left out."""
        if self._confirmer is not None and not one.confirmed and one.candidate.fingerprint not in self._begun:
            self._begun = {mark: run for mark, run in self._begun.items() if not run.cancel()}
            self._begun[one.candidate.fingerprint] = self._pool.submit(self._run_beside, self._confirmer, one)

    def _run_beside(self, confirmer: Confirmer, one: PlausiblePatch) -> bool | None:
        """Whether the patch may stay; None where only a run by itself can tell."""
        said = confirmer.confirm(one.candidate, one.verdict.fixes)
        return None if said.answer == "no" and not confirmer.runs_apart else self._settle(one, said)

    def wait(self) -> None:
        """Wait for what was begun; raises what a run raised."""
        for future in list(self._begun.values()):
            future.result()

    def holds(self, one: PlausiblePatch) -> bool:
        """Whether a patch may stay: it held in a clean process, or there was no time to see. Waits for the answer.

        To be called while no worker of the search runs.
        """
        if self._confirmer is None or one.confirmed:
            return True
        begun = self._begun.get(one.candidate.fingerprint)
        answer = begun.result() if begun is not None else None
        if answer is None:
            answer = self._settle(one, self._confirmer.confirm(one.candidate, one.verdict.fixes))
        return answer
