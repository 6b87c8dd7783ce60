"""What the adapters of all JavaScript frameworks have in common: programs, orders, and the files that are injected."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.core.linked_dependencies import links_in
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.frameworks.builtin.javascript.script_calls import ScriptCall, script_call, words_of
from testfix_pipeline.frameworks.builtin.javascript.used_names import used_names
from testfix_pipeline.frameworks.channel import INJECTED
from testfix_pipeline.frameworks.manifest import Manifest, installed_package, installed_version, not_installed_error
from testfix_pipeline.frameworks.model import Launch, SuiteRequest, Target

_DELEGATES = re.compile(
    r"^(npx\s+)?(turbo|nx|lerna|wsrun|moon)\b|\s(--workspaces|-ws)\b|\bpnpm\s+(-r|--recursive|--filter)\b|\bworkspaces\s+(run|foreach)\b"
)
"""Test scripts that run those of the workspaces."""
_FLAG_VALUE = re.compile(r"\d+%?|true|false")
ASSERTION_LIBRARIES = ("chai", "expect")


def node_program() -> str:
    """The path of node. Raises ProjectError where there is none."""
    found = shutil.which("node")
    if found is None:
        raise ProjectError(
            "The project's tests need Node.js, and there is no `node` on the PATH.", "Install Node 20.14 or newer."
        )
    return found


def injected_file(*parts: str) -> str:
    """The path of a file of ours that is loaded into a framework."""
    return str(INJECTED.joinpath(*parts))


def find_framework(
    tree: Path, manifest: Manifest, package: str, configurations: Iterable[str]
) -> tuple[Path, ScriptCall] | None:
    """The installed package of a framework that the manifest's tests use and the user's call; None where unused.

    It is used where the test script calls it; or, without another's call there, where it is declared, or configured by
    one of the files named, or by an entry of `package.json`; not where the script hands on to workspaces.
    Raises ProjectError where it is used and not installed.
    """
    call = script_call(manifest, package)
    if call is None and delegates_to_members(manifest):
        return None
    if call is None:
        folder = manifest.path(tree)
        configured = package in manifest.data or any(any(folder.glob(name)) for name in configurations)
        declared = package in manifest.dependencies or configured
        if not declared or _other_runner(manifest, package):
            return None
    found = installed_package(tree, manifest, package)
    if found is None:
        raise not_installed_error(tree, manifest, package)
    return found, call or ScriptCall()


def delegates_to_members(manifest: Manifest) -> bool:
    """Whether a package's test script runs those of its workspaces."""
    return not manifest.is_member and _DELEGATES.search(manifest.test_script) is not None


def _other_runner(manifest: Manifest, package: str) -> bool:
    others = [name for name in ("vitest", "jest", "mocha") if name != package]
    is_called = any(script_call(manifest, name) is not None for name in others)
    return is_called or "--test" in words_of(manifest.test_script)


def package_target(
    name: str, tree: Path, manifest: Manifest, package: Path, call: ScriptCall, *, first: int, last: int | None = None
) -> Target:
    """The target of a framework that is an npm package and finds its test files itself.

    first, last: the major versions that are supported, None = all later ones. Raises ProjectError for another one.
    """
    modules = package.parent
    version = installed_version(package)
    _check_version(name, manifest, version, first, last)
    return Target(
        framework=name,
        folder=manifest.folder,
        arguments=call.arguments,
        program=node_program(),
        version=version,
        settings={
            "package": str(package),
            "node": call.node,
            "env": call.env,
            "read": read_folders(tree, modules),
            "libraries": libraries(manifest),
            "used": used_names(manifest.path(tree)),
        },
    )


def _check_version(name: str, manifest: Manifest, version: str, first: int, last: int | None) -> None:
    """Raises ProjectError for a version that is known not to be supported: our code would not fit into it."""
    major = version.partition(".")[0]
    if not major.isdecimal() or first <= int(major) <= (int(major) if last is None else last):
        return
    where = f" in {manifest.folder}" if manifest.folder else ""
    supported = f"{first}" if first == last else f"{first} or newer" if last is None else f"{first} to {last}"
    raise ProjectError(
        f"The tests{where} run with {name} {version}, and {name} {supported} is supported.",
        f"Install {name} {supported} in the project, or give `test_command` and `results` (JUnit XML or TAP).",
    )


