"""Builds the test binaries of a cargo package. Runs in the sandbox, with an order as JSON on standard input."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from testfix_pipeline.frameworks.builtin.native.channel_writer import ChannelWriter, error

_WITH_TESTS = frozenset({"lib", "rlib", "dylib", "cdylib", "staticlib", "proc-macro", "bin", "test", "example"})
_NOT_INSTALLED = ("no matching package named", "failed to download", "offline was specified", "--offline")


def main() -> int:
    """Build what the order on standard input says, and tell of what can't be built."""
    order = json.load(sys.stdin)
    channel, root = ChannelWriter(order), Path(order["root"])
    lock = Path(order["root"], order["above"]) / "Cargo.lock"
    had_lock = lock.exists()
    done = subprocess.run(_command(had_lock), env=_environment(order), stdout=subprocess.PIPE, check=False)
    if not had_lock:  # a run leaves no file behind that the project does not keep
        lock.unlink(missing_ok=True)
    messages = list(_messages(done.stdout))
    binaries = [_artifact(order, message) for message in _binaries(messages)]
    for message in messages:
        # put a program or example where tests look for it: beside the folder of the test binary, as cargo does
        if message["reason"] == "compiler-artifact" and message.get("executable") and not message["profile"]["test"]:
            folder = "examples" if "example" in message["target"]["kind"] else ""
            _link(order, folder, message["executable"])
    (Path(order["work"]) / "binaries.json").write_text(json.dumps(_without_harness(root, binaries)))
    broken = _broken(messages, root)
    built = {Path(one["source"]) for one in binaries}
    broken = {**dict.fromkeys(_not_built(root, messages, built), "\n".join(broken.values())), **broken}
    for file, text in broken.items():
        channel.send("file_error", file=file, error=error("BuildFailed", text, _places(text, order)))
    if done.returncode and not broken:
        _nothing_built(channel, order)
    channel.send("end", canaries=0)
    return 0


def _command(locked: bool) -> list[str]:
    command = ["cargo", "build", "--tests", "--examples", "--keep-going", "--offline", "--message-format=json"]
    return [*command, "--locked"] if locked else command


def _environment(order: Mapping[str, Any]) -> dict[str, str]:
    target = str(Path(order["cache"]) / "target")
    return {**os.environ, **order["homes"], "CARGO_TARGET_DIR": target, "CARGO_NET_OFFLINE": "true"}


def _messages(output: bytes) -> Iterator[dict[str, Any]]:
    for line in output.splitlines():
        if line.startswith(b"{"):
            yield json.loads(line)


def _binaries(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found = [one for one in messages if one["reason"] == "compiler-artifact" and one.get("executable")]
    found = [one for one in found if one["profile"]["test"] and _WITH_TESTS & set(one["target"]["kind"])]
    return sorted(found, key=lambda one: (one["target"]["kind"], one["target"]["name"]))


def _artifact(order: Mapping[str, Any], message: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of a binary that no later build can replace, and what is known of it."""
    target = message["target"]
    place = _link(order, "deps", message["executable"])
    return {"path": str(place), "name": target["name"], "kind": target["kind"][0], "source": target["src_path"]}


def _link(order: Mapping[str, Any], folder: str, executable: str) -> Path:
    place = Path(order["work"]) / "target" / "debug" / folder / Path(executable).name
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(executable, place)
    except OSError:
        shutil.copy2(executable, place)
    return place


def _without_harness(root: Path, binaries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same, with those marked that have a main function of their own instead of libtest's."""
    manifest = tomllib.loads((root / "Cargo.toml").read_text())
    tables = [
        *manifest.get("test", []),
        *manifest.get("bin", []),
        *manifest.get("example", []),
        manifest.get("lib", {}),
    ]
    own = {table.get("name") for table in tables if table.get("harness") is False}
    return [{**one, "harness": one["name"] not in own} for one in binaries]


def _broken(messages: list[dict[str, Any]], root: Path) -> dict[str, str]:
    """What the compiler says of each target that can't be built, by its file."""
    texts: dict[str, list[str]] = {}
    for one in messages:
        if one["reason"] == "compiler-message" and one["message"]["level"].startswith("error"):
            source = Path(one["target"]["src_path"])
            file = source.relative_to(root).as_posix() if source.is_relative_to(root) else source.name
            texts.setdefault(file, []).append(one["message"]["rendered"])
    return {file: "\n".join(dict.fromkeys(parts)) for file, parts in texts.items()}


def _not_built(root: Path, messages: list[dict[str, Any]], built: set[Path]) -> Iterator[str]:
    """The files with tests that have no binary because a library or program they belong to can't be built."""
    kinds = {
        kind
        for one in messages
        if one["reason"] == "compiler-message" and one["message"]["level"].startswith("error")
        for kind in one["target"]["kind"]
    }
    if kinds - {"test", "bench", "example"}:
        for path in [*root.glob("src/**/*.rs"), *root.glob("tests/**/*.rs")]:
            if path not in built and re.search(r"#\[[\w:]*test\b", path.read_text(errors="replace")):
                yield path.relative_to(root).as_posix()


def _places(text: str, order: Mapping[str, Any]) -> list[tuple[str, int, str]]:
    found = (line.partition("--> ")[2].split(":") for line in text.splitlines() if "--> " in line)
    base = Path(order["root"], order["above"])
    return [(os.path.normpath(base / one[0]), int(one[1]), "") for one in found if len(one) == 3]


def _nothing_built(channel: ChannelWriter, order: Mapping[str, Any]) -> None:
    """Cargo itself refused: say so for the package, with what it said."""
    again = subprocess.run(
        _command(False), env=_environment(order), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False
    )
    text = again.stderr.decode(errors="replace").strip()
    if any(mark in text for mark in _NOT_INSTALLED):
        text += f"\nRun `{order['install']}` in the project's folder; nothing is downloaded without you."
    channel.send("file_error", file="Cargo.toml", error=error("BuildFailed", text))
