"""Talks to the two processes of a compiled language: one builds many candidates at once, the other runs their tests.

What they say is a first opinion, as that of `FrameworkWarm` is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Literal

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.warm_suites import CompiledSuite
from testfix_pipeline.repair.model.clock import Clock
from testfix_pipeline.repair.validation.framework_warm import Limits, WarmLook, WarmProcess, start_process
from testfix_pipeline.repair.validation.json_lines import JsonLines, ServerLost

_BUILD_SECONDS = 600.0
"""How long one build may take: the first one may compile the standard library."""
_FIRST_BATCH, _MOST_BATCH = 96, 384
"""Candidates that are built at once: few at first, so that the likeliest are tried soon; each time twice as many."""

_Part = Literal["build", "run"]
_Texts = Mapping[str, str]
_Key = tuple[tuple[tuple[str, str], ...], frozenset[str]]


class CompiledWarm(WarmProcess):
    """The processes of a suite over a private tree. Raises ServerLost where they can't be started."""

    def __init__(self, project: TargetProject, suite: CompiledSuite, tree: Path, clock: Clock) -> None:
        super().__init__(project, suite, tree, clock)
        self.batch = _FIRST_BATCH
        self._built: dict[_Key, Mapping[str, Any]] = {}
        self._running: dict[_Part, JsonLines] = {}
        with ExitStack() as failing:
            failing.callback(self.close)
            self._folders = ExitStack()
            self._start = self._folders.enter_context(suite.warm_pair(project, tree))
            self._process("build")
            self._process("run")
            failing.pop_all()

    def _process(self, part: _Part) -> JsonLines:
        """One of both, started again where it was lost. Raises ServerLost, TimeIsUp."""
        self.clock.check()
        if part not in self._running:
            self._running[part] = start_process(lambda fd: self._start(part, fd), self.clock)
        found = self._running[part]
        found.clock = self.clock
        return found

    def _lose(self, part: _Part) -> None:
        if part in self._running:
            self._running.pop(part).close()

    def look(
        self,
        tests: Sequence[TestId],
        texts: Sequence[_Texts],
        limits: Limits,
        seconds: float,
        most_endless: int = 2,
        lines: bool = False,
    ) -> list[WarmLook]:
        variants = self._variants(texts, frozenset(test.file for test in map(TestId, tests)))
        asked = self._question(tests, limits, variants=variants, most_endless=most_endless, lines=lines)
        found: list[WarmLook] = []
        try:
            process = self._process("run")
            process.send(asked)
            for _ in variants:  # what was built with a set of texts once is not built again
                found.append(self._look_of(process.read(seconds * (len(tests) if lines else 1))))
        except ServerLost:
            found.append(WarmLook({}, lost=True))
            self._lose("run")
        return found

    def _variants(self, texts: Sequence[_Texts], files: frozenset[str]) -> list[Mapping[str, Any]]:
        """Where each set of texts was built, and its number there."""
        keys = [(tuple(sorted(one.items())), files) for one in texts]
        missing = list(dict.fromkeys(key for key in keys if not _is_there(self._built.get(key), len(texts) == 1)))
        if missing:
            if len(missing) >= self.batch:
                self.batch = min(_MOST_BATCH, 2 * self.batch)
            self._built.update(zip(missing, self._build([dict(one) for one, _ in missing], files), strict=True))
        return [self._built[key] for key in keys]

    def _build(self, texts: Sequence[_Texts], files: frozenset[str]) -> list[dict[str, Any]]:
        request = {"texts": list(map(self._placed, texts)), "files": list(map(self._in_suite, sorted(files)))}
        try:
            process = self._process("build")
            process.send(request)
            found: list[dict[str, Any]] = process.read(_BUILD_SECONDS)["variants"]
        except ServerLost:
            self._lose("build")
            raise
        return found

    @property
    def is_over(self) -> bool:
        return any(one.is_closed for one in self._running.values())

    @property
    def is_contained(self) -> bool:
        return "run" in self._running and self._running["run"].is_contained

    def close(self) -> None:
        for part in list(self._running):
            self._lose(part)
        self._folders.close()


def _is_there(built: Mapping[str, Any] | None, is_single: bool) -> bool:
    """Whether something is known of a variant, and its binaries have not been removed since.

    is_single: one that can share a build with no other has to be built now.
    """
    if built is None or (is_single and built["number"] is not None and not built["binaries"]):
        return False
    return all(Path(one).is_file() for one in built.get("binaries", {}).values())
