"""Grades of whole sessions: proved where everything that was changed is judged, and packages stayed what they were."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.steps.verification.compared_commits import ChangeToVerify
from testfix_pipeline.steps.verification.verify_change import verify
from testfix_pipeline_tests.cycle.other_projects import CART, TEST_SCRIPT, analysis, cart_files, writes
from testfix_pipeline_tests.frameworks.conftest import builds, compilers, npm_modules

Cycle = Callable[..., dict[str, Any]]
Make = Callable[..., Any]

__all__ = ["compilers"]

VUE = "<script>\nmodule.exports = (price, count) => price * count;\n</script>\n<template><p/></template>\n"
VUE_LOADER = """\
const source = require('node:fs').readFileSync(`${__dirname}/Price.vue`, 'utf8');
new Function('module', source.split('<script>')[1].split('</script>')[0])(module);
"""
VUE_TEST = """\
const { test } = require('node:test');
test('multiplies', () => require('node:assert').strictEqual(require('../src/load')(2, 3), 6));
"""
GO = "package half\n\nfunc Half(n int) int { return n / 2 }\n"
GO_TEST = """\
package half

import "testing"

func TestHalf(t *testing.T) {
	if Half(4) != 2 {
		t.Fatal("wrong")
	}
}
"""
TS = "export const half = (n: number): number => n / 2;\n"
TS_TEST = """\
import { expect, test } from 'vitest';
import { half } from './half';
test('halves', () => expect(half(4)).toBe(2));
"""


@pytest.fixture
def fix(repository: Make, scripted: Make, run_cycle: Cycle) -> Cycle:
    """Commit files, run the cycle with an agent that writes a file; the result."""

    def run(files: dict[str, str], path: str, content: str, modules: Path | None = None) -> dict[str, Any]:
        repo = repository(files=files)
        if modules is not None:
            (repo.root / "node_modules").symlink_to(modules)
        agent = scripted({"1": analysis(f"{path}:code:2", "cause")}, {"*": writes(**{path: content})})
        return {"repo": repo, **run_cycle(repo, agents=[agent], max_iterations=1)}

    return run


def vue_files() -> dict[str, str]:
    source = {"src/Price.vue": VUE.replace("*", "+"), "src/load.js": VUE_LOADER}
    return {"package.json": TEST_SCRIPT, "test/price.test.js": VUE_TEST, **source}


def test_a_fix_in_a_file_that_nobody_judges_is_reported(node: str, fix: Cycle) -> None:
    found = fix(vue_files(), "src/Price.vue", VUE)
    assert (found["outcome"], found["grade"]) == ("success", "reported"), found["reason"]
    [reason] = found["grade_reasons"]
    assert reason.startswith("src/Price.vue (Vue): there are no tampering rules for such files")


@pytest.mark.parametrize(
    ("files", "path", "content", "grade"),
    [(vue_files(), "src/Price.vue", VUE, "reported"), (cart_files("limit"), "cart.js", CART, "proved")],
    ids=["vue", "js"],
)
def test_verify_grades_by_the_changed_files(node, repository, files, path, content, grade) -> None:
    repo = repository(files=files)
    repo.write(path, content)
    found = verify({"project": str(repo.root)}, ChangeToVerify())
    assert (len(found.newly_passing), found.grade) == (1, grade)


def test_verify_measures_again_where_packages_were_installed_since(node: str, repository: Make) -> None:
    repo = repository(files=cart_files("limit"))
    repo.write("cart.js", CART)
    assert verify({"project": str(repo.root)}, ChangeToVerify()).fault == ""
    repo.write("node_modules/money/index.js", "module.exports = { round: (x) => x };\n")
    found = verify({"project": str(repo.root)}, ChangeToVerify())
    assert (found.fault, len(found.newly_passing), found.grade) == ("", 1, "proved")


@builds("go")
def test_a_fix_in_go_is_proved(fix: Cycle) -> None:
    files = {"go.mod": "module example.com/half\n\ngo 1.19\n", "half.go": GO.replace("/", "*"), "half_test.go": GO_TEST}
    found = fix(files, "half.go", GO)
    assert (found["outcome"], found["grade"], found["grade_reasons"]) == ("success", "proved", [])


RUST = """\
pub fn half(n: i32) -> i32 {
    n / 2
}

