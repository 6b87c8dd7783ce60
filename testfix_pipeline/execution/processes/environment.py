"""The environment of untrusted processes: an allow-list, so that no secret of the user gets through."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from testfix_pipeline.execution.project import TargetProject

IN_TARGET = Path(__file__).parents[1] / "in_target"
"""The folder with what runs inside the target's interpreter."""

_ALLOWED = frozenset({"PATH", "LANG", "LANGUAGE", "TZ", "USER", "LOGNAME", "LD_LIBRARY_PATH", "SSL_CERT_FILE"})
_DEFAULTS = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "dumb"}


def clean_environment(
    let_through: Iterable[str] = (), extra: Mapping[str, str] | None = None, source: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Our environment without personal data: allowed names, `let_through`, then `extra`.

    HOME and TMPDIR are absent: the supervisor gives every process private ones unless `extra` sets them.
    """
    source = os.environ if source is None else source
    named = set(let_through)
    kept = {k: v for k, v in source.items() if k in _ALLOWED or k.startswith("LC_") or k in named}
    return {**_DEFAULTS, **kept, **(extra or {})}


def target_environment(project: TargetProject, tree: Path, *, pycache: Path | None = None) -> dict[str, str]:
    """The environment of processes that run the target's interpreter on the files of `tree`.

    The tree's own packages come first on PYTHONPATH, so that an editable install of the user's checkout does not win.
    No byte code is written: an edit of the same size in the same second would otherwise import the stale one. With
    `pycache` (an empty folder) byte code that lies in the tree or beside it is not read either, at the price of
    compiling all imports again.
    """
    root = project.root(tree).resolve()
    extra = {
        **interpreter_variables(project.interpreter),
        **project.env,
        "PYTHONHASHSEED": project.env.get("PYTHONHASHSEED", "0"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": os.pathsep.join(_search_path(root, project)),
    }
    if pycache is not None:
        extra["PYTHONPYCACHEPREFIX"] = str(pycache)
    return clean_environment(project.sandbox.env, extra)


def _search_path(root: Path, project: TargetProject) -> list[str]:
    sources, configured = root / "src", project.env.get("PYTHONPATH", "")
    own = [IN_TARGET, root, *([sources] if project.imports_src and sources.is_dir() else [])]
    return [*map(str, own), *(str(root / entry) for entry in configured.split(os.pathsep) if entry)]


def interpreter_variables(interpreter: Path) -> dict[str, str]:
    """The variables that activating the interpreter's environment would set, so that `python` means the same.

    Outside of an environment, where the user's own packages lie (`pip install --user`): HOME is another one in a run.
    """
    path = f"{interpreter.parent}{os.pathsep}{os.environ.get('PATH', _DEFAULTS['PATH'])}"
    prefix = interpreter.parent.parent
    named = {"VIRTUAL_ENV": prefix} if (prefix / "pyvenv.cfg").is_file() else {"PYTHONUSERBASE": user_base()}
    return {"PATH": path, **{name: str(place) for name, place in named.items()}}


def user_base() -> Path:
    """The folder below which `pip install --user` puts packages."""
    return Path(os.environ.get("PYTHONUSERBASE") or Path.home() / ".local")
