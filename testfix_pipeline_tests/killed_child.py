"""Work in a child process that is killed before one of its audited events."""

from __future__ import annotations

import itertools
import os
import signal
import sys
import traceback
from collections.abc import Callable
from typing import Any


def killed_before(number: int, is_counted: Callable[[str, Any], bool], work: Callable[[], object]) -> bool:
    """Whether the child was killed; False if its work was done before the event of this number.

    is_counted: whether an event counts, by its name and its arguments (see `sys.addaudithook`).
    """
    child = os.fork()
    if child == 0:
        left = itertools.count(number, -1)

        def trap(event: str, arguments: object) -> None:
            if is_counted(event, arguments) and next(left) == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        try:
            sys.addaudithook(trap)
            work()
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, -signal.SIGKILL)
    return status != 0
