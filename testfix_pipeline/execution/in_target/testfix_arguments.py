"""Removes arguments of pytest that would keep a run from being a whole measurement.

They come from the user's command and from `addopts`: stopping at the first failure, running in several processes,
repeating failed tests, shuffling, debugging, measuring coverage, writing reports into the tree, collecting only.
"""

from __future__ import annotations

import copy
from typing import Any

_FLAGS = {
    "--exitfirst", "--pdb", "--trace", "--stepwise", "--sw", "--stepwise-skip", "--sw-skip", "--stepwise-reset",
    "--sw-reset", "--collect-only", "--co", "--collectonly", "--looponfail", "--no-cov", "--no-cov-on-fail",
    "--cov-append", "--random-order", "--cache-clear", "--cov-reset", "--cov-branch", "--randomly-dont-reset-seed",
    "--randomly-dont-reorganize", "--setup-plan", "--setup-only", "--version", "--fixtures", "--markers", "--help",
}  # fmt: skip
_WITH_VALUE = {
    "--maxfail", "--numprocesses", "--dist", "--tx", "--px", "--maxprocesses", "--max-worker-restart", "--rsyncdir",
    "--reruns", "--reruns-delay", "--only-rerun", "--rerun-except", "--randomly-seed", "--random-order-bucket",
    "--random-order-seed", "--junitxml", "--junit-xml", "--junitprefix", "--junit-prefix", "--html", "--report-log",
    "--rootdir", "--color", "--cov-report", "--cov-config", "--cov-fail-under", "--cov-context", "--cov-precision",
    "--force-flaky", "--max-runs", "--min-passes", "--cache-show",
}  # fmt: skip
_OPTIONAL_VALUE = {"--cov"}
_BAD_SHORT_FLAGS = "xdfh"
_BAD_SHORT_WITH_VALUE = "n"
_SHORT_WITH_VALUE = "kmpcoWrn"


def make_whole_run(early_config: Any, parser: Any, args: list[str], *more: str) -> None:
    """Change arguments of pytest before it reads the first conftest.py; tests keep their order and random numbers."""
    shuffles = early_config.pluginmanager.hasplugin("randomly")
    steady = ["--randomly-dont-reorganize", "--randomly-seed=0"] if shuffles else []
    args[:] = [*steady, *whole_run_arguments(args), *more]
    # Plugins read their options from this early reading of the arguments.
    known = parser.parse_known_args(args, namespace=copy.copy(early_config.option))
    known.confcutdir = getattr(early_config.known_args_namespace, "confcutdir", None)
    early_config.known_args_namespace = known


def whole_run_arguments(args: list[str]) -> list[str]:
    """The arguments without such options, in their order. A value in its own argument goes with its option."""
    kept: list[str] = []
    rest = list(args)
    while rest:
        argument = rest.pop(0)
        if argument == "--":
            return [*kept, argument, *rest]
        if argument.startswith("--"):
            if _keeps_long_option(argument, rest):
                kept.append(argument)
        elif argument.startswith("-") and len(argument) > 1:
            kept += _allowed_short_options(argument, rest)
        else:
            kept.append(argument)
    return kept


def _keeps_long_option(argument: str, rest: list[str]) -> bool:
    """Whether to keep a long option; removes the value of a dropped one from `rest`."""
    name, equals, _ = argument.partition("=")
    if not equals and rest and (name in _WITH_VALUE or (name in _OPTIONAL_VALUE and not rest[0].startswith("-"))):
        rest.pop(0)
    return name not in _FLAGS | _WITH_VALUE | _OPTIONAL_VALUE


def _allowed_short_options(argument: str, rest: list[str]) -> list[str]:
    """The allowed part of a cluster of short options such as `-xvs` or `-qn4`, with the value of its last one."""
    cluster = "-"
    for position, letter in enumerate(argument[1:], start=1):
        if letter in _SHORT_WITH_VALUE:
            attached = argument[position + 1 :]
            value = [] if attached or not rest else [rest.pop(0)]
            before = [cluster] if len(cluster) > 1 else []
            return before if letter in _BAD_SHORT_WITH_VALUE else [*before, f"-{letter}{attached}", *value]
        if letter not in _BAD_SHORT_FLAGS:
            cluster += letter
    return [cluster] if len(cluster) > 1 else []
