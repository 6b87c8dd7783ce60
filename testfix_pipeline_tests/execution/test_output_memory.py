"""A gigabyte of output goes through us without staying: neither what tests print nor what they send as a report."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROGRAM = """
import os, resource, sys
from pathlib import Path
from testfix_pipeline.execution.project import SandboxPolicy
from testfix_pipeline.execution.runners.report import ReportReader
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024

def flood(command, **options):
    return run(["/bin/sh", "-c", command], cwd=Path(sys.argv[1]), env={"PATH": os.environ["PATH"]},
               limits=ProcessLimits(300.0), policy=SandboxPolicy(mode="off"), writable=[], **options)

flood("echo warm")
before = peak()
done = flood("head -c 1073741824 /dev/zero; echo end")
assert done.truncated and len(done.stdout) < 5_000_000 and done.stdout.endswith(b"end\\n"), len(done.stdout)
reading, writing = os.pipe()
reader = ReportReader(reading, "nonce")
flood(f"head -c 268435456 /dev/zero | tr '\\\\0' x | fold -w 1000000 >&{writing}", pass_fds=[writing])
os.close(writing)
assert not reader.finish().outcomes
print(peak() - before)
"""


def test_memory_stays_flat_under_a_gigabyte_of_output(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).resolve().parents[2])
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 40, "MiB that the peak of our own memory grew by"
