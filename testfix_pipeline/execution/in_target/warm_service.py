"""The channel between a server and the engine, and the children that do the server's work."""

import json
import os

import pytest
import testfix_arguments
import testfix_conftests
import testfix_failures
import warm_watch
from testfix_children import write_line


class EngineChannel:
    """The channel to the engine, on private descriptors, so that printed output can't disturb it."""

    def __init__(self):
        self.input = os.fdopen(os.dup(0), "rb")
        self.output = os.dup(1)
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, 0)
        os.dup2(null, 1)
        os.set_inheritable(self.output, False)

    def send(self, message):
        write_line(self.output, message)

    def requests(self):
        for line in self.input:
            yield json.loads(line)

    def close_in_child(self):
        """Close the channel in a child: it is the server's alone."""
        os.close(self.output)
        os.close(self.input.fileno())


class Service:
    """Forks a child for each request and sends its results to the engine.

    A request with "know" is no work: it says what holds for those that come. cpu: seconds that tests may take; lean:
    the tests that run without reports.
    """

    def __init__(self, channel, settings):
        self.channel = channel
        self.folders = warm_watch.private_folders(settings)
        self.known = {}

    def ready(self, **hello):
        self.channel.send(
            dict({"ready": True, "items": [], "errors": {}, "modules": [], "lean": [], "threads": 0}, **hello)
        )
        self.leftovers = warm_watch.Leftovers(self.folders)

    def next_child(self):
        """Serve requests; returns only in a child, with its request and the pipe for its results.

        In the server it does not return: the end of the requests is the end of the process.
        """
        for request in self.channel.requests():
            if "know" in request:
                self.known = request["know"]
                self.channel.send({"tests": [], "end": "done", "detail": ""})
                continue
            reader, writer = os.pipe()
            pid = os.fork()
            if pid == 0:
                os.close(reader)
                self.channel.close_in_child()
                request["cpu"] = dict(self.known.get("cpu", {}), **request.get("cpu", {}))
                request["lean"] = frozenset(self.known.get("lean", ()))
                return request, writer
            os.close(writer)
            watched = warm_watch.watch_child(pid, reader, request, lambda count: self.channel.send({"progress": count}))
            self.leftovers.remove()
            self.channel.send(_reply(*watched))
        os._exit(0)


def _reply(lines, ending, seconds):
    reply = {"tests": [], "profiles": {}, "end": ending, "detail": "", "batch": [], "observed": {}, "calls": []}
    reply["cpu"] = seconds
    for line in lines:
        if line[0] == "test":
            reply["tests"].append(line[1:])
        elif line[0] == "profile":
            reply["profiles"][line[1]] = line[2]
        elif line[0] == "observed":
            reply["observed"][line[1]] = line[2]
        elif line[0] == "collected":
            reply["import_cpu"], reply["items"] = line[1:]
        elif line[0] in ("input", "outcome"):
            reply["calls"].append(line)
        elif line[0] == "end":
            reply["end"], reply["detail"] = line[1], line[2] if len(line) > 2 else ""
            reply["entered"] = line[3] if len(line) > 3 else True
        elif line[0] == "candidate":
            reply["batch"].append({"tests": reply["tests"], "end": line[1], "detail": line[2], "entered": line[3]})
            reply["tests"] = []
    return reply


class SteadyArguments:
    """A pytest plugin that removes options which stop early, distribute, repeat, shuffle or measure.

    A conftest.py that dies of program code, and a script among the test files, keep no other file from being collected.

    `more` is asked for further arguments when everything that comes with pytest and its plugins is loaded, and nothing
    of the project yet.
    """

    def __init__(self, more=lambda config: []):
        self.more = more
        files = testfix_failures.ProjectPaths(os.getcwd())
        self.conftests = testfix_conftests.BrokenConftests(
            lambda error: testfix_failures.describe(error, files), testfix_failures.wrapped_error, lambda fields: None
        )

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_load_initial_conftests(self, early_config, parser, args):
        self.conftests.wrap_import(early_config.pluginmanager)
        early_config.pluginmanager.register(self.conftests, "testfix-conftests")
        testfix_arguments.make_whole_run(early_config, parser, args, *self.more(early_config))
        yield

    @pytest.hookimpl(hookwrapper=True)
    def pytest_make_collect_report(self, collector):
        result = yield
        try:
            result.get_result()
        except SystemExit as error:
            result.force_result(testfix_conftests.script_report(collector, error))
