"""The checks of JavaScript, TypeScript and Go projects: what their reports say, and real runs where the tools are."""

from __future__ import annotations

import json
import os
import pwd
from pathlib import Path

import pytest

from testfix_pipeline.execution.static_checks.cargo_tools import CargoCheck
from testfix_pipeline.execution.static_checks.go_tools import GoVet
from testfix_pipeline.execution.static_checks.npm_tools import Biome, ESLint, Tsc
from testfix_pipeline.execution.static_checks.static_checks import check_files, configured_tools
from testfix_pipeline_tests.execution.targets import ours

TARGET = ours()
TSC = """\
src/a.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.
  The expected type comes from property 'x'.
src/a.ts(3,1): error TS1005: ';' expected.
src/a.ts(2,15): error TS2591: Cannot find name 'process'.
error TS5083: Cannot read file.
"""
ESLINT = [
    {
        "filePath": "/x/src/b.js",
        "messages": [
            {"ruleId": "no-undef", "severity": 2, "message": "'a' is not defined.", "line": 1, "column": 12},
            {"ruleId": "eqeqeq", "severity": 1, "message": "Expected '==='.", "line": 2, "column": 1},
            {"ruleId": None, "fatal": True, "severity": 2, "message": "Parsing error", "line": 3, "column": 1},
            {"ruleId": None, "fatal": False, "severity": 1, "message": "File ignored", "line": 0, "column": 0},
        ],
    }
]
BIOME = {
    "diagnostics": [
        {
            "severity": "error",
            "message": "Using == may be unsafe.",
            "category": "lint/suspicious/noDoubleEquals",
            "location": {"path": "src/b.js", "start": {"line": 4, "column": 36}},
        },
        {"severity": "information", "message": "x", "category": "lint/x", "location": {"path": "src/b.js"}},
    ]
}
VET = "# kit/shop\nshop/a.go:7:2: Printf format %d has arg s of wrong type string\nvet: ./b.go:3:9: undefined: nope\n"
CARGO = [
    {"reason": "compiler-artifact"},
    {
        "reason": "compiler-message",
        "message": {
            "message": "mismatched types",
            "level": "error",
            "code": {"code": "E0308"},
            "spans": [{"file_name": "src/lib.rs", "line_start": 3, "is_primary": True}],
        },
    },
    {"reason": "compiler-message", "message": {"message": "1 error", "level": "error", "code": None, "spans": []}},
]


def seen(tool, output: str) -> list[tuple[str, int, str, str, bool]]:
    return [(one.file, one.line, one.rule, one.kind, one.is_error) for one in tool.findings(output, Path("/x"))]


def test_reports_are_read() -> None:
    assert seen(Tsc(), TSC) == [("src/a.ts", 1, "TS2322", "types", True), ("src/a.ts", 3, "TS1005", "compile", True)]
    assert seen(ESLint(), json.dumps(ESLINT)) == [
        ("src/b.js", 1, "no-undef", "lint", True),
        ("src/b.js", 2, "eqeqeq", "lint", False),
        ("src/b.js", 3, "syntax", "compile", True),
    ]
    assert seen(Biome(), json.dumps(BIOME)) == [("src/b.js", 4, "lint/suspicious/noDoubleEquals", "lint", True)]
    lines = "\n".join(map(json.dumps, [*CARGO, *CARGO]))
    assert seen(CargoCheck(), lines) == [("src/lib.rs", 3, "E0308", "types", True)]
    assert [one[:2] for one in seen(GoVet(), VET)] == [("shop/a.go", 7), ("b.go", 3)]


@pytest.mark.parametrize("tool", [ESLint(), Biome()])
def test_what_is_no_report_is_an_error(tool) -> None:
    with pytest.raises(ValueError):
        list(tool.findings("Oops! Something went wrong!", Path("/x")))


def test_tools_of_npm_are_the_projects_own(tmp_path: Path) -> None:
    for name in ("tsconfig.json", "eslint.config.js", "biome.json"):
        (tmp_path / name).write_text("{}")
    found = configured_tools(TARGET, tmp_path)
    assert [(one.tool.name, one.program) for one in found] == [("biome", None), ("eslint", None), ("tsc", None)]
    assert "not installed" in found[0].missing


def test_a_package_of_a_workspace_is_checked_by_its_own_configuration(tmp_path: Path) -> None:
    root = tmp_path / "project"
    for package in ("a", "b"):
        (root / f"packages/{package}/node_modules/.bin").mkdir(parents=True)
        (root / f"packages/{package}/tsconfig.json").write_text("{}")
        (root / f"packages/{package}/x.ts").write_text("")
        tool = root / f"packages/{package}/node_modules/.bin/tsc"
        # says where it runs, as tsc would of an error
        tool.write_text(f'#!/bin/sh\necho "x.ts(1,1): error TS2322: $(basename $PWD) {package}"\nexit 2\n')
        tool.chmod(0o755)
    found = check_files(TARGET, root, ["packages/a/x.ts", "packages/b/x.ts"], tmp_path / "cache")
    assert [(one.file, one.message) for one in found.findings] == [
        ("packages/a/x.ts", "a a"),
        ("packages/b/x.ts", "b b"),
    ]
    assert found.notices == ()
    only = check_files(TARGET, root, ["packages/b/x.ts"], tmp_path / "cache")
    assert [one.file for one in only.findings] == ["packages/b/x.ts"]


