"""Which sessions go by which limit."""

from testfix_pipeline.core.configuration.retention import (
    MIB,
    Policy,
    RetainedSession,
    read_policy,
    sessions_over,
    sessions_to_go,
)
from testfix_pipeline.core.test_ids import SessionId


def gone(policy: Policy, *sessions: RetainedSession) -> dict[str, str]:
    return {one.name: why for one, why in sessions_to_go(policy, sessions)}


def test_what_is_over_a_limit_goes_the_newest_never() -> None:
    five = [RetainedSession(SessionId(f"s{days}"), days, MIB) for days in (90, 61, 30, 2, 1)]
    unlimited = Policy(session_days=0, session_count=0, session_mib=0)
    assert gone(unlimited, *five) == {}
    assert gone(Policy(session_count=0), *five) == {"s90": "90 days old, over 60", "s61": "61 days old, over 60"}
    assert list(gone(unlimited.model_copy(update={"session_count": 3}), *five)) == ["s90", "s61"]
    assert gone(unlimited.model_copy(update={"session_mib": 4}), *five) == {"s90": "it and newer ones are over 4 MiB"}
    assert gone(Policy(session_days=1), RetainedSession(SessionId("only"), 400, 0)) == {}


def test_what_has_to_stay_stays_and_counts() -> None:
    policy = Policy(session_days=0, session_count=2, session_mib=0)
    sessions = [
        RetainedSession(SessionId("old"), 9, 0, stays="unmerged"),
        RetainedSession(SessionId("b"), 3, 0, stays="unmerged"),
        RetainedSession(SessionId("c"), 2, 0),
        RetainedSession(SessionId("d"), 1, 0),
    ]
    assert gone(policy, *sessions) == {}
    assert gone(policy, *sessions, RetainedSession(SessionId("e"), 4, 0)) == {"e": "beyond the newest 2"}


def test_a_policy_is_read() -> None:
    assert read_policy(None) == Policy()
    assert not read_policy(False).enabled and not read_policy("off").enabled
    assert read_policy({"session_days": 3, "unmerged": "remove"}).unmerged == "remove"


def test_what_only_stays_because_it_has_to_is_named_with_its_limit() -> None:
    policy = Policy(session_days=0, session_count=0, session_mib=3)
    sessions = [
        RetainedSession(SessionId("small"), 9, MIB),
        RetainedSession(SessionId("large"), 3, 3 * MIB, stays="unmerged"),
        RetainedSession(SessionId("new"), 1, MIB),
    ]
    assert [(one.name, one.stays) for one, _ in sessions_over(policy, sessions)] == [
        ("small", ""),
        ("large", "unmerged"),
    ]
