"""Runs tests against versions of modules with injected faults, each in a forked child.

    python meet_faults.py FOLDER_OF_IN_TARGET < order.json

The order: tries, each with file (the module's), text (of the module with its fault; null: as it is) and tests (node
ids); arguments of pytest; first, whether the first failure is enough; cpu, the seconds of processor time that one run
may take; and seconds, after which no more is tried. One JSON line a try: the tests that fail, or ["*"] where the run
came to no end. Standard library and the target's pytest, Python 3.9 and later, where there is fork.
"""

import contextlib
import copy
import importlib.machinery
import importlib.metadata
import importlib.util
import json
import os
import resource
import sys
import time

import pytest

sys.path.insert(0, sys.argv[1])
import testfix_arguments
import testfix_children

_ARGUMENTS = ["-q", "--assert=plain", "-p", "no:randomly", "-o", "cache_dir=$TMPDIR/pytest-cache"]
# Plain: what is imported before a run can't be rewritten, and says so.
NO_END = ["*"]


class FailureCollector:
    """A pytest plugin that collects the ids of failing tests and of files that can't be imported."""

    def __init__(self, stop):
        self.tests = []
        self.ended = False
        self._stop = stop

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_load_initial_conftests(self, early_config, parser, args):
        args[:] = testfix_arguments.whole_run_arguments(args) + self._stop
        known = parser.parse_known_args(args, namespace=copy.copy(early_config.option))
        known.confcutdir = getattr(early_config.known_args_namespace, "confcutdir", None)
        early_config.known_args_namespace = known
        yield

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.tests.append(report.nodeid)

    pytest_collectreport = pytest_runtest_logreport

    def pytest_sessionfinish(self, exitstatus):
        self.ended = exitstatus in (0, 1) or bool(self.tests)


def replace_source(file, text):
    """Make later imports of the module in `file` use this text."""
    original = importlib.machinery.SourceFileLoader.get_code

    def get_code(loader, name):
        if os.path.realpath(loader.path) == file:
            return compile(text, file, "exec", dont_inherit=True)
        return original(loader, name)

    importlib.machinery.SourceFileLoader.get_code = get_code


def run_in_child(order, trial, say):
    """Run the tests with one faulty module in the forked child, and say the failing ids."""
    resource.setrlimit(resource.RLIMIT_CPU, (order["cpu"], order["cpu"] + 1))
    resource.setrlimit(resource.RLIMIT_DATA, (2 << 30, 2 << 30))
    if trial["text"] is not None:
        replace_source(os.path.realpath(trial["file"]), trial["text"])
    failing = FailureCollector(["-x"] if order["first"] else [])
    pytest.main([*_ARGUMENTS, *order["arguments"], *trial["tests"]], plugins=[failing])
    say(sorted(set(failing.tests)) if failing.ended else NO_END)


def failing_tests(order, trial):
    """The ids of the tests that fail with one version of a module; ["*"] if the run did not end."""
    deadline = time.monotonic() + 4 * order["cpu"] + 10
    said = testfix_children.said_by_child(
        lambda say: run_in_child(order, trial, say), lambda: deadline - time.monotonic()
    )
    failing = next(said, None)
    return NO_END if failing is None else failing


def import_plugins(root):
    """Import the installed plugins of pytest once, for all children; those inside the project are left out."""
    if os.environ.get("PYTEST_DISABLE_PLUGIN_AUTOLOAD"):
        return
    found = importlib.metadata.entry_points()
    plugins = found.select(group="pytest11") if hasattr(found, "select") else found.get("pytest11", ())
    for plugin in plugins:
        # A plugin that can't be imported says so in the run.
        with contextlib.suppress(Exception):
            spec = importlib.util.find_spec(plugin.value.partition(":")[0].partition(".")[0])
            if not os.path.realpath(spec.origin).startswith(os.path.realpath(root) + os.sep):
                plugin.load()


def main():
    order = json.load(sys.stdin)
    out = os.fdopen(os.dup(1), "w")
    testfix_children.silence()
    deadline = time.monotonic() + order["seconds"]
    import_plugins(os.getcwd())  # noqa: PTH109
    for trial in order["tries"]:
        if time.monotonic() > deadline:
            break
        out.write(json.dumps(failing_tests(order, trial)) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
