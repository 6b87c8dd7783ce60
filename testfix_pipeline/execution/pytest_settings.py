"""A project's own settings of pytest, and whether its `src` is on the search path of its tests."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from testfix_pipeline.execution.project_files import read_ini, read_text, read_toml

Json = dict[str, Any]


def pytest_configuration(root: Path) -> tuple[str, Json]:
    """The file that configures pytest, as pytest itself would take it, and its settings; "" and {} where none does."""
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


def missing_search_path(root: Path) -> list[str]:
    """Return the folders of pytest's `pythonpath` that do not exist, in a project whose `src` it does not name."""
    named = words_of(pytest_configuration(root)[1].get("pythonpath"))
    has_other = (root / "src").is_dir() and all(Path(one) != Path("src") for one in named)
    return [one for one in named if has_other and not (root / one).exists()]


def imports_from_src(root: Path, interpreter: Path) -> bool:
    """Whether the tests of a project may import from its `src`.

    They may where no setting says otherwise: it may be installed by a command that is not known. A `pythonpath` that
    names what does not exist leaves them without it, unless it is installed beside the interpreter.
    """
    if not missing_search_path(root):
        return True
    sources = root / "src"
    packages = list(interpreter.parent.parent.glob("lib/python3*/*-packages"))
    names = {one.name for one in sources.iterdir()}
    links: Iterable[Path] = (
        one for place in packages for kind in ("*.pth", "__editable__*") for one in place.glob(kind)
    )
    return any((place / name).exists() for place in packages for name in names) or any(
        str(sources.resolve()) in read_text(one) for one in links if one.is_file()
    )


def words_of(value: object) -> list[str]:
    """The words of a setting that may be a text or a list."""
    if isinstance(value, str):
        return value.split()
    return [str(each) for each in value] if isinstance(value, list) else []
