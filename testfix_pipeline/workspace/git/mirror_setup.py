"""Creates a session's repository, which borrows the user's objects and reads files like the user's checkout."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from pathlib import Path

from testfix_pipeline.workspace.files.atomic import write_atomic
from testfix_pipeline.workspace.git.changes import escape_pattern
from testfix_pipeline.workspace.git.git_client import GitClient, split0
from testfix_pipeline.workspace.git.missing_filters import settings_without
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.git.worktrees import KEYS, remove_folder

# The settings of a repository that decide how content is turned into files and back, and nothing else of it.
_CONTENT = (
    r"^(core\.(autocrlf|eol|symlinks|filemode|ignorecase|precomposeunicode|attributesfile|excludesfile|bigfilethreshold)"
    r"|filter\..*|merge\..*\.(driver|name|recursive)|lfs\.storage)$"
)
_SHA1_DIGITS = 40
_MARK = "# testfix: not part of the project\n"


def prepare(project: Project, repository: Path) -> None:
    """Create the repository atomically, and update its settings."""
    for leftover in repository.parent.glob(f"{repository.name}.new-*"):
        remove_folder(leftover)
    if not (repository / "objects" / "info" / "alternates").exists():
        remove_folder(repository)
        draft = repository.with_name(f"{repository.name}.new-{secrets.token_hex(4)}")
        _initialise(project, draft)
        draft.rename(repository)
    _replace(repository / "objects" / "info" / "alternates", f"{project.objects}\n".encode())
    _copy_settings(project, repository)
    _copy_info(project, repository)


def _initialise(project: Project, folder: Path) -> None:
    form = "sha1" if len(project.head) == _SHA1_DIGITS else "sha256"
    folder.mkdir(parents=True)
    GitClient(folder).run("init", "--quiet", "--bare", "--template=", f"--object-format={form}", str(folder))
    (folder / "info").mkdir(exist_ok=True)
    (folder / "objects" / "info").mkdir(exist_ok=True)
    (folder / "objects" / "info" / "alternates").write_text(f"{project.objects}\n")


def _copy_settings(project: Project, repository: Path) -> None:
    """Copy the settings that affect content from the repository's configuration; the global one applies anyway."""
    found = project.git.attempt("config", "--includes", "--local", "-z", "--get-regexp", _CONTENT)
    settings = [entry.partition("\n")[::2] for entry in split0(found.out)]
    if (project.common_dir / "lfs").is_dir():
        settings.append(("lfs.storage", str(project.common_dir / "lfs")))
    settings += [*settings_without(project.missing_filters), *_sparse_settings(project)]
    copied = repository / "info" / "copied-settings"
    if copied.exists() and copied.read_text(encoding="utf-8") == repr(settings):
        return
    git, config = GitClient(repository, repository), ("config", "--file", str(repository / "config"))
    known: set[str] = set()
    for name, value in settings:
        git.run(*config, "--add" if name in known else "--replace-all", name, value)
        known.add(name)
    _replace(copied, repr(settings).encode())


def _sparse_settings(project: Project) -> list[tuple[str, str]]:
    """Return the settings by which worktrees are as sparse as the checkout is, by its patterns."""
    if not (project.git_dir / "info" / "sparse-checkout").exists():
        return []
    answer = project.git.attempt("config", "-z", "--get-regexp", r"^core\.sparsecheckout")
    return [(name, value) for name, _, value in (entry.partition("\n") for entry in split0(answer.out))]


def _copy_info(project: Project, repository: Path) -> None:
    """Copy attributes, excludes, the patterns of a sparse checkout and the boundary of a shallow clone.

    git-crypt looks for its keys in the git folder of each checkout: a link leads to the user's.
    """
    keys = next((one for one in (project.git_dir, project.common_dir) if (one / KEYS).is_dir()), None)
    if keys is not None and not (repository / KEYS).exists():
        (repository / KEYS).symlink_to(keys / KEYS)
    patterns = project.git_dir / "info" / "sparse-checkout"
    if patterns.exists():
        _replace(repository / "info" / "sparse-checkout", patterns.read_bytes())
    for name in ("info/attributes", "shallow"):
        if (project.common_dir / name).exists():
            _replace(repository / name, (project.common_dir / name).read_bytes())
    source = project.common_dir / "info" / "exclude"
    own = source.read_bytes() if source.exists() else b""
    _write_exclude(repository, own, hidden(repository))


def hide(repository: Path, paths: Iterable[str]) -> None:
    """Make git ignore paths, relative to the root, in every worktree of the repository."""
    own = (repository / "info" / "exclude").read_bytes().partition(_MARK.encode())[0]
    _write_exclude(repository, own, dict.fromkeys((*hidden(repository), *paths)))


def hidden(repository: Path) -> list[str]:
    """Return the hidden paths."""
    listed = repository / "info" / "hidden"
    return split0(listed.read_bytes()) if listed.exists() else []


def _write_exclude(repository: Path, own: bytes, paths: Iterable[str]) -> None:
    names = [path.strip("/") for path in paths]
    lines = "".join(f"/{escape_pattern(name)}\n" for name in names)
    head = own if not own or own.endswith(b"\n") else own + b"\n"
    _replace(repository / "info" / "exclude", head + (_MARK + lines).encode("utf-8", "surrogateescape"))
    listed = "".join(f"{name}\0" for name in names)
    _replace(repository / "info" / "hidden", listed.encode("utf-8", "surrogateescape"))


def _replace(path: Path, content: bytes) -> None:
    """Write a file atomically if its content changes: other processes use the repository at the same time."""
    if not path.exists() or path.read_bytes() != content:
        write_atomic(path, content)
