"""Keeps all processors busy, as on a machine that does much else."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from testfix_pipeline.execution.processes.environment import clean_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project import SandboxPolicy

_LOOP = "import os\nfor _ in range({} - 1):\n    if not os.fork():\n        break\nwhile True:\n    pass\n"


@contextmanager
def busy_processors() -> Iterator[None]:
    """Run an endless loop on each processor in the block."""
    over, argv = threading.Event(), [sys.executable, "-I", "-S", "-c", _LOOP.format(os.cpu_count() or 1)]
    limits, policy = ProcessLimits(None), SandboxPolicy(mode="off")
    with ThreadPoolExecutor(1) as beside:
        done = beside.submit(
            run,
            argv,
            cwd=Path("/"),
            env=clean_environment(),
            limits=limits,
            policy=policy,
            writable=(),
            cancel=over.is_set,
        )
        try:
            yield
        finally:
            over.set()
    done.result()