def test_imports_that_lead_nowhere_are_found(tmp_path: Path) -> None:
    root = tmp_path / "kit"
    for path in ("node_modules/left/index.js", "node_modules/@types/right/index.d.ts", "src/b.ts", "src/c/index.js"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("")
    (root / "package.json").write_text('{"name": "kit"}')
    good = [
        "node:fs",
        "fs/promises",
        "left",
        "left/x.js",
        "right",
        "./b",
        "./b.js",
        "./c",
        "kit",
        "#inner",
        "@/x",
        "x:y",
    ]
    bad = ["./nope", "../b", "leftt", "@scope/none", "left-pad-plus"]
    lines = [f"import '{name}';" for name in good] + [f"const x = require('{name}');" for name in bad]
    (root / "src" / "a.js").write_text("\n".join([*lines, "import(dynamic);", ""]))
    found = check_files(TARGET, root, ["src/a.js"], tmp_path / "cache").findings
    assert [one.line for one in found] == [len(good) + 1 + number for number in range(len(bad))]
    (root / "tsconfig.json").write_text('{"compilerOptions": {"paths": {"leftt": ["x"]}}}')
    assert [one.message for one in check_files(TARGET, root, ["src/a.js"], tmp_path / "cache").findings] == [
        "Nothing is found for './nope'.",
        "Nothing is found for '../b'.",
    ]


def npm_tools() -> Path | None:
    folders = [Path(one).parent for one in os.environ["PATH"].split(os.pathsep) if one.endswith("node_modules/.bin")]
    return next((one for one in folders if (one / "typescript" / "package.json").is_file()), None)


@pytest.mark.npm
def test_real_tools_check_a_project(tmp_path: Path) -> None:
    modules = npm_tools()
    if modules is None:
        pytest.skip("tsc, ESLint and biome are not installed: make test-full installs them")
    root = tmp_path / "project"
    root.mkdir()
    (root / "node_modules").symlink_to(modules)
    (root / "tsconfig.json").write_text('{"compilerOptions": {"strict": true, "types": []}, "include": ["*.ts"]}')
    (root / "eslint.config.mjs").write_text('export default [{ rules: { "no-undef": "error" } }];')
    (root / "biome.json").write_text("{}")
    (root / "a.ts").write_text('export const a: number = "x";\n')
    (root / "b.js").write_text("nope();\nif (1 == 2) {\n}\n")
    report = check_files(TARGET, root, ["a.ts", "b.js"], tmp_path / "cache")
    assert report.notices == ()
    rules = {(one.tool, one.file, one.rule) for one in report.findings}
    assert {("tsc", "a.ts", "TS2322"), ("eslint", "b.js", "no-undef")} <= rules
    assert ("biome", "b.js", "lint/suspicious/noDoubleEquals") in rules
    (root / "a.ts").write_text("export const b = 1;\n")
    assert {one.tool for one in check_files(TARGET, root, ["a.ts", "b.js"], tmp_path / "cache").findings} == {
        "eslint",
        "biome",
    }


@pytest.mark.program("go")
def test_go_vet_checks_the_packages_of_the_files(tmp_path: Path) -> None:
    root = tmp_path / "project"
    (root / "shop").mkdir(parents=True)
    (root / "go.mod").write_text("module kit\n\ngo 1.19\n")
    text = "package shop\n\nfunc F(s string) string {\n\ts = s\n\treturn s\n}\n"  # an import would be compiled here
    (root / "shop" / "a.go").write_text(text)
    report = check_files(TARGET, root, ["shop/a.go"], tmp_path / "cache")
    assert [(one.file, one.line, one.kind) for one in report.findings] == [("shop/a.go", 4, "lint")]
    (root / "shop" / "a.go").write_text(text.replace("s = s", "s += s"))
    assert check_files(TARGET, root, ["shop/a.go"], tmp_path / "cache").findings == ()
    (root / "shop" / "a.go").write_text(text.replace("s = s", "s += nope"))
    assert [one.kind for one in check_files(TARGET, root, ["shop/a.go"], tmp_path / "cache").findings] == ["compile"]


@pytest.mark.program("cargo")
def test_cargo_check_checks_the_package_of_a_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if "RUSTUP_HOME" not in os.environ:
        monkeypatch.setenv("RUSTUP_HOME", str(Path(pwd.getpwuid(os.getuid()).pw_dir) / ".rustup"))
    root = tmp_path / "project"
    (root / "shop/src").mkdir(parents=True)
    (root / "Cargo.toml").write_text('[workspace]\nmembers = ["shop"]\nresolver = "2"\n')
    (root / "Cargo.lock").write_text('version = 3\n\n[[package]]\nname = "shop"\nversion = "0.1.0"\n')
    (root / "shop/Cargo.toml").write_text('[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n')
    text = "pub fn half(n: i32) -> i32 {\n    n / 2\n}\n"
    (root / "shop/src/lib.rs").write_text(text.replace("n / 2", '"2"'))
    report = check_files(TARGET, root, ["shop/src/lib.rs"], tmp_path / "cache")
    assert report.notices == ()
    [found] = report.findings
    assert (found.file, found.line, found.rule, found.kind) == ("shop/src/lib.rs", 2, "E0308", "types")
    (root / "shop/src/lib.rs").write_text(text)
    assert check_files(TARGET, root, ["shop/src/lib.rs"], tmp_path / "cache").findings == ()
