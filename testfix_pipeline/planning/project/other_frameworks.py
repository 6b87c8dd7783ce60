"""Detects test frameworks of JavaScript, TypeScript, Go, Rust and Java by their manifests and tests."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from testfix_pipeline.core.plan_records import FrameworkInfo
from testfix_pipeline.execution.project_files import read_json, read_text, read_toml
from testfix_pipeline.planning.project.files import ProjectFiles

Json = dict[str, Any]


def detect_javascript(root: Path, files: ProjectFiles) -> FrameworkInfo | None:
    """The framework of a JavaScript project: by its script, its dependencies or its configuration; None if unknown."""
    package = read_json(root / "package.json")
    if not package:
        return None
    declared = {**(package.get("dependencies") or {}), **(package.get("devDependencies") or {})}
    command = str((package.get("scripts") or {}).get("test", ""))
    for name, label in (("vitest", "vitest"), ("jest", "jest"), ("mocha", "mocha"), ("node --test", "node:test")):
        configured = any(root.glob(f"{name}.config.*")) or any(root.glob(f".{name}rc*"))
        if name in command or name in declared or configured or (name == "jest" and "jest" in package):
            return _javascript_info(label, str(declared.get(name, "")), declared, command)
    tests = [path for path in files.test_files if path.endswith((".js", ".ts", ".mjs", ".cjs", ".mts"))][:20]
    if any(re.search(r"[\"']node:test[\"']", files.text(path)) for path in tests):
        return _javascript_info("node:test", "", declared, command)
    return None


def _javascript_info(name: str, version: str, declared: Json, command: str) -> FrameworkInfo:
    chai = "chai" if "chai" in declared else "node:assert" if name in ("mocha", "node:test") else "expect"
    mocks = {"vitest": "vi", "jest": "jest", "node:test": "node:test mock"}
    return FrameworkInfo.model_validate(
        {
            "framework": name,
            "version": version,
            "test_pattern": "*.test.*, *.spec.*",
            "assertion_library": chai,
            "mocking_framework": "sinon" if "sinon" in declared else mocks.get(name, "none seen"),
            "evidence": f"package.json ({command})" if command else "package.json",
        }
    )


def declared_javascript_frameworks(root: Path, files: ProjectFiles) -> list[str]:
    """The JavaScript frameworks that a project declares as dependencies; there may be several."""
    package = read_json(root / "package.json")
    declared = {**(package.get("dependencies") or {}), **(package.get("devDependencies") or {})}
    return [name for name in ("vitest", "jest", "mocha") if name in declared]


def detect_go(root: Path, files: ProjectFiles) -> FrameworkInfo | None:
    """`go test` for a project with a `go.mod`, else None."""
    text = read_text(root / "go.mod")
    if not text:
        return None
    version = re.search(r"(?m)^go (\S+)", text)
    return FrameworkInfo.model_validate(
        {
            "framework": "go test",
            "version": version.group(1) if version else "",
            "test_pattern": "*_test.go",
            "assertion_library": "testify" if "stretchr/testify" in text else "testing",
            "mocking_framework": "gomock" if "gomock" in text else "none seen",
            "evidence": "go.mod",
        }
    )


def detect_cargo(root: Path, files: ProjectFiles) -> FrameworkInfo | None:
    """`cargo test` for a project with a `Cargo.toml`, else None."""
    if not (root / "Cargo.toml").is_file():
        return None
    data = read_toml(root / "Cargo.toml")
    return FrameworkInfo.model_validate(
        {
            "framework": "cargo test",
            "version": str(data.get("package", {}).get("edition", "")),
            "test_pattern": "#[test]",
            "assertion_library": "assert!",
            "mocking_framework": "mockall" if "mockall" in data.get("dev-dependencies", {}) else "none seen",
            "evidence": "Cargo.toml",
        }
    )


def detect_junit(root: Path, files: ProjectFiles) -> FrameworkInfo | None:
    """JUnit for a project whose Maven or Gradle files name it, else None."""
    for name in ("pom.xml", "build.gradle", "build.gradle.kts"):
        text = read_text(root / name)
        if "junit" in text.lower() or "useJUnitPlatform" in text or "spring-boot-starter-test" in text:
            return FrameworkInfo.model_validate(
                {
                    "framework": "JUnit",
                    "version": "5" if re.search("jupiter|useJUnitPlatform|spring-boot-starter-test", text) else "4",
                    "test_pattern": "*Test.java",
                    "assertion_library": "AssertJ" if "assertj" in text else "JUnit assertions",
                    "mocking_framework": "Mockito" if "mockito" in text else "none seen",
                    "evidence": name,
                }
            )
    return None
