"""A registry of npm packages on loopback, for the real npm, and projects that npm installed some of them in."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import shutil
import tarfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline_tests.loopback_server import LoopbackHandler, LoopbackServer

Files = Mapping[str, str]


def real_npm(test: Any) -> Any:
    """Mark a test that runs npm."""
    return pytest.mark.npm(pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")(test))


class _PackageHandler(LoopbackHandler):
    def do_GET(self) -> None:
        registry = self.server.owner
        assert isinstance(registry, NpmRegistry)
        path = self.path.partition("?")[0].lstrip("/").replace("%2f", "/")
        registry.asked.append(path)
        name, _, file = path.partition("/-/")
        packument = registry.packument(name)
        if packument is None:
            self.send(404, b'{"error": "Not found"}', {"Content-Type": "application/json"})
        elif file:
            self.send(200, registry.tarballs[path], {"Content-Type": "application/octet-stream"})
        else:
            self.send(200, json.dumps(packument).encode(), {"Content-Type": "application/json"})


class NpmRegistry(LoopbackServer):
    """Publishes packages. asked: the paths of all requests."""

    handler = _PackageHandler

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.tarballs: dict[str, bytes] = {}
        self._versions: dict[str, dict[str, Any]] = {}
        self._times: dict[str, dict[str, str]] = {}

    def publish(self, name: str, version: str, files: Files, time: str = "", **more: Any) -> None:
        """Publish a version with these files; `more` is the rest of its `package.json`."""
        manifest = {"name": name, "version": version, **more}
        path = f"{name}/-/{name.rpartition('/')[2]}-{version}.tgz"
        self.tarballs[path] = _packed({**files, "package.json": json.dumps(manifest)})
        digest = base64.b64encode(hashlib.sha512(self.tarballs[path]).digest()).decode()
        dist = {"tarball": f"{self.address}/{path}", "integrity": f"sha512-{digest}"}
        scripts = {"hasInstallScript": True} if "install" in more.get("scripts", {}) else {}
        self._versions.setdefault(name, {})[version] = {**manifest, **scripts, "dist": dist}
        self._times.setdefault(name, {})[version] = time or "2024-01-01T00:00:00.000Z"

    def packument(self, name: str) -> dict[str, Any] | None:
        """What the registry says of a package; None where there is none."""
        versions = self._versions.get(name)
        if versions is None:
            return None
        return {"name": name, "dist-tags": {"latest": [*versions][-1]}, "versions": versions, "time": self._times[name]}


def _packed(files: Files) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as archive:
        for path, text in files.items():
            entry = tarfile.TarInfo(f"package/{path}")
            entry.size = len(text.encode())
            archive.addfile(entry, io.BytesIO(text.encode()))
    return data.getvalue()


def install_package(root: Path, name: str, version: str, files: Files, **more: Any) -> None:
    """Write a package into a project's `node_modules`, with the entry that npm makes for it in both lock files."""
    manifest = {"name": name, "version": version, **more}
    for path, text in {**files, "package.json": json.dumps(manifest)}.items():
        place = root / "node_modules" / name / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    for lock in (root / "package-lock.json", root / "node_modules" / ".package-lock.json"):
        content = json.loads(lock.read_text()) if lock.is_file() else {"lockfileVersion": 3, "packages": {}}
        content["packages"][f"node_modules/{name}"] = {key: one for key, one in manifest.items() if key != "name"}
        lock.write_text(json.dumps(content))
