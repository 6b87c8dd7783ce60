"""The account login of a tool: its files are copied into a call's home, and what the tool renews is written back.

Nothing else of the user's home is copied. A file that is a link, too large or no JSON object is not used.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from testfix_pipeline.agents.clis.gateway import Upstream
from testfix_pipeline.workspace.files.atomic import write_atomic

MOST_BYTES = 256 * 1024
_SECRET = re.compile(r"token|key|secret|password|credential", re.IGNORECASE)
_LEAST_SECRET = 8
"""Letters of a value that counts as a secret by its name: `Bearer`, a kind of token, is none."""
SHOWN_INSTEAD = "[login]"

Document = Mapping[str, Any]


@dataclass(frozen=True)
class LoginFile:
    """A JSON file with an account's login.

    folder, name: where it is below the user's home. variable: names another place for the folder. inside: where it is
    in a call's home. required: without it there is no login. fields: the only ones that a call gets, () for all.
    """

    folder: str
    name: str
    inside: str
    variable: str = ""
    required: bool = True
    fields: tuple[str, ...] = ()

    def place(self, environ: Mapping[str, str]) -> Path:
        named = environ.get(self.variable, "") if self.variable else ""
        home = Path(environ.get("HOME", "/nonexistent"))
        return (Path(named) if named else home / self.folder) / self.name

    def shown(self, document: Document) -> Document:
        """Return the part of the file that a call gets."""
        return {name: document[name] for name in self.fields if name in document} if self.fields else document


@dataclass(frozen=True)
class Login:
    """How a tool logs in by account.

    hosts: where it may go by itself, over TLS; `*.` before a name stands for any below it. server: returns the model's
    server from the documents, if the tool accepts another address for it; address: the variable with another server.
    """

    files: tuple[LoginFile, ...]
    hosts: tuple[str, ...]
    server: Callable[[Document], str] | None = None
    address: str = ""


@dataclass(frozen=True)
class FoundLogin:
    """A user's login as it was read. texts, documents: of each file that is there."""

    login: Login
    texts: Mapping[LoginFile, bytes] = field(repr=False)
    documents: Mapping[LoginFile, Document] = field(repr=False)
    places: Mapping[LoginFile, Path]

    def upstream(self, environ: Mapping[str, str]) -> Upstream:
        """Return the only server and hosts that the tool reaches; it sends its own credentials."""
        merged = {name: value for document in self.documents.values() for name, value in document.items()}
        own = self.login.server(merged) if self.login.server else ""
        address = (environ.get(self.login.address, "").strip() if own else "") or own
        return Upstream(address, "", hosts=self.login.hosts, is_login=True)


NO_LOGIN = FoundLogin(Login((), ()), {}, {}, {})


def find_login(login: Login, environ: Mapping[str, str]) -> tuple[FoundLogin | None, str]:
    """Return the user's login, or None and why it can't be used; "" if there is none."""
    places = {file: file.place(environ) for file in login.files}
    texts: dict[LoginFile, bytes] = {}
    documents: dict[LoginFile, Document] = {}
    for file, place in places.items():
        text, why = _read(place)
        document = _object(text)
        if text is None and not why:
            if file.required:
                return None, ""
        elif document is None:
            return None, f"{place} {why or 'is no JSON object'}"
        elif file.required and not any(secrets_in(file.shown(document))):
            return None, f"{place} holds no token; perhaps the system's keyring does"
        else:
            texts[file], documents[file] = text or b"", document
    return FoundLogin(login, texts, documents, places), ""