def read_folders(tree: Path, modules: Path) -> tuple[str, ...]:
    """What node needs to see beside the tree: what a linked node_modules, or a linked package in one, leads to.

    Of a package that lies in another node_modules it is the whole of that, since its dependencies lie beside it.
    """
    root, real = tree.resolve(), modules.resolve()
    own = set() if real.is_relative_to(root) else {_target(modules), str(real)}
    seen = (root, real)
    outside = [link for link in links_in(real) if not any(map(link.resolve().is_relative_to, seen))]
    return tuple(sorted(own | {place for link in outside for place in (_target(link), _installation(link.resolve()))}))


def _target(link: Path) -> str:
    """What a path leads to where it is a link, else the path; that may be another link."""
    return os.path.normpath(link.parent / link.readlink()) if link.is_symlink() else str(link)


def _installation(package: Path) -> str:
    """The outermost node_modules around a package, else the package."""
    around = [folder for folder in package.parents if folder.name == "node_modules"]
    return str(around[-1] if around else package)


def libraries(manifest: Manifest) -> tuple[str, ...]:
    """The assertion libraries that the package declares."""
    return tuple(name for name in ASSERTION_LIBRARIES if name in manifest.dependencies)


def order_of(target: Target, request: SuiteRequest, **more: Any) -> Mapping[str, Any]:
    """The order for injected code; the runner of processes adds the channel."""
    return {
        "ids": None if request.ids is None else [_plain(test) for test in sorted(request.ids)],
        "without": [_plain(test) for test in sorted(request.without)],
        "without_files": sorted(request.without_files),
        "test_ms": round(request.test_seconds * 1000),
        "rounds": request.rounds,
        "sequence": [_plain(test) for test in request.sequence] or None,
        "state": request.state
        and {name: one if name == "put_back" else _plain(one) for name, one in request.state.items()},
        "libraries": list(target.settings.get("libraries", ())),
        "used": list(target.settings.get("used", ())),
        **more,
    }


def _plain(test: TestId) -> list[Any]:
    return [test.file, list(test.titles), test.occurrence - 1]


def wanted_files(target: Target, request: SuiteRequest) -> tuple[str, ...]:
    """The files to name on the command line: the adapter's own that are wanted, or those that the ids are in."""
    if target.files:
        return tuple(file for file in target.files if request.wants_file(file))
    if request.files is None and request.ids is None:
        return ()
    named = request.files if request.files is not None else tuple(sorted({test.file for test in request.ids or ()}))
    return tuple(file for file in named if request.wants_file(file))


def arguments_without(words: Iterable[str], flags: Iterable[str], valued: Iterable[str]) -> tuple[str, ...]:
    """The user's arguments without options named, with or without `=value`.

    An option in `valued` takes the next word along, unless that is an option; one in `flags` only a number, a share or
    a truth value, which no folder is called.
    """
    dropped, taking = frozenset(flags), frozenset(valued)
    kept: list[str] = []
    before = ""
    for word in words:
        is_option = word.startswith("-")
        name = word.partition("=")[0]
        if is_option and name in dropped | taking:
            before = "" if "=" in word else name
        elif not is_option and (before in taking or (before and _FLAG_VALUE.fullmatch(word))):
            before = ""
        else:
            before = ""
            kept.append(word)
    return tuple(kept)


def warm_launch(target: Target) -> Launch:
    """The process that runs a JavaScript framework's tests again and again, with other texts of the project's files."""
    options = ("--experimental-vm-modules", "--experimental-import-meta-resolve", "--no-warnings")
    package, env = target.settings.get("package"), target.settings.get("env", {})
    return Launch(
        argv=(target.program, *options, injected_file("javascript", "warm", "server.mjs")),
        env=env,
        order={
            "framework": target.framework,
            "package": package and str(Path(package).resolve()),
            "arguments": target.arguments,
            "modules": "vm-modules" in " ".join((*target.settings.get("node", ()), *env.values())),
        },
        read=tuple(target.settings.get("read", ())),
    )
