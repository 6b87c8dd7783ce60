"""The project's present environment, for comparison while tests are repaired under newer releases."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.engine import RankedPatch
from testfix_pipeline.standalone.bench import Bench, MeasuredSuite


@dataclass
class PresentEnvironment:
    """A copy of the project with the suite's results under the installed releases.

    first: without any patch. versions: version by library there. met: called with the failures that newer releases
    cause. packages: folders whose `node_modules` is used while tests are repaired, by the project's folder whose own
    it replaces.
    """

    bench: Bench
    first: MeasuredSuite
    versions: Mapping[str, str]
    met: Callable[[Sequence[Failure]], None]
    packages: Mapping[str, Path] = field(default_factory=dict)
    _held: dict[str, bool] = field(default_factory=dict)
    _now: MeasuredSuite | None = None

    def is_red(self, test: TestId) -> bool:
        """Whether a test fails here as well, so that newer releases are not the cause."""
        return test in self.first.run.failing

    def hear(self, there: MeasuredSuite) -> None:
        """Record the failures that only newer releases cause."""
        self.met([one for one in there.failures if not one.flaky and not self.is_red(one.test)])

    def holding_first(self, patches: Sequence[RankedPatch]) -> list[RankedPatch]:
        """Return the patches, with the first one that also holds here in front."""
        first = next((patch for patch in patches if self.holds(patch)), None)
        return list(patches) if first is None else [first, *(one for one in patches if one is not first)]

    def holds(self, patch: RankedPatch) -> bool:
        """Whether every test that passes here still passes with a patch."""
        if patch.fingerprint not in self._held:
            self._held[patch.fingerprint] = self._try(patch.contents, keep=False)
        return self._held[patch.fingerprint]

    def keep(self, patch: RankedPatch) -> None:
        """Apply a patch that landed under the newer releases, whether it holds here or not."""
        self._try(patch.contents, keep=True)
        self._held.clear()

    def _try(self, contents: Mapping[str, bytes], keep: bool) -> bool:
        lost, after = self.bench.lost_with(contents, self._now or self.first, keep=keep)
        self._now = after if keep else self._now
        return not lost


def belongs(test: str, wanted: Collection[str]) -> bool:
    """Whether a test is one of these, or in one of these files, classes or functions."""
    return any(test == one or test.startswith((f"{one}::", f"{one}[")) for one in wanted)
