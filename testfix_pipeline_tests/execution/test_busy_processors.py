"""Processes run on all processors inside of the block, and none is left behind it."""

import os
import sys
from pathlib import Path

from testfix_pipeline.execution.busy_processors import busy_processors


def loops() -> int:
    """The processes of this interpreter that run an endless loop."""
    found = 0
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = place.read_bytes().split(b"\0")
        except OSError:
            continue
        found += words[0] == os.fsencode(sys.executable) and any(b"while True" in one for one in words[:5])
    return found


def test_all_processors_are_busy_in_the_block_and_no_process_is_left() -> None:
    with busy_processors():
        while loops() < (os.cpu_count() or 1):
            pass
    assert loops() == 0
