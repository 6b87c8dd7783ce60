"""Detects the test framework of a project and the conventions of its tests."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Any

from testfix_pipeline.core.counted_nouns import counted
from testfix_pipeline.core.patch_policy.javascript.written_tests import written_tests
from testfix_pipeline.core.plan_records import Conventions, FrameworkInfo
from testfix_pipeline.execution.project_files import read_json, read_text, read_toml
from testfix_pipeline.execution.pytest_settings import pytest_configuration, words_of
from testfix_pipeline.frameworks.builtin.python.detection import (
    MOST_READ,
    PYTHON_FRAMEWORKS,
    declared_version,
    evidence_of_pytest,
    evidence_of_unittest,
    pytest_patterns,
)
from testfix_pipeline.planning.code_readers import is_javascript
from testfix_pipeline.planning.project.files import ProjectFiles, walked_files
from testfix_pipeline.planning.project.naming_conventions import Naming
from testfix_pipeline.planning.project.python_conventions import (
    assertion_libraries,
    main_test_folder,
    mocking_libraries,
    python_conventions,
    usual_names,
)

Json = dict[str, Any]
_MOST_NAMED = 6
_HOOK = re.compile(r"\b(beforeEach|afterEach|beforeAll|afterAll|before|after)\(")


def _table(data: Json, key: str) -> Json:
    """The table below a key of a manifest; {} if a manifest has something else there."""
    found = data.get(key)
    return found if isinstance(found, dict) else {}


def _info(
    framework: str, evidence: str, pattern: str, version: str, assertions: str = "", mocks: str = "", folder: str = ""
) -> FrameworkInfo:
    return FrameworkInfo.model_validate(
        {
            "framework": framework,
            "version": version,
            "test_pattern": pattern,
            "test_directory": folder,
            "assertion_library": assertions,
            "mocking_framework": mocks,
            "evidence": evidence,
        }
    )


def _declared_in_package(package: Json) -> Json:
    """The packages that a `package.json` declares, each with its version."""
    return _table(package, "dependencies") | _table(package, "devDependencies")


def _detect_javascript(root: Path, files: ProjectFiles) -> FrameworkInfo | None:
    """The framework of a JavaScript project: by its script, its dependencies or its configuration; None if unknown."""
    package = read_json(root / "package.json")
    declared, command = _declared_in_package(package), str(_table(package, "scripts").get("test", ""))
    tests = [path for path in files.test_files if path.endswith((".js", ".ts", ".mjs", ".cjs", ".mts"))][:20]
    imported = package and any(re.search(r"[\"']node:test[\"']", files.text(path)) for path in tests)
    for name in _JAVASCRIPT if package else ():
        configured = any(root.glob(f"{name}.config.*")) or any(root.glob(f".{name}rc*"))
        named = name in command or name in declared or configured or (name == "jest" and "jest" in package)
        if named or (name == "node --test" and imported):
            label, mocks = _JAVASCRIPT[name]
            usual = "node:assert" if name in ("mocha", "node --test") else "expect"
            assertions, mocks = "chai" if "chai" in declared else usual, "sinon" if "sinon" in declared else mocks
            evidence = f"package.json ({command})" if command else "package.json"
            return _info(label, evidence, "*.test.*, *.spec.*", str(declared.get(name, "")), assertions, mocks)
    return None


_JAVASCRIPT = {
    "vitest": ("vitest", "vi"), "jest": ("jest", "jest"), "mocha": ("mocha", "none seen"),
    "node --test": ("node:test", "node:test mock"),
}  # fmt: skip
"""Frameworks as scripts name them -> their names, and what they mock with."""


def _detect_go(root: Path, files: ProjectFiles) -> FrameworkInfo | None:
    """`go test` for a project with a `go.mod`, else None."""
    text = read_text(root / "go.mod")
    version = re.search(r"(?m)^go (\S+)", text)
    assertions = "testify" if "stretchr/testify" in text else "testing"
    mocks = "gomock" if "gomock" in text else "none seen"
    said = version[1] if version else ""
    return _info("go test", "go.mod", "*_test.go", said, assertions, mocks) if text else None


def _detect_cargo(root: Path, files: ProjectFiles) -> FrameworkInfo | None:
    """`cargo test` for a project with a `Cargo.toml`, else None."""
    if not (root / "Cargo.toml").is_file():
        return None
    data = read_toml(root / "Cargo.toml")
    mocks = "mockall" if "mockall" in _table(data, "dev-dependencies") else "none seen"
    edition = str(_table(data, "package").get("edition", ""))
    return _info("cargo test", "Cargo.toml", "#[test]", edition, "assert!", mocks)


def _detect_junit(root: Path, files: ProjectFiles) -> FrameworkInfo | None:
    """JUnit for a project whose Maven or Gradle files name it, else None."""
    for name in ("pom.xml", "build.gradle", "build.gradle.kts"):
        text = read_text(root / name)
        if "junit" in text.lower() or "useJUnitPlatform" in text or "spring-boot-starter-test" in text:
            version = "5" if re.search("jupiter|useJUnitPlatform|spring-boot-starter-test", text) else "4"
            assertions = "AssertJ" if "assertj" in text else "JUnit assertions"
            mocks = "Mockito" if "mockito" in text else "none seen"
            return _info("JUnit", name, "*Test.java", version, assertions, mocks)
    return None


def detect_framework(
    root: Path, files: ProjectFiles | None = None, *, interpreter: Path | None = None, language: str = ""
) -> FrameworkInfo:
    """The framework of the project in `root`; `framework` is `unknown` where nothing tells.

    The project's configuration decides, its test files where that is silent. `interpreter` lets the installed version
    be read from its environment; otherwise `version` is what the project declares. `language` asks for the
    frameworks of one language alone. `evidence` says what decided, `also` what other frameworks have tests here.
    """
    files = files or walked_files(root, pytest_patterns(root))
    asked = _BY_LANGUAGE.get(language) or dict.fromkeys(each for kind in _BY_LANGUAGE.values() for each in kind)
    every = [found for detect in asked if (found := detect(root, files)) is not None]
    nothing = {"evidence": "no configuration and no test file of a known framework"}
    found = every[0] if every else FrameworkInfo.model_validate(nothing)
    declared = _declared_in_package(read_json(root / "package.json")) if not language else {}
    others = [*(each.framework for each in every[1:]), *(name for name in _JAVASCRIPT if name in declared)]
    found = found.model_copy(update={"also": [name for name in dict.fromkeys(others) if name != found.framework]})
    if found.framework in PYTHON_FRAMEWORKS:
        return _with_python_conventions(found, files, interpreter)
    naming = Naming(files.by_kind["source"], files.test_files)
    named = naming.describe() if files.test_files else ""
    texts = {path: files.text(path) for path in files.test_files[:MOST_READ] if is_javascript(path)}
    conventions = javascript_conventions(texts, named) if texts else Conventions(file_naming=named)
    folder = found.test_directory or main_test_folder(files.test_files)
    return found.model_copy(update={"test_directory": folder, "conventions": conventions})


_Detect = Callable[[Path, ProjectFiles], FrameworkInfo | None]


# --- Python


def _pytest(root: Path, files: ProjectFiles) -> FrameworkInfo | None:
    evidence = evidence_of_pytest(root, _python_tests(files))
    if not evidence:
        return None
    settings = pytest_configuration(root)[1]
    folders = [folder for folder in words_of(settings.get("testpaths")) if (root / folder).is_dir()]
    version, folder = declared_version(root, "pytest") or "", folders[0] if folders else ""
    return _info("pytest", evidence, _test_patterns(files), version, folder=folder)


def _unittest(root: Path, files: ProjectFiles) -> FrameworkInfo | None:
    evidence = evidence_of_unittest(_python_tests(files))
    return _info("unittest", evidence, "test*.py", "") if evidence else None


def _python_tests(files: ProjectFiles) -> Iterator[tuple[str, str]]:
    python = [path for path in files.by_kind["tests"] if path.endswith(".py")][:MOST_READ]
    return ((path, files.text(path)) for path in python)


def _with_python_conventions(found: FrameworkInfo, files: ProjectFiles, interpreter: Path | None) -> FrameworkInfo:
    tests = [path for path in files.by_kind["tests"] if path.endswith(".py")]
    texts = [files.text(path) for path in tests[:MOST_READ]]
    folder = found.test_directory or main_test_folder(files.test_files)
    naming = Naming(
        [path for path in files.by_kind["source"] if path.endswith(".py")], files.test_files, folder or "tests"
    )
    installed = _installed_version(interpreter, "pytest") if found.framework == "pytest" else ""
    return found.model_copy(
        update={
            "version": installed or found.version,
            "test_directory": folder,
            "assertion_library": assertion_libraries(texts, found.framework),
            "mocking_framework": mocking_libraries(texts),
            "conventions": python_conventions(
                texts, naming.describe(), [path for path in tests if path.endswith("conftest.py")]
            ),
        }
    )


def _test_patterns(files: ProjectFiles) -> str:
    """The patterns of test files that the project uses, or all of pytest's where it has no tests."""
    used = [p for p in files.patterns if any(fnmatchcase(PurePosixPath(path).name, p) for path in files.test_files)]
    return ", ".join(used or files.patterns)


