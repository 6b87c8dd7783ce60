"""What is particular to Go's and Rust's suites is reported as it is. The rest is in the conformance kit."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from testfix_pipeline.core.cycle_rules.results import summarise
from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.frameworks.builtin.go import build
from testfix_pipeline.frameworks.framework_run import Surroundings, run_rounds, run_target
from testfix_pipeline.frameworks.model import SuiteRequest
from testfix_pipeline.frameworks.project_suites import find_suites
from testfix_pipeline.frameworks.registry import targets
from testfix_pipeline.steps.session.spending import suite_seconds
from testfix_pipeline_tests.frameworks.conftest import (
    CRATE,
    GO_MOD,
    build_marks,
    builds,
    go_project,
    project,
    verdict_of,
)


def verdict(tree: Path, **request):
    (found,) = targets(tree)
    return verdict_of(found, tree, SuiteRequest(**{"test_seconds": 4.0, **request}))


def statuses(found):
    return {"/".join(test.titles): result.status for test, result in found.results.items()}


@builds("go")
def test_every_place_of_the_observer_is_found_in_this_version_of_go():
    root = subprocess.run(["go", "env", "GOROOT"], capture_output=True, text=True, check=True).stdout.strip()
    patched = build.patched(Path(root) / "src" / "testing")
    called = set(re.findall(r"testfix\w+", "".join(patched.values())))
    defined = set(re.findall(r"func (testfix\w+)", build.OBSERVER.read_text()))
    assert called >= {"testfixWrap", "testfixReport", "testfixFail", "testfixStart", "testfixEnd"}
    assert called - defined == {"testfixFullName", "testfixRunExample"}


@builds("go")
def test_what_the_compiler_took_is_known_apart_and_no_part_of_the_next_runs_time(tmp_path):
    go_project(tmp_path, 'import "testing"\n\nfunc TestIt(t *testing.T) { t.Fail() }\n')
    suites = find_suites(tmp_path).suites
    run = run_suite(TargetProject(Path(), "not asked", suites=suites), tmp_path)
    assert run.failing == {"a_test.go::TestIt"} and 0 < run.build_seconds < run.duration
    results = summarise(
        run.outcomes, measured=None, failures=[], mode="full_suite", command="", duration=run.duration, collected_at=""
    )
    measured = results.model_copy(update={"build_seconds": run.build_seconds})
    assert suite_seconds(measured) == run.duration - run.build_seconds


ASKS_GO = """
import (
	"os/exec"
	"strings"
	"testing"
)

func TestModules(t *testing.T) {
	said, err := exec.Command("go", "env", "GOMODCACHE").CombinedOutput()
	if err != nil || strings.TrimSpace(string(said)) != "MODULES" {
		t.Fatalf("%v: %s", err, said)
	}
}
"""


@builds("go")
def test_a_test_that_builds_programs_has_the_modules_of_the_user(tmp_path, monkeypatch):
    monkeypatch.setenv("GOMODCACHE", str(tmp_path / "modules"))
    tree = go_project(tmp_path / "kit", ASKS_GO.replace("MODULES", str(tmp_path / "modules")))
    assert verdict(tree, test_seconds=200.0).green


@builds("go")
@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("os.Exit(3)", "ended before its tests (exit code 3)"),
        ("if false { m.Run() }", "ended before its tests (exit code 0)"),
        ('panic("set up")', "panic: set up"),
    ],
)
def test_a_main_that_runs_no_tests_is_an_error_of_the_file(tmp_path, body, what):
    test = 'import ("os"; "testing")\n\nvar _ = os.Exit\n\nfunc TestIt(t *testing.T) {}\n'
    go_project(tmp_path, f"{test}\nfunc TestMain(m *testing.M) {{ {body} }}\n")
    found = verdict(tmp_path)
    assert what in found.file_errors["a_test.go"].error.message
    assert not found.green


@builds("go")
@pytest.mark.parametrize(("code", "green"), [("m.Run()", True), ("m.Run() + 1", False)])
def test_a_main_that_fails_after_its_tests_is_a_failing_hook(tmp_path, code, green):
    test = 'import ("os"; "testing")\n\nfunc TestIt(t *testing.T) {}\n'
    go_project(tmp_path, f"{test}\nfunc TestMain(m *testing.M) {{ os.Exit({code}) }}\n")
    found = verdict(tmp_path)
    assert found.green is green
    assert [hook.hook for hook in found.hooks] == ["TestMain"] * (not green)


@builds("go")
def test_a_main_that_hides_failures_changes_no_result(tmp_path):
    test = 'import ("os"; "testing")\n\nfunc TestBad(t *testing.T) { t.Fail() }\n'
    go_project(tmp_path, f"{test}\nfunc TestMain(m *testing.M) {{ m.Run(); os.Exit(0) }}\n")
    assert statuses(verdict(tmp_path)) == {"TestBad": "failed"}


@builds("go")
def test_examples_seeds_parallel_and_external_tests_are_tests(tmp_path):
    go_project(
        tmp_path,
        """import ("fmt"; "testing")

