"""What git ignores and the tests need: missed with a name, or made by a setup command."""

from collections.abc import Callable
from typing import Any

import pytest

from testfix_pipeline.core.errors import MeasurementError

TESTS = "from built import VALUE\nfrom calc import add\n\n\ndef test_add():\n    assert add(1, 1) == VALUE\n"


@pytest.fixture
def needy(repository: Callable[..., Any]) -> Any:
    """A project whose tests import a module that git ignores; the checkout has it."""
    repo = repository()
    repo.commit(
        "first", **{".gitignore": "built.py\n", "calc.py": "def add(a, b):\n    return a + b\n", "test_calc.py": TESTS}
    )
    repo.write("built.py", "VALUE = 2\n")
    return repo


def test_a_worktree_that_lacks_what_git_ignores_is_an_error_that_names_it(needy, run_cycle) -> None:
    with pytest.raises(MeasurementError, match=r"built\.py") as raised:
        run_cycle(needy)
    assert "setup_command" in raised.value.next_step


@pytest.mark.parametrize("made", ["built.py", "built.py notes.txt"])
def test_a_setup_command_makes_it(needy: Any, run_cycle: Callable[..., Any], made: str) -> None:
    found = run_cycle(needy, setup_command=f"echo 'VALUE = 2' | tee {made}")
    assert (found["outcome"], found["diff"]) == ("success", "")


def test_an_attempt_is_judged_with_what_the_setup_command_makes(needy: Any, run_cycle: Callable[..., Any]) -> None:
    needy.commit("bug", **{"calc.py": "def add(a, b):\n    return a - b\n"})
    found = run_cycle(needy, setup_command="echo 'VALUE = 2' > built.py")
    assert (found["outcome"], found["iterations"]) == ("success", 1)


@pytest.mark.parametrize(
    ("command", "sentence"), [("exit 3", "ended with status 3"), ("echo x >> calc.py", "changes files that git tracks")]
)
def test_a_bad_setup_command_is_named(needy: Any, run_cycle: Callable[..., Any], command: str, sentence: str) -> None:
    with pytest.raises(MeasurementError, match=sentence):
        run_cycle(needy, setup_command=command)
