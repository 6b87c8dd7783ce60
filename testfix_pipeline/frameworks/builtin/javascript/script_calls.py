"""How a package's test script calls a program: with which arguments, options of node, and variables."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from testfix_pipeline.frameworks.manifest import Manifest

_LAUNCHERS = frozenset(
    {"npx", "pnpx", "bunx", "npm", "pnpm", "yarn", "bun", "exec", "dlx", "run", "x", "cross-env", "cross-env-shell",
     "env", "c8", "nyc", "node", "dotenv", "--"}
)  # fmt: skip
_ASSIGNMENT = re.compile(r"(\w+)=(.*)", re.DOTALL)
_SUFFIX = re.compile(r"\.[cm]?js$")
_SHELL = re.compile(r"\d?[|<>]")
_OURS = frozenset({"CI", "NODE_V8_COVERAGE", "PATH", "HOME", "TMPDIR"})
"""Variables that the tests get from us, whatever the script says."""
_EXPANDED = re.compile(r"[$`]")
"""In a value that a shell would replace."""
_OPTIONS_WITH_VALUE = frozenset(
    {"--import", "--require", "-r", "--loader", "--experimental-loader", "--conditions", "-C", "--env-file"}
)
_DROPPED = ("--test", "--watch", "--inspect", "--debug", "--experimental-test-coverage", "--enable-source-maps=false")


@dataclass(frozen=True)
class ScriptCall:
    """A call of a program. arguments: what follows it. node: options of the node that runs it. env: variables."""

    arguments: tuple[str, ...] = ()
    node: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)


def script_call(manifest: Manifest, program: str) -> ScriptCall | None:
    """The first call of `program` in the package's test script, directly or by a launcher; None where there is none."""
    return next((found for words in _commands(manifest.test_script) if (found := _call(words, program))), None)


def words_of(command: str) -> list[str]:
    """The words of a command, none where its quotes don't match."""
    try:
        return shlex.split(command)
    except ValueError:
        return []


def _commands(script: str) -> Iterator[list[str]]:
    for command in re.split(r"&&|\|\||;", script):
        words = words_of(command)
        yield words[: next((place for place, word in enumerate(words) if _SHELL.match(word)), None)]


def _call(words: Sequence[str], program: str) -> ScriptCall | None:
    """The call of `program` in the words of one command, None where another program takes them."""
    env: dict[str, str] = {}
    node: int | None = None
    for place, word in enumerate(words):
        if _is(word, program):
            own = () if node is None else tuple(words[node + 1 : place])
            return ScriptCall(tuple(words[place + 1 :]), node_options(own)[0], env)
        assigned = _ASSIGNMENT.fullmatch(word)
        if assigned:
            is_taken = assigned[1] not in _OURS and not _EXPANDED.search(assigned[2])
            env |= {assigned[1]: assigned[2]} if is_taken else {}
        elif word == "node":
            node = place
        elif not (word.startswith("-") or word in _LAUNCHERS or (place and words[place - 1].startswith("-"))):
            return None
    return None


def _is(word: str, program: str) -> bool:
    """Whether a word is the program, by its name or by the path of its script."""
    name = _SUFFIX.sub("", Path(word).name)
    return name in (program, f"_{program}") if "/" in word or name == word else False


def node_options(words: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The options that change how node loads files, and the other words: files, folders and patterns."""
    options: list[str] = []
    named: list[str] = []
    is_value = False
    for word in words:
        if is_value or word in _OPTIONS_WITH_VALUE:
            options.append(word)
            is_value = not is_value
        elif not word.startswith("-"):
            named.append(word)
        elif not word.startswith(_DROPPED):
            options.append(word)
    return tuple(options), tuple(named)
