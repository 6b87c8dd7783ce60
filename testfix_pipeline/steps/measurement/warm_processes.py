"""The warm processes of a session's commit: started once, lent to every search of that commit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from testfix_pipeline.repair.validation.warm_start import WarmStart
from testfix_pipeline.steps.session.started_processes import put_back_processes, take_processes
from testfix_pipeline.steps.session.workbench import Workbench


@contextmanager
def warm_processes(
    wb: Workbench, commit: str, checkout: Callable[[], Path] | None = None, *, of_frameworks: bool = False
) -> Iterator[WarmStart | None]:
    """Lend the processes of a commit; if there are none, start them over a `checkout` that is clean, or yield None.

    of_frameworks: for tests of other frameworks than pytest, see `WarmStart`.
    """
    started = take_processes(wb.store.folder, commit)
    tree = checkout() if started is None and checkout is not None else None
    if tree is not None and not wb.mirror.changed_paths(tree):
        started = WarmStart(wb.target, tree, of_frameworks=of_frameworks)
    try:
        yield started
    except BaseException:
        if started is not None:
            started.close()
        raise
    if started is not None and started.processes() is not None:
        put_back_processes(wb.store.folder, commit, started)
    elif started is not None:
        started.close()


def start_ahead(wb: Workbench, commit: str, tree: Path) -> WarmStart:
    """Start the process that the first search of a commit takes, from a copy of `tree`, a clean checkout.

    Returns it once the copy is made: it imports the project while other work goes on.
    """
    started = WarmStart(wb.target, tree)
    started.wait_for_copy()
    put_back_processes(wb.store.folder, commit, started)
    return started
