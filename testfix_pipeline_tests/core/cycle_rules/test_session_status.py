import pytest

from testfix_pipeline.core.cycle_rules.session_status import ARROWS, EXIT_CODES, check_transition
from testfix_pipeline.core.errors import UsageError


def test_only_resume_leaves_an_end() -> None:
    check_transition("paused", "active")
    check_transition("completed", "completed")
    with pytest.raises(UsageError, match=r"can't become active. Start a new session"):
        check_transition("completed", "active")
    with pytest.raises(UsageError, match="testfix resume"):
        check_transition("paused", "completed")
    assert set(EXIT_CODES.values()) == {0, 1, 2} and all(targets <= set(ARROWS) for targets in ARROWS.values())
