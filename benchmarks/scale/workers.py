"""`make bench-scale`: how many times faster N workers are than one, on attempts that only wait, through a git remote.

The workers are threads with repositories of their own, so that no start of a process is measured, and claim and hand in
as those of a session do. Beyond the waiting an attempt costs its claim: `over` seconds of wall time, and of CPU time
with git's. Without a remote neither is there. `--quick` waits for less. Exits with 1 where N workers are less than .8 N
times as fast as one.
"""

from __future__ import annotations

import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.cluster.claim_worker import PROGRAM, attempt, local, opened
from benchmarks.proof import memory, parser
from benchmarks.scale.measured_calls import cpu
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.shared.attempt_claims import DONE, OPEN, AttemptClaims
from testfix_pipeline.workspace.shared.remote import Remote

WORKERS, EACH = (1, 2, 4, 8), 2
WAIT_S, QUICK_WAIT_S = 20.0, 8.0
AIM = 0.8
# No attempt changes hands: what is measured are claims and results.
LEASE_S = 600.0
SESSION = SessionId("WFS-bench")


def main() -> int:
    quick = parser("scale.workers", __doc__, "waits of eight seconds").parse_args().quick
    wait_s = QUICK_WAIT_S if quick else WAIT_S
    speeds: dict[int, float] = {}
    over: list[tuple[float, float]] = []
    for workers in WORKERS:
        with tempfile.TemporaryDirectory(prefix="testfix-bench-workers-", dir=memory()) as folder:
            wall, worked = _measured(Path(folder), workers, wait_s)
        attempts = workers * EACH
        speeds[workers] = attempts / wall
        over.append((wall * workers / attempts - wait_s, worked / attempts))
        share = speeds[workers] / speeds[1] / workers
        print(
            f"{workers} workers: {attempts} attempts of {wait_s:g} s in {wall:.1f} s, {share:.2f} of {workers} times "
            f"as fast; over {over[-1][0]:.2f} s and {over[-1][1]:.2f} CPU s an attempt",
            flush=True,
        )
    least = min(speeds[workers] / speeds[1] / workers for workers in WORKERS)
    print(
        f"speed of workers: at least {least:.2f} N (aim {AIM:g} N), an attempt costs at most {max(over)[0]:.2f} s more "
        f"than in one process: {'met' if least >= AIM else 'MISSED'}"
    )
    return 0 if least >= AIM else 1


def _measured(folder: Path, workers: int, wait_s: float) -> tuple[float, float]:
    """Wall and CPU seconds from when the attempts are open until all are done."""
    url = str(folder / "remote.git")
    local(folder / "remote.git")
    remotes = [Remote(local(folder / f"worker-{number}.git"), url) for number in range(workers)]
    opened(remotes[0], SESSION, [f"{number:04d}" for number in range(workers * EACH)], LEASE_S)
    claims = [AttemptClaims(one, SESSION, f"worker {number}", PROGRAM, LEASE_S) for number, one in enumerate(remotes)]
    began, worked = time.perf_counter(), cpu()
    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(lambda mine: _work(mine, wait_s), claims))
    seconds = time.perf_counter() - began, cpu() - worked
    assert {claim.state for claim in claims[0].look().values()} == {DONE}
    return seconds


def _work(claims: AttemptClaims, wait_s: float) -> None:
    """Claim and hand in attempts until none is open."""
    while (claim := next((one for one in claims.look().values() if one.state == OPEN), None)) is not None:
        attempt(claims, claim, wait_s)


if __name__ == "__main__":
    sys.exit(main())
