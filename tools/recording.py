"""Draws docs/pictures/fix.svg from what `testfix fix` prints on a copy of examples/ledger: `make recording`."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs/pictures/fix.svg"
COLUMNS = 110
STYLES = {"+": "green", "-": "red", "[x]": "green", "[-]": "cyan", "WFS-": "bold green", "next": "bold"}
COMMAND = ("fix", "--project", "ledger", "--agents", "builtin")


def main() -> int:
    """Returns the exit code of `testfix fix`; writes the picture only if that is 0."""
    with tempfile.TemporaryDirectory(prefix="testfix-recording-") as name:
        folder = Path(name)
        _make_project(folder)
        run = _run(folder)
        output = run.stdout.replace(f"{folder}{os.sep}", "")
    print(output)
    if run.returncode == 0:
        _draw(output)
    return run.returncode


def _make_project(folder: Path) -> None:
    project = folder / "ledger"
    shutil.copytree(ROOT / "examples/ledger", project, ignore=shutil.ignore_patterns("__pycache__", ".pytest_cache"))
    (folder / "home").mkdir()
    shutil.copy(ROOT / "dagster.yaml", folder / "home")
    identity = ("-c", "user.name=Test-fix pipeline", "-c", "user.email=testfix@localhost")
    for arguments in (("init", "-q"), ("add", "."), (*identity, "commit", "-qm", "A project with a failing test")):
        subprocess.run(["git", *arguments], cwd=project, check=True)


def _run(folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "DAGSTER_HOME": str(folder / "home"),
        "TESTFIX_CACHE": str(folder / "cache"),
        "COLUMNS": str(COLUMNS),
    }
    command = [str(Path(sys.executable).parent / "testfix"), *COMMAND]
    return subprocess.run(
        command, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )


def _draw(output: str) -> None:
    with Path(os.devnull).open("w") as nowhere:
        console = Console(record=True, width=COLUMNS, file=nowhere)
        for line in (f"$ testfix {' '.join(COMMAND)}", *output.splitlines()):
            style = next((style for start, style in STYLES.items() if line.lstrip().startswith(start)), "")
            console.print(Text(line, style=style), soft_wrap=False)
        drawing = console.export_svg(title="testfix fix", unique_id="testfix-fix")
    # Pages that show a picture load no fonts for it.
    PICTURE.write_text(re.sub(r"@font-face \{.*?\}\n", "", drawing, flags=re.DOTALL), encoding="utf-8")
    print(f"wrote {PICTURE.relative_to(ROOT)}")


if __name__ == "__main__":
    sys.exit(main())
