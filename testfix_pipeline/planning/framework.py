"""Which test framework a project uses, by its own configuration, and the conventions of its tests (SPEC 3)."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Any

from testfix_pipeline.core.plan_records import Conventions, FrameworkInfo
from testfix_pipeline.planning.context_files import DEFAULT_PATTERNS, TEST_FOLDERS, ProjectFiles, walked_files
from testfix_pipeline.planning.context_manifests import declared_packages, read, read_ini, read_json, read_toml
from testfix_pipeline.planning.context_naming import Naming

MOST_READ = 60  # test files that conventions are learned from
Json = dict[str, Any]


def detect_framework(
    root: Path, files: ProjectFiles | None = None, *, interpreter: Path | None = None
) -> FrameworkInfo:
    """The framework of the project in `root`; `framework` is `unknown` where nothing tells.

    The project's configuration decides, its test files where that is silent. `interpreter` lets the installed version
    be read from its environment; otherwise `version` is what the project declares. `evidence` says what decided.
    """
    files = files or walked_files(root, pytest_patterns(root))
    for detect in (_pytest, _unittest, _javascript, _go, _cargo, _junit):
        found = detect(root, files)
        if found is not None:
            break
    else:
        found = FrameworkInfo.model_validate({"evidence": "no configuration and no test file of a known framework"})
    if found.framework in ("pytest", "unittest"):
        return _with_python_conventions(found, files, interpreter)
    naming = Naming(files.by_kind["source"], files.test_files)
    return found.model_copy(
        update={
            "test_directory": found.test_directory or _test_folder(files.test_files),
            "conventions": Conventions(file_naming=naming.describe() if files.test_files else ""),
        }
    )


def pytest_patterns(root: Path) -> tuple[str, ...]:
    """The names that pytest finds test files by: the project's `python_files`, else pytest's own."""
    return tuple(_words(pytest_settings(root).get("python_files"))) or DEFAULT_PATTERNS


def pytest_settings(root: Path) -> Json:
    """The project's settings of pytest, from the file that pytest itself would take; {} where there are none."""
    return _configured(root)[1]


def _configured(root: Path) -> tuple[str, Json]:
    """The file that configures pytest, "" where none does, and its settings."""
    for name in ("pytest.ini", ".pytest.ini"):
        if (root / name).is_file():
            return name, read_ini(root / name).get("pytest", {})
    tool = read_toml(root / "pyproject.toml").get("tool")
    table = tool.get("pytest") if isinstance(tool, dict) else None
    if isinstance(table, dict):
        options = table.get("ini_options", table)
        return "pyproject.toml", options if isinstance(options, dict) else {}
    for name, section in (("tox.ini", "pytest"), ("setup.cfg", "tool:pytest")):
        settings = read_ini(root / name).get(section)
        if settings is not None:
            return name, settings
    return "", {}


# --- Python


def _pytest(root: Path, files: ProjectFiles) -> FrameworkInfo | None:
    configured, settings = _configured(root)
    declared = _declared(root, "pytest")
    in_tests = _first_test(files, lambda text: re.search(r"^[ \t]*(import|from) pytest\b", text, re.M) is not None)
    plain = _first_test(files, lambda text: re.search(r"^(async )?def test", text, re.M) is not None)
    evidence = configured or ("declared as a dependency" if declared is not None else in_tests or plain)
    if not evidence:
        return None
    folders = [folder for folder in _words(settings.get("testpaths")) if (root / folder).is_dir()]
    return FrameworkInfo.model_validate(
        {
            "framework": "pytest",
            "version": declared or "",
            "test_pattern": _pattern(files),
            "test_directory": folders[0] if folders else "",
            "evidence": evidence,
        }
    )


def _unittest(root: Path, files: ProjectFiles) -> FrameworkInfo | None:
    evidence = _first_test(files, lambda text: "unittest" in text and "TestCase" in text)
    if not evidence:
        return None
    found = {"framework": "unittest", "test_pattern": "test*.py", "evidence": evidence}
    return FrameworkInfo.model_validate(found)


def _first_test(files: ProjectFiles, fits: Callable[[str], bool]) -> str:
    python = [path for path in files.by_kind["tests"] if path.endswith(".py")][:MOST_READ]
    return next((path for path in python if fits(files.text(path))), "")


def _with_python_conventions(found: FrameworkInfo, files: ProjectFiles, interpreter: Path | None) -> FrameworkInfo:
    tests = [path for path in files.by_kind["tests"] if path.endswith(".py")]
    texts = [files.text(path) for path in tests[:MOST_READ]]
    folder = found.test_directory or _test_folder(files.test_files)
    naming = Naming(
        [path for path in files.by_kind["source"] if path.endswith(".py")], files.test_files, folder or "tests"
    )
    installed = _installed(interpreter, "pytest") if found.framework == "pytest" else ""
    return found.model_copy(
        update={
            "version": installed or found.version,
            "test_directory": folder,
            "assertion_library": _assertions(texts, found.framework),
            "mocking_framework": _mocking(texts),
            "conventions": Conventions(
                file_naming=naming.describe(),
                test_structure=_structure(texts),
                setup_teardown=_setup(texts, [path for path in tests if path.endswith("conftest.py")]),
            ),
        }
    )


def _count(texts: Sequence[str], pattern: str) -> int:
    compiled = re.compile(pattern, re.M)
    return sum(len(compiled.findall(text)) for text in texts)