#[cfg(test)]
mod tests {
    #[test]
    fn halves() {
        assert_eq!(super::half(4), 2);
    }
}
"""
CARGO = {
    "Cargo.toml": '[package]\nname = "half"\nversion = "0.1.0"\nedition = "2021"\n',
    "Cargo.lock": 'version = 3\n\n[[package]]\nname = "half"\nversion = "0.1.0"\n',
    "src/lib.rs": RUST.replace("/ 2", "* 2"),
}


@builds("cargo")
@pytest.mark.parametrize(
    ("patch", "outcome"),
    [(RUST, "success"), (RUST.replace("#[test]", "#[test]\n    #[ignore]"), "blocked"), ("", "blocked")],
    ids=["fixed", "ignored", "emptied"],
)
def test_a_fix_in_rust_lands_beside_inline_tests_that_stay(compilers, fix, patch, outcome) -> None:
    found = fix(CARGO, "src/lib.rs", patch)
    assert (found["outcome"], bool(found["diff"])) == (outcome, outcome == "success")
    assert found["grade"] == "reported"  # libtest's word


@pytest.mark.npm
def test_a_fix_in_typescript_is_proved(node: str, fix: Cycle) -> None:
    modules = npm_modules()
    if modules is None:
        pytest.skip("vitest is not installed: make test-full installs it")
    files = {
        "package.json": '{"scripts": {"test": "vitest run"}, "devDependencies": {"vitest": "*"}}',
        ".gitignore": "node_modules\n",
        "half.ts": TS.replace("/", "*"),
        "half.test.ts": TS_TEST,
    }
    found = fix(files, "half.ts", TS, modules)
    assert (found["outcome"], found["grade"], found["grade_reasons"]) == ("success", "proved", [])


def test_packages_that_change_after_the_baseline_make_a_run_no_measurement(node, repository, scripted, start) -> None:
    repo = repository(files=cart_files("limit"))
    session = start(
        repo, agents=[scripted({"1": analysis("cart.js:isFree:11", "cause")}, {"*": writes(**{"cart.js": CART})})]
    )
    session.measure()
    repo.write("node_modules/money/index.js", "module.exports = { round: (x) => x };\n")
    repo.write("node_modules/more/index.js", "")
    assert session.iteration(1).result == "no_gain"
    [attempt] = session.attempts.values()
    said = "Installed packages (node_modules/money, node_modules/more) changed since the baseline was measured"
    assert said in attempt.reason


def test_packages_that_a_setup_command_installs_otherwise_each_time_are_reported(
    node: str, repository: Make, scripted: Make, run_cycle: Cycle
) -> None:
    repo = repository()
    files = {name: text for name, text in cart_files("limit").items() if not name.startswith("node_modules")}
    repo.commit("first", **files)
    inside = "module.exports = { round: (x) => x };"
    setup = f'mkdir -p node_modules/money; echo "{inside} // $(pwd)" > node_modules/money/index.js'
    agent = scripted({"1": analysis("cart.js:isFree:11", "cause")}, {"*": writes(**{"cart.js": CART})})
    found = run_cycle(repo, agents=[agent], max_iterations=1, setup_command=setup)
    assert (found["outcome"], found["grade"]) == ("success", "reported"), found["reason"]
    changed = "Installed packages (node_modules/money) changed since the baseline was measured"
    assert found["grade_reasons"] == [f"{changed}: the setup command installs them."]


REWRITES = "const at = require.resolve('money');\nrequire('node:fs').{write}(at, '\\n// changed');\n"


def test_a_suite_that_rewrites_its_packages_is_no_measurement(node: str, fix: Cycle) -> None:
    files = cart_files("limit")
    files[".gitignore"] = ""
    files["test/cart.test.js"] += REWRITES.format(write="appendFileSync")
    with pytest.raises(MeasurementError, match=r"\(node_modules/money\) changed while the tests ran"):
        fix(files, "cart.js", CART)


def test_a_fix_that_rewrites_packages_does_not_land(node: str, fix: Cycle) -> None:
    files = cart_files("limit")
    files[".gitignore"] = ""
    files["cart.js"] += "require('./extra');\n"
    files["extra.js"] = ""
    files["test/cart.test.js"] += "if (require('../extra').more) require('../extra').more();\n"
    patch = "exports.more = () => {" + REWRITES.format(write="appendFileSync") + "};\n"
    found = fix(files, "extra.js", patch)
    assert (found["outcome"], found["diff"]) == ("blocked", "")
    assert (
        found["repo"].root.joinpath("node_modules/money/index.js").read_text() == files["node_modules/money/index.js"]
    )