func ExampleGood() { fmt.Println("a"); // Output: a
}
func ExampleBad() { fmt.Println("a"); // Output: b
}
func ExamplePanics() { panic("x"); // Output: b
}
func FuzzIt(f *testing.F) {
	f.Add(1)
	f.Add(2)
	f.Fuzz(func(t *testing.T, n int) { if n == 2 { t.Fatal("two") } })
}
func TestTwice(t *testing.T) {}
func TestParallel(t *testing.T) {
	for _, name := range []string{"a", "b"} {
		name := name
		t.Run(name, func(t *testing.T) { t.Parallel(); if name == "b" { panic("in parallel") } })
	}
}
""",
        **{"b_test.go": 'package kit_test\n\nimport "testing"\n\nfunc TestTwice(t *testing.T) { t.Fail() }\n'},
    )
    found = verdict(tmp_path)
    assert found.faults == ()
    assert {str(test): result.status for test, result in found.results.items()} == {
        "a_test.go::ExampleGood": "passed",
        "a_test.go::ExampleBad": "failed",
        "a_test.go::ExamplePanics": "failed",
        "a_test.go::FuzzIt": "passed",
        "a_test.go::FuzzIt::seed#0": "passed",
        "a_test.go::FuzzIt::seed#1": "failed",
        "a_test.go::TestTwice": "passed",
        "a_test.go::TestParallel": "passed",
        "a_test.go::TestParallel::a": "passed",
        "a_test.go::TestParallel::b": "failed",
        "b_test.go::TestTwice#01": "failed",
    }


@builds("go")
def test_an_error_says_what_happened_and_where(tmp_path):
    test = """import "testing"

func deep() { var none *int; *none = 1 }

func TestPanics(t *testing.T) {
	deep()
}

func TestFails(t *testing.T) {
	t.Log("before")
	t.Errorf("got %d", 3)
}
"""
    go_project(tmp_path, test)
    errors = {test.titles[0]: result.error for test, result in verdict(tmp_path).results.items()}
    panics, fails = errors["TestPanics"], errors["TestFails"]
    assert (panics.type, fails.type) == ("runtime.Error", "TestFailed")
    assert "nil pointer dereference" in panics.message
    assert [(frame.file, frame.line) for frame in panics.frames] == [("a_test.go", 5), ("a_test.go", 8)]
    assert fails.message == "before\ngot 3"
    assert [(frame.file, frame.line) for frame in fails.frames] == [("a_test.go", 13)]


@builds("go")
def test_an_assertion_library_that_no_longer_fails_is_tampering(tmp_path):
    names = ("Equal", "True", "NoError", "Nil", "Contains")
    body = "package assert\n\n" + "".join(f"func {name}(t any, more ...any) bool {{ return true }}\n" for name in names)
    test = """import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestIt(t *testing.T) { assert.Equal(t, 1, 2) }
