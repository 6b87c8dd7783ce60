"""Takes the steps of deploy/Containerfile in a fresh root file system, where no image can be built, and the demo in it.

Needs root and mmdebstrap. For the base image stands Debian's release with its own Python of the same version and the
image's pip. An argument names a root file system to use, or to make and keep. Exits with the status of the first step
that fails; the image's own command only starts, since it says what a cluster lacks.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from tools.root_file_system import RootFileSystem, make_root

ROOT = Path(__file__).resolve().parents[1]
RECIPE = ROOT / "deploy" / "Containerfile"
_BASE = re.compile(r"python:(?P<python>[\d.]+)-slim-(?P<release>\w+)")
_PIP = "24.0"


class Image:
    """A root file system, and how the next step runs in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.system = RootFileSystem(root)
        self.env = self.system.env
        self.folder, self.user = "/", 0
        self.env["PIP_BREAK_SYSTEM_PACKAGES"] = "1"  # of Debian's Python, which the real base image has not

    def run(self, argv: list[str]) -> int:
        """Run a command as the step's user; its status."""
        return self.system.run(argv, self.folder, self.user)

    def take(self, step: str, rest: str) -> int:
        """Take one step of the recipe; 0, or the status of what failed."""
        if step == "RUN":
            return self.run(["sh", "-c", rest])
        if step in ("ENV", "ARG"):
            self.env |= {name: value.strip('"') for name, _, value in (one.partition("=") for one in rest.split())}
        elif step == "WORKDIR":
            self.folder = rest
            (self.root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
        elif step == "USER":
            self.user = int(rest)
            self.env["HOME"] = "/home/testfix"
        elif step == "COPY":
            self._copy(*rest.split())
        elif step == "CMD":
            print(f"its command ended with {self.run(json.loads(rest))}", flush=True)
        elif step not in ("FROM", "EXPOSE"):
            raise ValueError(f"{step} is a step that is not known here")
        return 0

    def _copy(self, source: str, _: str) -> None:
        target = self.root / self.folder.lstrip("/")
        asked = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", source]
        listed = subprocess.run(asked, cwd=ROOT, check=True, capture_output=True, text=True).stdout
        for name in filter(None, listed.split("\0")):
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)


def steps(recipe: str) -> Iterator[tuple[str, str]]:
    """The steps of a recipe: their words, and what follows those."""
    plain = "\n".join(line for line in recipe.splitlines() if not line.startswith("#"))
    for line in plain.replace("\\\n", " ").splitlines():
        step, _, rest = line.strip().partition(" ")
        if step:
            yield step, rest.strip()


def base_of(recipe: Mapping[str, str]) -> tuple[str, list[str]]:
    """The release and the packages of the base image's stand-in. Raises KeyError, ValueError."""
    found = _BASE.fullmatch(recipe["FROM"])
    if found is None:
        raise ValueError(f"{recipe['FROM']} has no stand-in here")
    python = f"python{found['python']}"
    return found["release"], [python, f"{python}-venv", "python3-pip", "ca-certificates"]


def main() -> int:
    recipe = list(steps(RECIPE.read_text()))
    with tempfile.TemporaryDirectory(prefix="try-image-") as folder:
        root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(folder) / "root"
        if not root.exists() and (status := make_root(root, *base_of(dict(recipe)))):
            return status
        image = Image(root)
        if status := image.run(["python3", "-m", "pip", "install", "--quiet", f"pip=={_PIP}"]):
            return status
        for step, rest in recipe:
            print(f"{step} {rest}"[:100], flush=True)
            if status := image.take(step, rest):
                print(f"{step} failed with {status}")
                return status
        return image.run(["testfix", "demo"])


if __name__ == "__main__":
    sys.exit(main())
