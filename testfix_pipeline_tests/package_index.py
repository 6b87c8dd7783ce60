"""An index of packages on loopback, from a folder of wheels of one library."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from testfix_pipeline_tests.loopback_server import LoopbackHandler, LoopbackServer

_JSON = "application/vnd.pypi.simple.v1+json"


class _IndexHandler(LoopbackHandler):
    def do_GET(self) -> None:
        index = self.server.owner
        assert isinstance(index, PackageIndex)
        index.asked.append(self.path)
        wheel = index.wheels / self.path.rpartition("/")[2]
        if self.path == "/simple/shapeless/":
            self.send(200, json.dumps(index.page()).encode(), {"Content-Type": _JSON})
        elif wheel.is_file():
            self.send(200, wheel.read_bytes())
        else:
            self.send(404, b"")

    def do_HEAD(self) -> None:
        self.send(405, b"")


class PackageIndex(LoopbackServer):
    """Has shapeless. released: the day on which each version came. tags: of a version's wheel, where it is not for all
    machines. yanked: why a version is. asked: the paths that were."""

    handler = _IndexHandler

    def __init__(self, wheels: Path, released: Mapping[str, str]) -> None:
        super().__init__()
        self.wheels, self.released = wheels, released
        self.asked, self.tags, self.yanked = list[str](), dict[str, str](), dict[str, str]()

    def page(self) -> dict[str, Any]:
        """The library's page, as a package client reads it."""
        files = [
            {"filename": name, "url": f"/files/{name}", "hashes": {}, "upload-time": f"{day}T12:00:00Z",
             "yanked": self.yanked.get(version, False)}
            for version, day in self.released.items()
            for name in [f"shapeless-{version}-{self.tags.get(version, 'py3-none-any')}.whl"]
        ]  # fmt: skip
        return {"meta": {"api-version": "1.1"}, "name": "shapeless", "versions": [*self.released], "files": files}
