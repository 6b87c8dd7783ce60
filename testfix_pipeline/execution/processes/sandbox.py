"""The file system that an untrusted process sees, links included: builds the bubblewrap command line."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from testfix_pipeline.execution.processes.environment import user_base
from testfix_pipeline.execution.project import SandboxPolicy

INSTALL_HINT = (
    "Install it with `sudo apt install bubblewrap` (Fedora: `sudo dnf install bubblewrap`, Arch: `sudo pacman -S "
    "bubblewrap`) and allow unprivileged user namespaces, or set `sandbox.mode` to `auto`."
)

_ISOLATION = ("--unshare-all", "--die-with-parent", "--dev", "/dev", "--proc", "/proc")
# Started by root, bubblewrap would leave what runs in it the right to mount, and so to make the system writable.
_POWERLESS = ("--cap-drop", "ALL")
_NEEDED = ("bin", "sbin", "Scripts", "lib", "lib64", "libexec", "pyvenv.cfg")
# Root without powers can't make a sandbox of its own; anybody else can, and still owns there what root owns here. The
# account of number 1 is on every system (programs look up their user's name).
_NOBODY_SPECIAL = ("--unshare-user", "--uid", "1", "--gid", "1")
_MOST = 40
"""As many links as Linux follows."""


def probe_command() -> list[str] | None:
    """A command that succeeds only if bubblewrap is installed and permitted; None if it is not installed."""
    program = shutil.which("bwrap")
    return [program, "--ro-bind", "/", "/", *_ISOLATION, *_POWERLESS, "--tmpfs", "/run", "true"] if program else None


def bubblewrap_command(
    argv: Sequence[str], cwd: Path, policy: SandboxPolicy, writable: Iterable[Path], scratch: Path
) -> list[str]:
    """`argv` in a sandbox: read-only root, private /tmp (`scratch`), no home folders or service sockets.

    Visible again of what is hidden: the program's own installation, `writable`, and what the policy names.
    """
    # the existing folders with personal files or the sockets of services
    candidates = {Path("/home"), Path("/root"), Path("/run"), Path.home().resolve()}
    masked = sorted(folder for folder in candidates if folder.is_dir() and folder != Path("/"))
    command = [shutil.which("bwrap") or "bwrap", "--ro-bind", "/", "/", *_ISOLATION, *_POWERLESS]
    if policy.nests and os.geteuid() == 0:
        command += _NOBODY_SPECIAL
    if policy.network:
        command.append("--share-net")
    for folder in masked:
        command += ["--tmpfs", str(folder)]
    command += ["--bind", str(scratch), "/tmp", "--bind", str(scratch), "/var/tmp"]
    hidden = [*masked, Path("/tmp"), Path("/var/tmp")]
    command += _bind_options(argv[0], cwd, policy, [*writable, scratch], hidden)
    command += _cover_options(map(Path, policy.hide), scratch / "empty")
    return [*command, "--chdir", str(cwd), "--", *argv]


def _bind_options(
    program: str, cwd: Path, policy: SandboxPolicy, writable: Iterable[Path], hidden: Sequence[Path]
) -> list[str]:
    """Bind options for visible folders, outer ones first so that they don't cover inner ones."""
    network = ["/run/systemd/resolve"] if policy.network else []
    write = {*writable, *map(Path, policy.write)}
    read = {*installation_folders(Path(program)), *map(Path, policy.read), *map(Path, network)}
    if not _is_below(cwd, write):  # the folder of a project in its repository is as writable as the repository
        read.add(cwd)
    links = {link for path in read for link in _followed_links(path)[0]}
    read = {_followed_links(path)[1] for path in read}
    # A repository that tests can write to could run their hooks when we use it next.
    repositories = {path / ".git" for path in write}
    binds = [(path, "--ro-bind-try") for path in read if _is_below(path, hidden)]
    binds += [(path, "--bind") for path in write]
    binds += [(path, "--ro-bind-try") for path in repositories if path.exists()]
    binds.sort(key=lambda bind: (len(bind[0].parts), bind[1] == "--bind", bind[0]))
    opened = [part for path, how in binds for part in (how, str(path), str(path))]
    return [*opened, *_link_options(links, hidden, [path for path, _ in binds])]


def _link_options(links: Iterable[Path], hidden: Sequence[Path], shown: Sequence[Path]) -> list[str]:
    """Options that recreate links inside hidden folders, so that paths resolve as outside."""
    wanted = sorted(link for link in links if _is_below(link, hidden) and not _is_below(link, shown))
    return [part for link in wanted for part in ("--symlink", str(link.readlink()), str(link))]


