"""Where generated tests go: the project's test folder, its naming, and never over a file that is there."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from testfix_pipeline.core.plan_records import FrameworkInfo
from testfix_pipeline.execution.import_graph import python_files
from testfix_pipeline.planning.generation.source import ModuleSource


def uses_unittest(framework: FrameworkInfo) -> bool:
    return framework.framework.lower() == "unittest"


def place_files(root: Path, framework: FrameworkInfo, modules: Iterable[ModuleSource]) -> dict[str, str]:
    """Module file -> path of its new test file, relative to the project. No two test files share a name."""
    folder = _folder(root, framework)
    taken = {Path(file).name for file in python_files(root)}
    if (root / folder).is_dir():
        taken |= {path.name for path in (root / folder).iterdir()}
    found = {}
    for module in modules:
        name = next(name for name in _names(module, framework) if name not in taken)
        taken.add(name)
        found[module.file] = f"{folder}/{name}" if folder else name
    return found


def _folder(root: Path, framework: FrameworkInfo) -> str:
    named = framework.test_directory.strip("/").removeprefix("./")
    if named and not named.startswith("..") and not Path(named).is_absolute():
        return "" if named == "." else named
    return next((name for name in ("tests", "test") if (root / name).is_dir()), "tests")


def _names(module: ModuleSource, framework: FrameworkInfo) -> Iterable[str]:
    """Names in the order of preference; longer ones where two modules share theirs."""
    naming = f"{framework.test_pattern} {framework.conventions.file_naming}"
    trailing = "_test.py" in naming and "test_" not in naming
    parts = module.name.split(".")
    for length in range(1, len(parts) + 1):
        yield _file_name("_".join(parts[-length:]), trailing)
    number = 2
    while True:
        yield _file_name(f"{module.stem}_{number}", trailing)
        number += 1


def _file_name(stem: str, trailing: bool) -> str:
    return f"{stem}_characterisation_test.py" if trailing else f"test_{stem}_characterisation.py"