def _structure(texts: Sequence[str]) -> str:
    functions, methods = _count(texts, r"^(?:async )?def test"), _count(texts, r"^[ \t]+(?:async )?def test")
    if not functions and not methods:
        return "no tests yet"
    cases = _count(texts, r"^class \w+\(.*TestCase\)")
    classes = "methods of TestCase classes" if cases else "methods of Test classes"
    kind = "functions" if functions >= methods else classes
    both = f" ({functions} functions, {methods} methods)" if functions and methods else ""
    tables = ", parametrised" if _count(texts, r"mark\.parametrize|\.subTest\(") else ""
    return kind + both + tables


def _setup(texts: Sequence[str], conftests: Sequence[str]) -> str:
    ways = [
        (_count(texts, r"@(?:pytest\.)?fixture\b"), "fixtures"),
        (_count(texts, r"def setUp(?:Class)?\("), "setUp/tearDown"),
        (_count(texts, r"def setup_(?:method|function|module|class)\("), "setup_method/teardown_method"),
    ]
    used = [name for number, name in sorted(ways, key=lambda way: -way[0]) if number]
    shared = f"; shared in {', '.join(conftests[:3])}" if conftests and "fixtures" in used else ""
    return (", ".join(used) or "none") + shared


def _assertions(texts: Sequence[str], framework: str) -> str:
    plain, methods = _count(texts, r"^[ \t]+assert\b"), _count(texts, r"self\.assert\w+\(")
    extra = [
        name
        for name in ("hamcrest", "assertpy", "sure", "expects")
        if _count(texts, rf"^[ \t]*(?:from|import) {name}\b")
    ]
    usual = "unittest assertions" if methods > plain or framework == "unittest" else "assert statements"
    return ", ".join([usual, *extra])


def _mocking(texts: Sequence[str]) -> str:
    ways = {
        "unittest.mock": r"unittest(?:\.mock| import mock)|^import mock\b",
        "pytest-mock": r"\bmocker\b",
        "monkeypatch": r"\bmonkeypatch\b",
        "responses": r"^[ \t]*import responses\b",
    }
    numbers = {name: _count(texts, pattern) for name, pattern in ways.items()}
    return ", ".join(sorted((name for name in ways if numbers[name]), key=lambda name: -numbers[name])) or "none seen"


def _test_folder(tests: Sequence[str]) -> str:
    """The folder of most tests, "" where they lie at the root: down to one that is named as tests' folders are, else
    what they have in common."""
    tops = Counter(path.split("/")[0] if "/" in path else "" for path in tests)
    top = tops.most_common(1)[0][0] if tops else ""
    if not top:
        return ""
    folders = [PurePosixPath(path).parent for path in tests if path.startswith(f"{top}/")]
    named = Counter(_named_folder(folder) for folder in folders)
    best = named.most_common(1)[0][0]
    return best or os.path.commonpath(folders)


def _named_folder(folder: PurePosixPath) -> str:
    places = [place for place, part in enumerate(folder.parts) if part in TEST_FOLDERS]
    return "/".join(folder.parts[: places[0] + 1]) if places else ""


def _pattern(files: ProjectFiles) -> str:
    """The names of test files: those of pytest's patterns that the project uses, all of them where it has no tests."""
    used = [p for p in files.patterns if any(fnmatchcase(PurePosixPath(path).name, p) for path in files.test_files)]
    return ", ".join(used or files.patterns)


def _installed(interpreter: Path | None, package: str) -> str:
    """The version that the interpreter's environment has, read from the names of its packages' records."""
    if interpreter is None:
        return ""
    for folder in interpreter.parent.parent.glob("lib/python*/site-packages"):
        for record in folder.glob(f"{package}-*.dist-info"):
            return record.name.removeprefix(f"{package}-").removesuffix(".dist-info")
    return ""


def _declared(root: Path, name: str) -> str | None:
    """The version that the project asks for, "" for any, None where it does not name the package."""
    return next((package.spec for package in declared_packages(root) if package.name.lower() == name), None)


# --- other languages


def _javascript(root: Path, files: ProjectFiles) -> FrameworkInfo | None:
    package = read_json(root / "package.json")
    if not package:
        return None
    declared = {**(package.get("dependencies") or {}), **(package.get("devDependencies") or {})}
    command = str((package.get("scripts") or {}).get("test", ""))
    for name, label in (("vitest", "vitest"), ("jest", "jest"), ("mocha", "mocha"), ("node --test", "node:test")):
        configured = any(root.glob(f"{name}.config.*")) or any(root.glob(f".{name}rc*"))
        if name in command or name in declared or configured or (name == "jest" and "jest" in package):
            return _javascript_info(label, str(declared.get(name, "")), declared, command)
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


def _go(root: Path, files: ProjectFiles) -> FrameworkInfo | None:
    text = read(root / "go.mod")
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


def _cargo(root: Path, files: ProjectFiles) -> FrameworkInfo | None:
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


def _junit(root: Path, files: ProjectFiles) -> FrameworkInfo | None:
    for name in ("pom.xml", "build.gradle", "build.gradle.kts"):
        text = read(root / name)
        if "junit" in text.lower():
            return FrameworkInfo.model_validate(
                {
                    "framework": "JUnit",
                    "version": "5" if "jupiter" in text else "4",
                    "test_pattern": "*Test.java",
                    "assertion_library": "AssertJ" if "assertj" in text else "JUnit assertions",
                    "mocking_framework": "Mockito" if "mockito" in text else "none seen",
                    "evidence": name,
                }
            )
    return None


def _words(value: object) -> list[str]:
    if isinstance(value, str):
        return value.split()
    return [str(each) for each in value] if isinstance(value, list) else []
