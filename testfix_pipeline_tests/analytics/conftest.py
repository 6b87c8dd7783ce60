"""Sessions whose story is known, together or alone; and one real session."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from testfix_pipeline_tests.analytics.stories import EPOCH, Story, together


@pytest.fixture
def story(tmp_path: Path) -> Callable[..., Story]:
    """story("WFS-test-a", project="shop", day=3): a session that begins on that day, opened."""

    def tell(session_id: str = "WFS-test-a", project: str = "shop", day: int = 0, **fields: Any) -> Story:
        return Story(tmp_path / project, session_id, EPOCH + timedelta(days=day)).opened(**fields)

    return tell


@pytest.fixture
def green(story: Callable[..., Story]) -> Story:
    """A session whose first fix task made the only failing test pass."""
    return story().baseline(a="failed", b="passed").planned("f1").settled("f1", after={"a": "passed", "b": "passed"})


@pytest.fixture
def combined() -> Callable[..., dict[str, pd.DataFrame]]:
    """combined(one, other): their tables, together."""
    return lambda *stories: together(stories)


@pytest.fixture(scope="session")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, dict[str, Any]]]:
    """A project that the cycle itself turned green, and its result."""
    from testfix_pipeline import cycle
    from testfix_pipeline.workspace.git.new_repository import make_repository

    folder = tmp_path_factory.mktemp("real")
    root = folder / "calc"
    root.mkdir()
    (root / "calc.py").write_text("def add(a, b):\n    return a - b\n\n\ndef larger(a, b):\n    return min(a, b)\n")
    (root / "test_calc.py").write_text(
        "from calc import add, larger\n\n\ndef test_add():\n    assert add(2, 3) == 5\n    assert add(1, 7) == 8\n\n\n"
        "def test_larger():\n    assert (larger(1, 2), larger(-3, -7)) == (2, -3)\n\n\n"
        "def test_same():\n    assert larger(2, 2) == 2\n"
    )
    with pytest.MonkeyPatch.context() as world:
        world.setenv("TESTFIX_CACHE", str(folder / "cache"))
        world.setenv("HOME", str(folder))
        make_repository(root, "first")
        yield root, cycle.run({"project": str(root)})