def _installed_version(interpreter: Path | None, package: str) -> str:
    """The version of a package in the interpreter's environment, "" if it is not installed."""
    if interpreter is None:
        return ""
    for folder in interpreter.parent.parent.glob("lib/python*/site-packages"):
        for record in folder.glob(f"{package}-*.dist-info"):
            return record.name.removeprefix(f"{package}-").removesuffix(".dist-info")
    return ""


_BY_LANGUAGE: dict[str, tuple[_Detect, ...]] = {
    "Python": (_pytest, _unittest),
    "JavaScript": (_detect_javascript,),
    "TypeScript": (_detect_javascript,),
    "Go": (_detect_go,),
    "Rust": (_detect_cargo,),
    "Java": (_detect_junit,),
}


def javascript_conventions(texts: Mapping[str, str], file_naming: str) -> Conventions:
    """What the tests in `texts`, by path, have in common, each in words with counts."""
    titles = [names for path, text in texts.items() for names in _titles(path, text)]
    hooks = Counter(name for text in texts.values() for name in _HOOK.findall(text))
    return Conventions(
        file_naming=file_naming,
        test_structure=_describe_structure(list(texts.values()), titles),
        setup_teardown=_frequencies(hooks) or "none",
        test_naming=_title_style(titles),
    )


def _titles(path: str, text: str) -> list[tuple[str, ...]]:
    found = written_tests(path, text)
    return list(found.tests) if found is not None else []


def _describe_structure(texts: Sequence[str], titles: Sequence[tuple[str, ...]]) -> str:
    """The layout of tests in words: the function that defines them, groups, and the kind of module."""
    if not titles:
        return "no tests yet"
    words = Counter(word for text in texts for word in re.findall(r"(?m)^\s*(it|test)(?:\.\w+)*\(", text))
    word = words.most_common(1)[0][0] if words else "test"
    grouped = sum(len(one) > 1 for one in titles)
    groups = f" in describe ({grouped} of {len(titles)})" if grouped else ""
    imports = sum(bool(re.search(r"(?m)^import\b", text)) for text in texts)
    return f"{word}(){groups}, {'ES modules' if 2 * imports > len(texts) else 'require'}"


def _title_style(titles: Sequence[tuple[str, ...]]) -> str:
    """The usual length of a title in words, and three examples."""
    usual, shown = usual_names([names[-1] for names in titles], lambda title: len(title.split()))
    return f"{counted(usual, 'word')}, such as {', '.join(map(repr, shown))}" if shown else ""


def _frequencies(found: Counter[str]) -> str:
    return ", ".join(f"{name} ({number})" for name, number in found.most_common(_MOST_NAMED))
