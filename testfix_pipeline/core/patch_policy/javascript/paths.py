"""The paths of a JavaScript or TypeScript project that a fix must not touch, by name alone."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

_CODE = r"(\.d)?\.([cm]?[jt]sx?|json|vue|svelte)"
_FOLDER = re.compile(r"__(tests|mocks|snapshots|fixtures)__")
_CODE_FOLDER = re.compile(r"tests?|specs?|e2e|cypress|playwright|test-?(utils|helpers)")
_IS_CODE = re.compile(_CODE + "$")
_NAMED = re.compile(rf".+[.\-_](test|spec|e2e|cy|test-d|bench){_CODE}|test-.+{_CODE}|(test|tests|spec){_CODE}")
_FILE = re.compile(
    r".*\.snap|.*\.test-d\.ts"
    r"|(jest|vitest|mocha|karma|ava|cypress|playwright|wdio|jasmine|nyc|stryker|web-test-runner)"
    rf"([.\-_](config|conf|setup|preset|workspace|projects|unit|integration|e2e|base|ci|global|shared|env))*{_CODE}"
    rf"|(test|tests|setup)[.\-_]?(setup|tests?|env|bootstrap){_CODE}|setup(Tests|File|Files|Jest|Vitest|After\w*){_CODE}"
    r"|\.(mocharc|nycrc|taprc|c8rc|jasmine)(\.\w+)?|\.env\.test(\..*)?"
)
_COMPILING = re.compile(
    r"(babel|vite|swc|metro)\.config(\.\w+)*\.([cm]?[jt]s|json)|\.(babelrc|swcrc)(\.\w+)?"
    r"|(tsconfig|jsconfig)([.\-]\w+)*\.json"
)
_INSTALLING = re.compile(
    r"package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|pnpm-workspace\.yaml|bun\.lockb?"
    r"|\.npmrc|\.yarnrc(\.yml)?|\.pnpmfile\.c?js|\.pnp(\.loader)?\.[cm]?js|lerna\.json|\.node-version|\.nvmrc|\.tool-versions"
)


def is_test_side(path: str) -> bool:
    """Whether a path is a test, a snapshot, a mock, a helper of tests, or the configuration of a test runner."""
    *folders, name = PurePosixPath(path).parts or ("",)
    if "node_modules" in folders:
        return False
    if any(map(_FOLDER.fullmatch, folders)) or (_IS_CODE.search(name) and any(map(_CODE_FOLDER.fullmatch, folders))):
        return True
    return bool(_NAMED.fullmatch(name) or _FILE.fullmatch(name))


def is_only_named_like_test(path: str) -> bool:
    """Whether only the file's own name marks it as test side."""
    pure = PurePosixPath(path)
    named = _NAMED.fullmatch(pure.name) is not None and not re.search(r"\.(test|spec|e2e|cy|test-d|bench)\.", pure.name)
    return named and not is_test_side(str(pure.with_name("x.js")))


def is_runner_setup(path: str) -> bool:
    """Whether a runner loads a file by its location alone: settings, set-up files, module mocks."""
    pure = PurePosixPath(path)
    return (bool(_FILE.fullmatch(pure.name)) and pure.suffix != ".snap") or "__mocks__" in pure.parts[:-1]


def setting_effect(path: str) -> str:
    """What a settings file decides for the tests, "" if nothing."""
    name = PurePosixPath(path).name
    if _COMPILING.fullmatch(name):
        return "how the tests are compiled"
    return "which packages the tests use" if _INSTALLING.fullmatch(name) else ""


def is_installed(path: str) -> bool:
    """Whether a path is in an installed package."""
    return bool({"node_modules", ".yarn", ".pnp"} & set(PurePosixPath(path).parts[:-1]))