def _read(place: Path) -> tuple[bytes | None, str]:
    """Return a regular file's bytes, or None and why they are not used; "" if there is no such file."""
    try:
        handle = os.open(place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except (FileNotFoundError, NotADirectoryError):
        return None, ""
    except OSError:
        return None, "is a symbolic link" if place.is_symlink() else "can't be read"
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            return None, "is no regular file"
        text = os.read(handle, MOST_BYTES + 1)
    finally:
        os.close(handle)
    return (None, f"is larger than {MOST_BYTES >> 10} KiB") if len(text) > MOST_BYTES else (text, "")


def _object(text: bytes | None) -> dict[str, Any] | None:
    try:
        found = json.loads(text) if text is not None else None
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def secrets_in(value: Any, is_secret: bool = False) -> Iterator[str]:
    """Yield the secret texts of a document: those below a name such as `access_token`."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from secrets_in(inner, is_secret or bool(_SECRET.search(str(name))))
    elif isinstance(value, list):
        for inner in value:
            yield from secrets_in(inner, is_secret)
    elif isinstance(value, str) and is_secret and len(value) >= _LEAST_SECRET:
        yield value


class LoginCopy:
    """A login in a call's home; without one nothing is copied, written back or overwritten.

    `write_back` may be called at any time.
    """

    def __init__(self, found: FoundLogin | None, home: Path) -> None:
        self._found, self._home = found or NO_LOGIN, home
        self._users, self._copies = dict(self._found.texts), dict[LoginFile, bytes]()
        self._seen: dict[LoginFile, tuple[int, int]] = {}
        self._users_seen = {file: _version(place) for file, place in self._found.places.items()}
        self._secrets: set[str] = set()
        for file, document in self._found.documents.items():
            self._secrets.update(secrets_in(document))
            whole = self._found.texts[file]
            self._copies[file] = json.dumps(file.shown(document)).encode() if file.fields else whole
            self._write(file)

    def _write(self, file: LoginFile) -> None:
        copy = self._home / file.inside
        copy.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
            stream.write(self._copies[file])
        self._seen[file] = _version(copy)

    def watching(self, cancel: Callable[[], bool] | None) -> Callable[[], bool]:
        """Return a `cancel` that also writes back: a kill in the middle of a call then loses no renewed token."""

        def asked() -> bool:
            self.write_back()
            return cancel is not None and cancel()

        return asked

    def write_back(self) -> None:
        """Put renewed tokens into the user's files, if these are as they were and the new ones have their form.

        What another call, or the user's own tool, has renewed there comes into the copy: tokens are valid once.
        """
        for file in self._copies:
            now = _version(self._home / file.inside)
            if now != self._seen[file]:
                self._seen[file] = now
                self._renew(file)
            elif (users := _version(self._found.places[file])) != self._users_seen[file]:
                self._users_seen[file] = users
                self._follow(file)

    def _follow(self, file: LoginFile) -> None:
        text = _read(self._found.places[file])[0]
        renewed = _object(text)
        if renewed is None or text is None or not has_same_form(self._found.documents[file], renewed):
            return
        self._secrets.update(secrets_in(renewed))
        self._users[file] = text
        self._copies[file] = json.dumps(file.shown(renewed)).encode() if file.fields else text
        write_atomic(self._home / file.inside, self._copies[file], mode=0o600)
        self._seen[file] = _version(self._home / file.inside)

    def _renew(self, file: LoginFile) -> None:
        text = _read(self._home / file.inside)[0]
        renewed = _object(text)
        if renewed is None or text is None or text == self._copies[file]:
            return
        self._secrets.update(secrets_in(renewed))
        before = file.shown(self._found.documents[file])
        if not has_same_form(before, renewed):
            return
        place = self._found.places[file]
        if file.fields:
            kept = {**(_object(self._users[file]) or {}), **file.shown(renewed)}
            new = json.dumps(kept, indent=2).encode()
        else:
            new = text
        with contextlib.suppress(OSError), _alone(place.parent):
            if _read(place)[0] == self._users[file]:
                write_atomic(place, new, mode=stat.S_IMODE(place.stat().st_mode) & 0o700)
                self._users[file], self._copies[file] = new, text
                self._users_seen[file] = _version(place)

    @contextlib.contextmanager
    def written_back(self) -> Iterator[None]:
        """A context manager that writes back at its end, however it ends."""
        try:
            yield
        finally:
            self.write_back()

    def scrub_value(self, value: Any) -> Any:
        """Return a JSON value without the login's secrets, those that the tool has renewed included."""
        if isinstance(value, str):
            for secret in sorted(self._secrets, key=len, reverse=True):
                value = value.replace(secret, SHOWN_INSTEAD)
        elif isinstance(value, dict):
            return {self.scrub_value(name): self.scrub_value(inner) for name, inner in value.items()}
        elif isinstance(value, list):
            return [self.scrub_value(inner) for inner in value]
        return value

    def scrub_files(self, paths: Iterable[Path]) -> list[Path]:
        """Overwrite the login's secrets in files, byte by byte; return those that are files and not the login's own."""
        own = {self._home / file.inside for file in self._copies}
        files = [path for path in paths if path.is_file() and not path.is_symlink() and path not in own]
        for path in files if self._secrets else []:
            before = after = path.read_bytes()
            for secret in map(str.encode, self._secrets):
                after = after.replace(secret, b"*" * len(secret))
            if after != before:
                path.write_bytes(after)
        return files


def _version(path: Path) -> tuple[int, int]:
    """Return what differs once a file is written again."""
    try:
        about = path.lstat()
    except OSError:
        return 0, 0
    return about.st_mtime_ns, about.st_ino


def has_same_form(before: Any, after: Any) -> bool:
    """Whether a document has all fields of another, each of its kind; null may become anything, text not empty."""
    if isinstance(before, Mapping):
        return isinstance(after, Mapping) and all(
            name in after and has_same_form(value, after[name]) for name, value in before.items()
        )
    if before is None or isinstance(before, list):
        return before is None or isinstance(after, list)
    if isinstance(before, str):
        return isinstance(after, str) and (bool(after) or not before)
    return isinstance(before, bool) == isinstance(after, bool) and isinstance(after, (int, float))


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """A context manager that keeps other calls from writing to a folder."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
