"""What the adapters of native test binaries have in common: the programs of ours that they start."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.frameworks.channel import INJECTED


def python_program(module: str) -> tuple[str, ...]:
    """The command that calls `main` of a module below `builtin`, such as "go.run", by our own Python.

    Nothing but Python's own library and this folder is there for it: it runs in the sandbox.
    """
    start = f"import sys; sys.path.insert(0, {str(INJECTED.parents[2])!r}); "
    call = f"from testfix_pipeline.frameworks.builtin.{module} import main; sys.exit(main())"
    return (sys.executable, "-I", "-S", "-B", "-c", start + call)


def plain_ids(tests: Iterable[TestId]) -> list[list[object]]:
    """Ids as orders hold them: file, titles, how many of the same come before."""
    return [[test.file, list(test.titles), test.occurrence - 1] for test in sorted(tests)]
