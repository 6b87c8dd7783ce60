"""Projects with a test whose name differs from run to run: they are repaired like others, and the result says so."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from testfix_pipeline_tests.frameworks.conftest import build_marks, npm_modules

Make = Callable[..., Any]

SHIPPING = """\
export function isFree(sum) {
  return sum > 100;
}
"""
TESTS = """\
describe('shipping', () => {
  test('is paid for nothing', () => assert.strictEqual(isFree(0), false));
  test('is paid below the limit', () => assert.strictEqual(isFree(99), false));
  test(`is free at ${Date.now()}`, () => assert.strictEqual(isFree(Date.now()), true));
  test('is free at the limit', () => assert.strictEqual(isFree(100), true));
  test('is free above it', () => assert.strictEqual(isFree(101), true));
});
"""
IMPORTS = "import assert from 'node:assert';\nimport { isFree } from '../shipping.js';\n"
REQUIRES = "const assert = require('node:assert');\nconst { isFree } = require('../shipping.js');\n"
GO = "package shipping\n\nfunc IsFree(sum int) bool {\n\treturn sum > 100\n}\n"
GO_TESTS = """\
package shipping

import (
	"fmt"
	"testing"
	"time"
)

func TestIsFree(t *testing.T) {
	now := int(time.Now().UnixNano())
	for _, one := range []struct {
		name string
		sum  int
		want bool
	}{
		{"nothing", 0, false},
		{"below", 99, false},
		{fmt.Sprintf("at %d", now), now, true},
		{"limit", 100, true},
		{"above", 101, true},
	} {
		t.Run(one.name, func(t *testing.T) {
			if got := IsFree(one.sum); got != one.want {
				t.Errorf("got %v, want %v", got, one.want)
			}
		})
	}
}
"""


def files_of(framework: str) -> dict[str, str]:
    """The project for a framework of JavaScript."""
    manifest: dict[str, Any] = {"name": "shipping", "scripts": {"test": framework}}
    if framework == "node --test":
        head = f"const {{ describe, test }} = require('node:test');\n{REQUIRES}"
    elif framework == "mocha":
        head = f"const test = it;\n{REQUIRES}"
    elif framework == "jest":
        head = REQUIRES
    else:
        head = f"import {{ describe, test }} from 'vitest';\n{IMPORTS}"
        manifest["type"] = "module"
    if framework != "node --test":
        manifest["devDependencies"] = {framework.partition(" ")[0]: "*"}
    is_module = "type" in manifest
    source = SHIPPING if is_module else f"{SHIPPING.removeprefix('export ')}module.exports = {{ isFree }};\n"
    name = "test/shipping.js" if framework == "mocha" else "test/shipping.test.js"
    return {
        "package.json": json.dumps(manifest),
        ".gitignore": "node_modules\n",
        "shipping.js": source,
        name: head + TESTS,
    }


NPM = [pytest.mark.npm, pytest.mark.skipif(npm_modules() is None, reason="the npm packages are not installed")]
FRAMEWORKS = [
    pytest.param(files_of("node --test"), "shipping.js", id="node:test"),
    *(pytest.param(files_of(name), "shipping.js", id=name, marks=NPM) for name in ("jest", "mocha", "vitest run")),
    pytest.param(
        {"go.mod": "module example.com/shipping\n\ngo 1.21\n", "shipping.go": GO, "shipping_test.go": GO_TESTS},
        "shipping.go",
        id="go",
        marks=build_marks("go"),
    ),
]


@pytest.fixture
def fixed(repository: Make, run_cycle: Make, node: str) -> Callable[[Mapping[str, str]], dict[str, Any]]:
    """Commit files and run the cycle with the built-in engine; the result and the repository."""

    def run(files: Mapping[str, str]) -> dict[str, Any]:
        repo = repository(files=dict(files))
        modules = npm_modules()
        if modules is not None:
            (repo.root / "node_modules").symlink_to(modules.resolve())
        return {"repo": repo, **run_cycle(repo, agents=["builtin"], max_iterations=1, budget_seconds=600)}

    return run


@pytest.mark.parametrize(("files", "source"), FRAMEWORKS)
def test_a_name_that_holds_the_time_keeps_no_patch_from_landing(fixed, files, source) -> None:
    found = fixed(files)
    landed = found["repo"].git("show", f"{found['branch']}:{source}")
    assert found["outcome"] in ("success", "partial") and found["reason"], found["reason"]
    assert landed == files[source].replace("> 100", ">= 100")
    assert found["pass_rate"] == 100 and found["remaining_failures"] == []
    [said] = [one for one in found["notices"] if "another id" in one]
    assert said.endswith("1 test has another id in each run; matched by its place.")


@pytest.mark.parametrize(("files", "source"), [FRAMEWORKS[0], FRAMEWORKS[-1]])
def test_a_failing_test_may_be_the_one_without_a_steady_name(fixed, files, source) -> None:
    swapped = {
        path: text.replace("'is free at the limit'", "`is free at the limit ${Date.now()}`").replace(
            '{"limit"', '{fmt.Sprintf("limit %d", now)'
        )
        for path, text in files.items()
    }
    found = fixed(swapped)
    assert found["outcome"] in ("success", "partial"), found["reason"]
    assert found["repo"].git("show", f"{found['branch']}:{source}") == files[source].replace("> 100", ">= 100")
    [fixed_test] = found["fixed_tests"]
    assert "limit" in fixed_test
