"""Confirms patches in a clean process while the search goes on."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from testfix_pipeline.repair.confirm import Confirmation, Confirmer
from testfix_pipeline.repair.verdict import Found


class BackgroundConfirmation:
    """Runs the whole suite for one patch after the other in a thread; `settle` takes what each run said.

    confirmer: None where patches need no confirmation.
    """

    def __init__(self, confirmer: Confirmer | None, settle: Callable[[Found, Confirmation], bool]) -> None:
        self._confirmer = confirmer
        self._settle = settle
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="confirming")
        self._begun: dict[str, Future[bool]] = {}

    def begin(self, one: Found) -> None:
        """Start to confirm a patch, unless that was begun before; those that still wait for their run are left out."""
        if self._confirmer is not None and not one.confirmed and one.candidate.fingerprint not in self._begun:
            self._begun = {mark: run for mark, run in self._begun.items() if not run.cancel()}
            self._begun[one.candidate.fingerprint] = self._pool.submit(self._run, self._confirmer, one)

    def _run(self, confirmer: Confirmer, one: Found) -> bool:
        return self._settle(one, confirmer.confirm(one.candidate, one.verdict.fixes))

    def wait(self) -> None:
        """Wait for what was begun; raises what a run raised."""
        for future in list(self._begun.values()):
            future.result()

    def holds(self, one: Found) -> bool:
        """Whether a patch may stay: it held in a clean process, or there was no time to see. Waits for the answer."""
        self.begin(one)
        begun = self._begun.get(one.candidate.fingerprint)
        return begun is None or begun.result()
