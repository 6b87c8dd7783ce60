"""What Go's compiler makes serves all projects and runs, where no test can write to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from testfix_pipeline.core.cache_folder import builds_root
from testfix_pipeline.execution.processes.supervisor import bubblewrap_works
from testfix_pipeline.execution.run_options import RunOptions
from testfix_pipeline.execution.static_checks.static_checks import check_files
from testfix_pipeline.frameworks import build_folders
from testfix_pipeline.frameworks.framework_suite import FrameworkSuite
from testfix_pipeline.frameworks.manifest import Manifest
from testfix_pipeline.frameworks.registry import targets
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.frameworks.conftest import builds, go_project

TEST = """
import (
	"os"
	"testing"
)

func TestHidden(t *testing.T) {
	if _, err := os.Stat("{cache}"); err == nil {
		t.Error("what other projects are built from is visible")
	}
}
"""
FEW = 60
"""More files than builds of a few small packages add, as tests beside this one do; the standard library has 200."""


def passes(tree: Path) -> bool:
    """Whether a new process of this program finds the tests of a project passing."""
    build_folders._of_this_process.cache_clear()
    ((adapter, target),) = targets(tree)
    run = FrameworkSuite(adapter, Manifest(), target).run(ours(), tree, None, RunOptions())
    return run.fault is None and {one.status for one in run.outcomes.values()} == {"passed"}


def compiled() -> int:
    return sum(one.is_file() for one in (builds_root() / "go").rglob("*"))


@builds("go")
def test_a_second_project_needs_no_new_build_of_the_standard_library(tmp_path: Path) -> None:
    if not bubblewrap_works():
        pytest.skip("bubblewrap does not work here")
    trees = [go_project(tmp_path / name, TEST.replace("{cache}", str(builds_root() / "go"))) for name in "ab"]
    assert passes(trees[0])
    before = compiled()
    assert before and passes(trees[1])
    assert compiled() - before < FEW
    (trees[1] / "a.go").write_text('package kit\n\nimport "fmt"\n\nfunc say() { fmt.Printf("%d", "a") }\n')
    report = check_files(ours(), trees[1], ["a.go"], tmp_path / "static")
    assert [(one.file, one.line) for one in report.findings] == [("a.go", 5)]
    assert not (tmp_path / "static").exists()
