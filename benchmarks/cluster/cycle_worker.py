"""A worker on a whole shared session: it does every step of the cycle in turn, as Dagster's ops do, until all is done.

`python -m benchmarks.cluster.cycle_worker REMOTE SESSION ORIGIN LEASE_S OWNER`. Several at once do the same steps:
whoever has the session's lease does one, the others find it done. Home, cache and git's configuration are the
environment's.
"""

from __future__ import annotations

import sys

from testfix_pipeline import cycle
from testfix_pipeline.core.errors import UnknownSession
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.shared.session_state import SharedPlace


def run(place: SharedPlace, owner: str) -> None:
    """Do what is left of the session."""
    ref = cycle.SessionRef.of_shared(place, owner)
    try:
        cycle.measure(ref)
    except UnknownSession as over:  # another worker has completed it
        print(over)
        return
    number = 1
    while cycle.plan(ref, number) is not None:
        cycle.work(ref, number)
        cycle.settle_iteration(ref, number)
        number += 1
    cycle.finish(ref)


if __name__ == "__main__":
    url, session, origin, lease, who = sys.argv[1:]
    run(SharedPlace(url, SessionId(session), origin, float(lease)), who)