"""
    go_project(
        tmp_path, test, **{"own/go.mod": "module github.com/stretchr/testify\n\ngo 1.20\n", "own/assert/a.go": body}
    )
    needed = "require github.com/stretchr/testify v1.0.0\n\nreplace github.com/stretchr/testify => ./own\n"
    (tmp_path / "go.mod").write_text(f"{GO_MOD}\n{needed}")
    found = verdict(tmp_path)
    assert {fault.kind for fault in found.faults} == {"tampering"}
    assert not found.green


ROUNDS_GO = """
import ("os"; "testing")

func TestRound(t *testing.T) {
	_ = os.WriteFile("broken.go", []byte("not go"), 0o600)
	count, _ := os.ReadFile("count")
	_ = os.WriteFile("count", append(count, 'x'), 0o600)
	_, err := os.Stat(os.TempDir() + "/mark")
	_ = os.WriteFile(os.TempDir()+"/mark", nil, 0o600)
	if err == nil || len(count) != 1 { t.Fail() }
}
"""
ROUNDS_RUST = """
#[test]
fn round() {
    let count = std::fs::read_to_string("count").unwrap_or_default();
    std::fs::write("count", format!("{count}x")).unwrap();
    std::fs::write("src/lib.rs", "not rust").unwrap();
    let mark = std::env::temp_dir().join("mark");
    let known = mark.exists();
    std::fs::write(&mark, "").unwrap();
    assert!(!known && count.len() == 1);
}
"""


@pytest.mark.parametrize(
    "program", [pytest.param("go", marks=build_marks("go")), pytest.param("cargo", marks=build_marks("cargo"))]
)
def test_rounds_share_one_build_and_no_private_folder(tmp_path, program):
    rust = {"Cargo.toml": CRATE.format(name="kit"), "src/lib.rs": ROUNDS_RUST}
    go_project(tmp_path, ROUNDS_GO) if program == "go" else project(tmp_path, **rust)
    ((adapter, target),) = targets(tmp_path)
    ids = run_target(adapter, tmp_path, target).verdict.results.keys()
    for name in ("count", "broken.go"):
        (tmp_path / name).unlink(missing_ok=True)
    if program == "cargo":
        (tmp_path / "src/lib.rs").write_text(ROUNDS_RUST)
    found = run_rounds(adapter, tmp_path, target, SuiteRequest(ids=ids, rounds=3), surroundings=Surroundings())
    assert [[one.status for one in run.verdict.results.values()] for run in found] == [
        *(["failed"], ["passed"], ["failed"])
    ]
    assert not any(run.verdict.faults for run in found)


@builds("go")
def test_a_test_that_its_parent_keeps_from_running_is_an_error_when_it_is_asked_for(tmp_path):
    test = """import "testing"

