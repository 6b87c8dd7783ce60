"""A library whose version 2 broke what its version 1 had, written to a folder as an installed distribution."""

import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from testfix_pipeline_tests.execution.targets import environment, packages

NAME = "shapeless"
TWO: dict[str, str] = {
    "__init__.py": '''\
"""A library in its second version."""


class Client:
    def __init__(self, host, *, timeout=3):
        self.host, self.timeout = host, timeout

    def fetch_all(self, path, max_items=10):
        return [path] * max_items

    def is_open(self):
        return True


class NewThing:
    def __init__(self, n):
        self.n = n


def render(text, *, indent_width=2, uppercase=False):
    """The text, indented.

    ``pretty`` was removed in 2.0: it had no effect.
    """
    return " " * indent_width + (text.upper() if uppercase else text)


def scale(value, factor):
    return value * factor


class Field:
    def __init__(self, *, start_value=None):
        self.start_value = start_value


class Number(Field):
    def __init__(self, places=2, **more):
        super().__init__(**more)
        self.places = places


def shuffled(things, rng=None):
    """Things in another order.

    Parameters
    ----------
    things : list
        What to shuffle.
    rng : int, optional
        The seed of the order.
    """
    return sorted(things, key=lambda one: hash((rng, one)))


def __getattr__(name):
    if name == "OldThing":
        raise AttributeError("OldThing was removed in shapeless 2.0. Use `NewThing` instead.")
    if name == "float":
        raise AttributeError("`shapeless.float` was an alias for the builtin `float`. Use `float` by itself.")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
''',
    "tools/__init__.py": "",
    "tools/sums.py": "def combine(a, b):\n    return a + b\n",
    "tools/forms.py": """\
class Strict:
    pass


def parse_form(text, dialect):
    return dialect.__name__ + text


def parse_strictly(text):
    return parse_form(text, Strict)
""",
    "units.py": "class Metre:\n    length = 1\n",
}

ONE: dict[str, str] = {
    "__init__.py": '''\
import warnings

from shapeless.painting import paint
from shapeless.things import Thing as OldName


class Client:
    def __init__(self, host, wait=3):
        self.host, self.wait = host, wait


def scale(value, factor=2):
    return value * factor


def combine_all(*values):
    """Deprecated: use ``shapeless.tools.sums.combine`` instead."""
    return sum(values)
''',
    "painting.py": """\
import warnings


def render(text, width=2):
    return " " * width + text


def paint(text, width=2):
    warnings.warn("'paint' is renamed to 'render', the old name will be removed in 2.0", DeprecationWarning)
    return render(text, width)
""",
    "things.py": "class NewThing:\n    pass\n\n\nThing = NewThing\n",
}
"""The first version, as far as it differs."""


def write_release(folder: Path, files: dict[str, str] | None = None) -> Path:
    """Write the files of version 1 as a wheel is unpacked."""
    for path, text in (ONE if files is None else files).items():
        file = folder / NAME / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return folder


def install(site: Path, version: str = "2.0", files: dict[str, str] | None = None, name: str = NAME) -> Path:
    """Write the files of a version into `site`, a folder on the module search path, as a package manager would."""
    record = []
    for path, text in (TWO if files is None else files).items():
        file = site / name / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        record.append(f"{name}/{path},,\n")
    info = site / f"{name}-{version}.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (info / "RECORD").write_text("".join(record))
    return site


def write_wheel(
    folder: Path, version: str, files: dict[str, str] | None = None, name: str = NAME, more: str = ""
) -> None:
    """Write a wheel of a version (by default 2) into a folder; `more` is added to its metadata."""
    info = f"{name}-{version}.dist-info"
    texts = {f"{name}/{path}": text for path, text in (TWO if files is None else files).items()}
    texts[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{more}"
    texts[f"{info}/WHEEL"] = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    texts[f"{info}/RECORD"] = "".join(f"{path},,\n" for path in (*texts, f"{info}/RECORD"))
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as archive:
        for path, text in texts.items():
            archive.writestr(path, text)


@dataclass(frozen=True)
class OwnEnvironment:
    """A project with an environment of its own, beside a folder of wheels that stands for the index."""

    root: Path
    interpreter: Path
    wheels: Path

    @property
    def site(self) -> Path:
        return packages(self.root / ".venv")


def own_environment(tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> OwnEnvironment:
    """Give a project an environment with pytest, and the package clients a folder `wheels` and no index."""
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    for client in ("PIP", "UV"):
        monkeypatch.setenv(f"{client}_NO_INDEX", "1")
        monkeypatch.setenv(f"{client}_FIND_LINKS", str(wheels))
    monkeypatch.setenv("TESTFIX_CACHE", str(tmp_path / "cache"))
    return OwnEnvironment(root, environment(root / ".venv"), wheels)
