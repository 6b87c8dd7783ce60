"""Reads how the scripts of a `package.json` call a tool: with which options, on which paths."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from testfix_pipeline.execution.project_files import read_json

_MORE_THAN_WORDS = re.compile(r"[|;<>$`(){}\n]|(?<!&)&(?!&)")
"""What only a shell can read; `&&` alone joins commands that are read one by one."""
_LITERAL = re.compile(r"'[^']*'|\"[^\"$`\\]*\"")
_STARTERS = re.compile(
    r"(?:npx|bunx|(?:pnpm|npm) exec|yarn run|yarn|pnpm|cross-env|env|node) (?:(?:-y|--yes|-s|--silent|--) )*"
    r"|(?:\./)?node_modules/\.bin/|(?:CI|NODE_OPTIONS|(?:NO|FORCE)_COLOR)=[^\s'\"]* "
)
"""What stands before a program and changes no finding: other variables may."""
_WORDS = {
    "tsc": ("-p --project --target --module --lib --types --jsx --outDir --pretty --moduleResolution",
            "--noEmit --pretty --incremental --outDir", "-b --build -w --watch --init", ""),
    "eslint": ("-c --config --ext --env --parser --plugin --rulesdir --rule --global --ignore-path --ignore-pattern -f "
               "--format -o --output-file --max-warnings --resolve-plugins-relative-to --cache-location "
               "--cache-strategy",
               "-f --format -o --output-file --fix --cache --cache-location --cache-strategy", "", "--fix"),
    "biome": ("--config-path --diagnostic-level --reporter --max-diagnostics --colors",
              "check ci lint --write --fix --apply --reporter --colors", "format init migrate", "--write --fix"),
    "prettier": ("--config --ignore-path --parser --plugin --print-width --tab-width --trailing-comma --end-of-line "
                 "--log-level --loglevel --cache-location",
                 "--check -c --list-different -l --write -w --log-level --loglevel --cache --cache-location -u "
                 "--ignore-unknown", "", "--write -w"),
}  # fmt: skip
"""By tool: options whose value is the next word; those that say what is done and how it is printed, which is asked for
otherwise; words of calls for another purpose, and of calls that change files.
"""


@dataclass(frozen=True)
class CheckCall:
    """How scripts of a project call a tool: its options, and the paths that it is given, none: it finds its files."""

    script: str
    options: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    writes: bool = False

    @property
    def allows_no_warning(self) -> bool:
        """Whether the tool ends as failed for a warning."""
        return "--max-warnings 0" in " ".join(self.options).replace("=", " ")

    def arguments(self, own: list[str]) -> list[str]:
        """The arguments of a run, with the script's options before the paths."""
        at = own.index("--") if "--" in own else len(own)
        return [*own[:at], *self.options, *own[at:]]


def call_in_scripts(folder: Path, tool: str) -> tuple[CheckCall | None, list[str]]:
    """How the scripts of a folder call a tool, preferably without changing files, and the scripts that can't be read.

    The paths of all calls with the options of the first one are joined.
    """
    scripts, calls, unread = read_json(folder / "package.json").get("scripts"), list[CheckCall](), list[str]()
    for script, text in scripts.items() if isinstance(scripts, dict) else ():
        if re.search(rf"(?<![\w/-])(?:(?:\./)?node_modules/\.bin/)?{re.escape(tool)}(?![\w-])", str(text)):
            try:
                calls += [one for part in str(text).split("&&") for one in _calls(folder, script, tool, part.strip())]
            except ValueError:
                unread.append(script)
    calls.sort(key=lambda one: one.writes)
    alike = [one for one in calls if (one.options, one.writes) == (calls[0].options, calls[0].writes)]
    paths = dict.fromkeys(path for one in alike for path in one.paths) if all(one.paths for one in alike) else ()
    return (replace(calls[0], paths=tuple(paths)) if calls else None), unread


def _calls(folder: Path, script: str, tool: str, command: str) -> Iterator[CheckCall]:
    """Yields a call by its command; nothing for one with another purpose. Raises ValueError if it can't be read."""
    if _MORE_THAN_WORDS.search(_LITERAL.sub("", command)) or re.match(r"cd\b|$", command):
        raise ValueError("it needs a shell")
    while starter := _STARTERS.match(command):
        command = command[starter.end() :]
    name, *words = shlex.split(command)
    if name != tool and tool in re.split(r"[^\w./@-]+", command):
        raise ValueError("another program may start it")
    valued, replaced, foreign, writing = (set(some.split()) for some in _WORDS.get(tool, ("",) * 4))
    options, paths, waiting, before = list[str](), list[str](), iter(words), ""
    for word in waiting:
        group = [word, next(waiting, "")] if word in valued else [word]
        is_known = word.startswith("-") or re.search(r"[*?]", word) or (folder / word).exists()
        if before.startswith("-") and before not in {*replaced, "--"} and name == tool and not is_known:
            raise ValueError("it may be the value of an unknown option")
        before = "" if word in valued or "=" in word else word
        if word.partition("=")[0] not in {*replaced, "--"}:
            (options if word.startswith("-") else paths).extend(group)
    if name == tool and foreign.isdisjoint(words):
        writes = "--noEmit" not in words if tool == "tsc" else not writing.isdisjoint(words)
        yield CheckCall(script, tuple(options), tuple(paths), writes)
