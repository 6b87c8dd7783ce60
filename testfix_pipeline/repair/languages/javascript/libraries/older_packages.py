"""What older releases of an npm package say of its names, where they are at hand: as copies that other packages have,
or in npm's cache of downloads. Nothing is fetched, and nothing of a release is run."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import io
import itertools
import json
import os
import re
import tarfile
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from testfix_pipeline.execution.project_files import read_json

MOST_RELEASES = 8
_REGISTRY = "https://registry.npmjs.org"
_TEXTS = (".md", ".js", ".cjs", ".mjs", ".ts", ".mts", ".cts")
_TELLING = re.compile(r"deprecat|instead|renam|replaced by|no longer", re.I)
_LARGEST_BYTES, _LONGEST_LINE = 1_000_000, 400


@lru_cache(maxsize=64)
def older_lines(place: Path, package: str, before: str, installed: str) -> tuple[str, ...]:
    """The lines about outdated names in the releases from the one before the update on, the newest first."""
    first, last = _number(before), _number(installed)
    found = dict[tuple[int, ...], list[str]]()
    inner = f"node_modules/{package}"
    for folder in itertools.chain(*(place.glob(f"node_modules/{one}/{inner}") for one in ("*", "@*/*"))):
        version = _number(str(read_json(folder / "package.json").get("version", "")))
        if first and first[:1] <= version[:1] and version < last and version not in found:
            found[version] = [*_of_folder(folder)]
    for version in _cached_versions(package, first, last):
        if version not in found and len(found) < MOST_RELEASES:
            found[version] = [*_of_download(package, ".".join(map(str, version)))]
    return tuple(dict.fromkeys(line for version in sorted(found, reverse=True) for line in found[version]))


def _number(version: str) -> tuple[int, ...]:
    found = re.search(r"(\d+)(?:\.(\d+))?(?:\.(\d+))?$", version.strip())
    return tuple(int(part or 0) for part in found.groups()) if found is not None else ()


def _cached_versions(package: str, first: tuple[int, ...], last: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The newest release in npm's cache of each major version before the installed one."""
    try:
        listed = json.loads(_cached(f"{_REGISTRY}/{package.replace('/', '%2f')}") or b"{}").get("versions", {})
    except (ValueError, AttributeError):
        return
    plain = sorted((_number(one) for one in listed if re.fullmatch(r"\d+\.\d+\.\d+", one)), reverse=True)
    seen = set[int]()
    for version in (one for one in plain if first and first[0] <= one[0] and one < last):
        if version[0] not in seen and _entry(_address(package, ".".join(map(str, version)))):
            seen.add(version[0])
            yield version


def _address(package: str, version: str) -> str:
    return f"{_REGISTRY}/{package}/-/{package.rpartition('/')[2]}-{version}.tgz"


def _entry(address: str) -> str:
    """The checksum of what npm has downloaded from an address; "" where it has nothing."""
    key = hashlib.sha256(f"make-fetch-happen:request-cache:{address}".encode()).hexdigest()
    file = _cache() / "index-v5" / key[:2] / key[2:4] / key[4:]
    with contextlib.suppress(OSError, ValueError, IndexError, AttributeError):
        last = json.loads(file.read_text(encoding="utf-8").splitlines()[-1].partition("\t")[2])
        return str(last.get("integrity") or "")
    return ""


def _cache() -> Path:
    named = next((value for name, value in os.environ.items() if name.lower() == "npm_config_cache"), "")
    return Path(named or Path.home() / ".npm") / "_cacache"


def _cached(address: str) -> bytes | None:
    """What npm has downloaded from an address."""
    kind, _, checksum = _entry(address).partition("-")
    with contextlib.suppress(OSError, ValueError):
        digest = base64.b64decode(checksum).hex()
        return (_cache() / "content-v2" / kind / digest[:2] / digest[2:4] / digest[4:]).read_bytes() if digest else None
    return None


def _of_download(package: str, version: str) -> Iterator[str]:
    content = io.BytesIO(_cached(_address(package, version)) or b"")
    with contextlib.suppress(tarfile.TarError, OSError, EOFError), tarfile.open(fileobj=content) as archive:
        for one in archive:
            file = archive.extractfile(one) if one.isfile() and _is_read(one.name, one.size) else None
            yield from _telling(file.read()) if file is not None else ()


def _of_folder(folder: Path) -> Iterator[str]:
    for file in sorted(folder.rglob("*")):
        inside = file.relative_to(folder).as_posix()
        with contextlib.suppress(OSError):
            if "node_modules" not in inside and file.is_file() and _is_read(inside, file.stat().st_size):
                yield from _telling(file.read_bytes())


def _is_read(name: str, size: int) -> bool:
    return name.endswith(_TEXTS) and ".min." not in name and size <= _LARGEST_BYTES


def _telling(content: bytes) -> Iterator[str]:
    for line in content.decode("utf-8", "replace").splitlines():
        if len(line) <= _LONGEST_LINE and _TELLING.search(line):
            yield line.strip()
