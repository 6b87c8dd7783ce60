"""What test files need whose libraries moved on: the names for program code give the patch for a person."""

import pytest

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.updates.needed_test_changes import needed_test_changes


@pytest.mark.parametrize(
    ("library", "version", "symbol", "before", "after"),
    [
        ("python", "3.12.1", "collections.Mapping", "from collections import Mapping\nx = Mapping\n",
         "from collections.abc import Mapping\nx = Mapping\n"),
        ("python", "3.12.1", "imp.reload", "import imp\nx = imp.reload(sys)\n",
         "import importlib\nx = importlib.reload(sys)\n"),
        ("python", "3.12.1", "inspect.getargspec", "import inspect\nx = inspect.getargspec(f)\n",
         "import inspect\nx = inspect.getfullargspec(f)\n"),
    ],
)  # fmt: skip
def test_another_name_changes_a_test_file(tmp_path, library, version, symbol, before, after) -> None:
    (tmp_path / "test_a.py").write_text(before)
    update = Update(library=library, version=version, symbol=symbol, place="test_a.py:2")
    failure = Failure(test=TestId("test_a.py::test"), failure_class="test_defect", update=update)
    needed = needed_test_changes([failure], tmp_path)
    assert not needed.named
    assert [line[1:] for line in needed.patch.splitlines()[3:] if line[:1] in " +"] == after.splitlines()