def _cover_options(paths: Iterable[Path], empty: Path) -> list[str]:
    """Options that mount something empty over paths; links are followed."""
    command: list[str] = []
    for path in paths:
        place = path.resolve()
        if place.is_dir():
            command += ["--tmpfs", str(place), "--remount-ro", str(place)]
        elif place.exists():
            empty.touch()
            command += ["--ro-bind", str(empty), str(place)]
    return command


def _is_below(path: Path, folders: Iterable[Path]) -> bool:
    return any(path == folder or folder in path.parents for folder in folders)


def installation_folders(program: Path) -> set[Path]:
    """The folders that a program needs: the installation prefix of each link on its way, named and resolved.

    A virtual environment leads on to the interpreter it was made from, and to what its `.pth` files and editable
    installs name; another interpreter to the user's own packages. Where the prefix is a folder with personal files,
    only what programs need of it.
    """
    found: set[Path] = set()
    prefixes: set[Path] = set()
    hop = program
    while hop.is_absolute() and len(prefixes) < 50:
        in_prefix = hop.parent.name in ("bin", "sbin", "Scripts")
        prefix = hop.parent.parent if in_prefix else hop.parent
        prefixes |= {prefix, prefix.resolve()}
        for place in (prefix, prefix.resolve()):
            found |= ({place / name for name in _NEEDED} if in_prefix else {hop}) if _is_personal(place) else {place}
        if not hop.is_symlink():
            break
        hop = Path(os.path.normpath(hop.parent / hop.readlink()))
    found.discard(Path("/"))
    if program.name.startswith("python") and not (program.parent.parent / "pyvenv.cfg").is_file():
        found |= {*user_base().glob("lib/python3*/site-packages")}
    return {place for place in found if place.exists()} | {named for one in prefixes for named in _path_entries(one)}


def _is_personal(folder: Path) -> bool:
    """Whether a folder holds more than a program's installation."""
    homes = {Path.home(), Path.home().resolve(), Path("/root")}
    above = {parent for home in homes for parent in home.parents}
    shared = {Path("/tmp"), Path("/var/tmp"), Path("/run")}
    return folder.name == ".local" or folder.parent == Path("/home") or folder in homes | above | shared


def _path_entries(prefix: Path) -> set[Path]:
    entries: set[Path] = set()
    for file in prefix.glob("lib/python3*/site-packages/*.pth"):
        lines = file.read_text(errors="replace").splitlines()
        entries |= {Path(line.strip()) for line in lines if line.startswith("/")}
    for file in prefix.glob("lib/python3*/site-packages/__editable__*.py"):
        entries |= {Path(path) for path in re.findall(r"'(/[^'\n]+)'", file.read_text(errors="replace"))}
    return {entry for entry in entries if entry.is_dir()}


def git_folders(tree: Path) -> set[Path]:
    """The folders outside of `tree` that git needs: a worktree's own, the common one, and borrowed objects."""
    pointer = tree / ".git"
    if not pointer.is_file():
        return _borrowed_objects(pointer)
    own = _resolve(tree, pointer.read_text(errors="replace").removeprefix("gitdir:"))
    common_file = own / "commondir"
    common = _resolve(own, common_file.read_text()) if common_file.is_file() else own
    return {own, common} | _borrowed_objects(common)


def _borrowed_objects(git_folder: Path) -> set[Path]:
    listing = git_folder / "objects" / "info" / "alternates"
    if not listing.is_file():
        return set()
    return {_resolve(git_folder / "objects", line) for line in listing.read_text().splitlines() if line.strip()}


def _resolve(start: Path, text: str) -> Path:
    return Path(os.path.normpath(start / text.strip()))


def _followed_links(path: Path) -> tuple[list[Path], Path]:
    """The links on the way of an absolute path, in the order they are followed, and the real path.

    Folders on the way may be links, too. A circle ends after 40 links.
    """
    found: list[Path] = []
    place, rest = Path(path.anchor), list(path.parts[1:])
    while rest:
        place = Path(os.path.normpath(place / rest.pop(0)))
        if len(found) < _MOST and place.is_symlink():
            found.append(place)
            target = Path(os.path.normpath(place.parent / place.readlink()))
            place, rest = Path(target.anchor), [*target.parts[1:], *rest]
    return found, place
