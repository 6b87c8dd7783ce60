"""The environment that a project has now, beside the one with newer releases in which its tests are repaired."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.engine import RankedPatch
from testfix_pipeline.standalone.bench import Bench, Measured


@dataclass
class PresentEnvironment:
    """A copy of the project with the suite's results under the releases that are installed now.

    first: without any patch. versions: version by library there. met: called with the failures that newer releases
    bring.
    """

    bench: Bench
    first: Measured
    versions: Mapping[str, str]
    met: Callable[[Sequence[Failure]], None]
    _held: dict[str, bool] = field(default_factory=dict)
    _now: Measured | None = None

    def is_red(self, test: TestId) -> bool:
        """Whether a test fails here, too: then no newer release is to blame."""
        return test in self.first.run.failing

    def hear(self, there: Measured) -> None:
        """Take note of what fails under the newer releases alone."""
        self.met([one for one in there.failures if not one.flaky and not self.is_red(one.test)])

    def holding_first(self, patches: Sequence[RankedPatch]) -> list[RankedPatch]:
        """The patches, the first of those that hold here as well before all others."""
        first = next((patch for patch in patches if self.holds(patch)), None)
        return list(patches) if first is None else [first, *(one for one in patches if one is not first)]

    def holds(self, patch: RankedPatch) -> bool:
        """Whether every test that passes here still does with a patch."""
        if patch.fingerprint not in self._held:
            self._held[patch.fingerprint] = self._try(patch.contents, keep=False)
        return self._held[patch.fingerprint]

    def keep(self, patch: RankedPatch) -> None:
        """Build on a patch that landed under the newer releases, whether it holds here or not."""
        self._try(patch.contents, keep=True)
        self._held.clear()

    def _try(self, contents: Mapping[str, bytes], keep: bool) -> bool:
        lost, after = self.bench.lost_with(contents, self._now or self.first, keep=keep)
        self._now = after if keep else self._now
        return not lost


def belongs(test: str, wanted: Collection[str]) -> bool:
    """Whether a test is one of these, or lies in a file, a class or a function of theirs."""
    return any(test == one or test.startswith((f"{one}::", f"{one}[")) for one in wanted)