func TestAll(t *testing.T) {
	t.Run("one", func(t *testing.T) {})
	t.Fatal("stop")
	t.Run("two", func(t *testing.T) {})
}
"""
    go_project(tmp_path, test)
    ids = {test.titles[-1]: test for test in verdict(tmp_path).results}
    assert set(ids) == {"TestAll", "one"}
    two = ids["one"].of("a_test.go", ("TestAll", "two"))
    found = verdict(tmp_path, ids=frozenset({two}))
    assert (statuses(found), found.faults) == ({"TestAll": "failed", "TestAll/two": "error"}, ())


def crate(folder: Path, **files: str) -> Path:
    return project(folder, **{"Cargo.toml": CRATE.format(name="kit"), **files})


@builds("cargo")
def test_unit_tests_are_in_the_file_that_holds_them_and_errors_say_where(tmp_path):
    same = '#[test]\nfn same() {\n    assert_eq!(1, 2, "{}", "why");\n}\n'
    deep = f"{same}#[test]\n#[should_panic]\nfn right() {{ panic!() }}\n"
    crate(
        tmp_path,
        **{
            "src/lib.rs": "mod deep;\n#[test]\nfn same() {}\n",
            "src/deep.rs": deep,
            "src/main.rs": "mod deep;\nfn main() {}\n",
        },
    )
    found = verdict(tmp_path)
    assert found.faults == ()
    assert {str(test): result.status for test, result in found.results.items()} == {
        "src/deep.rs::deep::same": "failed",
        "src/deep.rs::deep::same::#2": "failed",
        "src/deep.rs::deep::right": "passed",
        "src/deep.rs::deep::right::#2": "passed",
        "src/lib.rs::same": "passed",
    }
    error = next(result.error for result in found.results.values() if result.error)
    assert (error.type, error.frames[0].file, error.frames[0].line) == ("panic", "src/deep.rs", 3)
    assert error.message.startswith("assertion `left == right` failed: why")
    assert found.grade == "reported"
    assert not (tmp_path / "Cargo.lock").exists()
    assert not (tmp_path / "target").exists()


BESIDE = """
#[test]
fn greets() {
    let mut folder = std::env::current_exe().unwrap();
    folder.pop();
    folder.pop();
    assert!(std::process::Command::new(folder.join("PROGRAM")).status().unwrap().success());
}
"""


@builds("cargo")
@pytest.mark.parametrize("program", ["examples/hello", "kit"])
def test_a_test_finds_examples_and_programs_beside_its_own_binary(tmp_path, program):
    source = "src/main.rs" if program == "kit" else f"{program}.rs"
    tests = BESIDE.replace("PROGRAM", program)
    crate(tmp_path, **{"src/lib.rs": "", source: "fn main() {}\n", "tests/beside.rs": tests})
    assert verdict(tmp_path).green


@builds("cargo")
def test_a_library_that_does_not_compile_is_an_error_of_all_files_with_tests(tmp_path):
    crate(
        tmp_path,
        **{
            "src/lib.rs": 'mod deep;\nfn f() -> u8 { "" }\n',
            "src/deep.rs": "#[test]\nfn t() {}\n",
            "tests/a.rs": "#[test]\nfn t() {}\n",
        },
    )
    found = verdict(tmp_path)
    assert set(found.file_errors) == {"src/lib.rs", "src/deep.rs", "tests/a.rs"}
    assert "mismatched types" in found.file_errors["src/lib.rs"].error.message
    assert [(one.file, one.line) for one in found.file_errors["src/lib.rs"].error.frames] == [("src/lib.rs", 2)]


@builds("cargo")
def test_a_project_that_uses_nextest_has_a_process_for_each_test(tmp_path):
    test = """use std::sync::atomic::{AtomicUsize, Ordering};
static RUNS: AtomicUsize = AtomicUsize::new(0);
fn alone() { assert_eq!(RUNS.fetch_add(1, Ordering::SeqCst), 0) }
#[test]
fn one() { alone() }
#[test]
fn two() { alone() }
"""
    crate(tmp_path, **{"tests/a.rs": test})
    assert statuses(verdict(tmp_path)) == {"one": "passed", "two": "failed"}
    project(tmp_path, **{".config/nextest.toml": ""})
    assert verdict(tmp_path).green


@builds("cargo")
@pytest.mark.parametrize(("code", "status"), [(0, "passed"), (3, "failed")])
def test_a_target_without_libtest_is_one_test(tmp_path, code, status):
    crate(tmp_path, **{"tests/own.rs": f"fn main() {{ std::process::exit({code}) }}\n"})
    with (tmp_path / "Cargo.toml").open("a") as manifest:
        manifest.write('\n[[test]]\nname = "own"\nharness = false\n')
    found = verdict(tmp_path)
    assert {str(test): result.status for test, result in found.results.items()} == {"tests/own.rs::own": status}


@builds("cargo")
def test_a_crate_that_is_not_here_is_named_with_the_command_that_gets_it(tmp_path):
    crate(tmp_path, **{"src/lib.rs": "#[test]\nfn t() {}\n"})
    with (tmp_path / "Cargo.toml").open("a") as manifest:
        manifest.write('\n[dependencies]\nnowhere-at-all = "1"\n')
    with pytest.raises(ProjectError, match=r"not on this machine: nowhere-at-all\. Run `cargo fetch`"):
        list(targets(tmp_path))
