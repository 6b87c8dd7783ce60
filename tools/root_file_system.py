"""A root file system of Debian in a folder, and how a command runs in it.

Needs root, mmdebstrap, and `unshare` and `chroot` as every Linux has them. What this machine tells pip and uv of their
index holds inside: their variables, pip's file, and the certificates and folders that these name.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

_FILES = ("/etc/pip.conf", "/etc/resolv.conf", "/etc/hosts")
_VARIABLES = re.compile(r"(?i)(PIP|UV)_\w+|SSL_CERT_(FILE|DIR)|REQUESTS_CA_BUNDLE|(https?|all|no)_proxy")
_NAMED_FILE = re.compile(r"=\s*(/\S+)")
_ENTER = """
set -eu
root=$1 folder=$2
shift 2
mount --make-rprivate /
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
while test "$1" != --; do
    mount --bind "$1" "$root$1"
    mount -o remount,bind,ro "$root$1"
    shift
done
shift
exec chroot "$root" sh -c 'cd "$0" && exec "$@"' "$folder" "$@"
"""


class RootFileSystem:
    """A root file system: `env` holds the variables of the commands, with the PATH and those that pip and uv read."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.env = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
        self.env |= {name: value for name, value in os.environ.items() if _VARIABLES.fullmatch(name)}

    def started(self, argv: Sequence[str], folder: str = "/", user: int = 0, **streams: int) -> subprocess.Popen[str]:
        """Start a command in `folder` as a user, in a mount and process namespace that ends with it."""
        shared = [place for place in self._shared_places() if self._mount_point(Path(place))]
        inside = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", _ENTER, "sh"]
        who = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"] if user else []
        command = [*inside, str(self.root), folder, *shared, "--", *who, *argv]
        return subprocess.Popen(command, env=self.env, text=True, **streams)

    def run(self, argv: Sequence[str], folder: str = "/", user: int = 0) -> int:
        """Run a command to its end; its status."""
        return self.started(argv, folder, user).wait()

    def _shared_places(self) -> Iterator[str]:
        """Yield the files and folders of this machine that hold inside, too."""
        yield from _FILES
        yield from self.env.values()
        if Path(_FILES[0]).is_file():
            yield from _NAMED_FILE.findall(Path(_FILES[0]).read_text())

    def _mount_point(self, place: Path) -> bool:
        """Whether a place exists here; the root gets one to mount it on."""
        if not place.is_absolute() or not place.exists() or place == Path("/"):
            return False
        inside = self.root / place.relative_to("/")
        if inside.is_symlink():
            inside.unlink()
        if place.is_dir():
            inside.mkdir(parents=True, exist_ok=True)
        elif not inside.exists():
            inside.parent.mkdir(parents=True, exist_ok=True)
            inside.touch()
        return True


def make_root(root: Path, release: str, packages: Sequence[str]) -> int:
    """Make a root file system with packages of a release of Debian, from the mirror that apt has for it; the status."""
    if shutil.which("mmdebstrap") is None or os.geteuid():
        print(
            "A root file system is made by mmdebstrap, as root: apt-get install mmdebstrap. Or name one that is there."
        )
        return 2
    print(f"making a root file system of Debian {release} with {', '.join(packages)}", flush=True)
    command = ["mmdebstrap", "--quiet", "--variant=apt", f"--include={','.join(packages)}", release, str(root)]
    return subprocess.run([*command, *_mirror(release)]).returncode


def _mirror(release: str) -> list[str]:
    """The mirror that this machine's apt has for a release; empty where it has none."""
    if shutil.which("apt-get") is None:
        return []
    asked = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", f"Codename: {release}"]
    return subprocess.run(asked, capture_output=True, text=True).stdout.split()[:1]
