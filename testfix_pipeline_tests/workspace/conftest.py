"""A repository and a session's mirror of it."""

from collections.abc import Callable
from typing import Any

import pytest

from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.git.mirror import Mirror

SESSION = SessionId("WFS-test-demo")


@pytest.fixture
def repo(repository: Callable[..., Any]) -> Any:
    """A repository with one commit: `calc.py` and `lib/text.py`."""
    made = repository()
    made.write("calc.py", "def add(a, b):\n    return a - b\n")
    made.write("lib/text.py", "def shout(s):\n    return s.upper()\n")
    made.commit("first")
    return made


@pytest.fixture
def mirror(repo: Any) -> Mirror:
    """The session's mirror, with its snapshot taken."""
    made = Mirror.open(repo.open(), SESSION, owner="run-1")
    made.snapshot()
    return made
