"""Tests that a build puts where git does not look: the message says which they are, and how they are measured."""

import json

import pytest

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.steps.verification.tree_measurement import measure_tree
from testfix_pipeline_tests.conftest import Repository

TEST = "const test = require('node:test');\ntest('built', () => {});\n"


@pytest.mark.program("node")
@pytest.mark.parametrize("folder", ["dist/test", "out"])
def test_tests_that_a_build_makes_are_named_and_measured_where_their_folder_is_shared(tmp_path, folder) -> None:
    root = Repository(tmp_path / "kit")
    package = {"scripts": {"test": f"node --test {folder}/*.test.js"}}
    root.commit(**{"package.json": json.dumps(package), ".gitignore": f"/{folder.partition('/')[0]}\n"})
    root.write(f"{folder}/a.test.js", TEST)
    with pytest.raises(MeasurementError, match=f"Git does not have {folder}/a.test.js.*`setup_command`"):
        measure_tree({"project": str(root.root)})
    found = measure_tree({"project": str(root.root), "share": [folder.partition("/")[0]]})
    assert (found.passed, found.total) == (1, 1)
