"""A pytest plugin that runs a test several times in children, each under control of what else may decide its result.

The order of the channel holds `controls`: {"runs": [settings, ...], "start": settings, "seconds"}. Settings are texts
by name: `seed`, `zone`, `clock`, `timer`, `network`, `ports`, `threads`, `floats`, see the modules that apply them;
those of `start` hold from before the project is imported. One event:

    witness    id, runs: for each run {passed, said, reads: {source: [[place, detail], ...]}}

Nothing that a run leaves in memory reaches another one. A run that dies or takes too long has failed.
"""

import functools
import sys

import pytest
import testfix_clock_control
import testfix_faults
import testfix_network_control
import testfix_random_control
import testfix_syntax_control
import testfix_thread_control
from _pytest.runner import runtestprotocol
from testfix_channel import channel
from testfix_children import said_by_child
from testfix_reads import reads

order = channel.order["controls"]
_PARTS = (
    testfix_clock_control, testfix_random_control, testfix_network_control, testfix_thread_control,
    testfix_syntax_control,
)  # fmt: skip


def _apply(settings):
    for part in _PARTS:
        part.apply(settings)


for _part in _PARTS:
    _part.install()
_apply(order["start"])


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    testfix_random_control.before_runs()
    runs = []
    for settings in order["runs"]:
        work = functools.partial(_run_test, item, {**order["start"], **settings})
        runs.append(next(said_by_child(work, order["seconds"]), None) or {})
    channel.emit("witness", id=item.nodeid, runs=runs)
    return True  # the test does not run here


class _Listener:
    """A plugin of a child alone, which keeps the reports that it hears of: those of subtests."""

    def __init__(self):
        self.reports = reports = []
        self.pytest_runtest_logreport = lambda report: reports.append(report)  # noqa: PLW0108 - its parameter is read


def _run_test(item, settings, say):
    _apply(settings)
    testfix_clock_control.replace_classes()
    testfix_network_control.open_servers(settings)
    before = testfix_random_control.states()
    beside = _Listener()
    item.config.pluginmanager.register(beside)
    reports = [*runtestprotocol(item, nextitem=None, log=False), *beside.reports]
    testfix_thread_control.stop()
    testfix_thread_control.note_running()
    if testfix_random_control.states() != before:
        reads.add("random", "", "")
    failed = [report for report in reports if report.outcome == "failed"]
    said = getattr(failed[0], "testfix_failure", None) or {} if failed else {}
    say({"passed": not failed, "said": said, "reads": reads.found()})


testfix_faults.OwnFaults(channel.emit).guard_hooks(sys.modules[__name__])
