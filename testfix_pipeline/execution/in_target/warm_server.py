"""A pytest process that has collected everything and tries candidates in forked children.

    python warm_server.py '{"mode": "warm" | "fresh", "args": [...], "preload": [...]}'

One JSON object a line on stdin asks, one on stdout answers; the tests' own output goes nowhere. Mode "warm" imports
the project once and swaps code; mode "fresh" imports pytest and the modules named by `preload` (nothing of the
project), and every child imports the project anew from the working directory, where the candidate is written meanwhile.

Runs in the target's interpreter: standard library and its own pytest only, Python 3.9 and later, Linux (fork).
"""

import contextlib
import copy
import gc
import importlib
import json
import os
import sys
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import pytest
import testfix_arguments
import testfix_guard
import warm_calls
import warm_child
import warm_install
import warm_probe
import warm_reports
import warm_state
import warm_watch


class Channel:
    """The way to the engine, on descriptors of its own, so that nothing that is printed can disturb it."""

    def __init__(self):
        self.input = os.fdopen(os.dup(0), "rb")
        self.output = os.dup(1)
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, 0)
        os.dup2(null, 1)
        os.set_inheritable(self.output, False)

    def send(self, message):
        data = (json.dumps(message) + "\n").encode()
        while data:
            data = data[os.write(self.output, data) :]

    def requests(self):
        for line in self.input:
            yield json.loads(line)

    def leave(self):
        """In a child: the channel is the server's alone."""
        os.close(self.output)
        os.close(self.input.fileno())


def fork(request, work, channel, leftovers):
    """Runs `work(fd)` in a child and answers with what it reported."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            os.close(reader)
            work(writer)
            code = 0
        finally:
            os._exit(code)
    os.close(writer)
    lines, ending, seconds = warm_watch.watch(pid, reader, request, lambda count: channel.send({"progress": count}))
    leftovers.remove()
    answer = {"tests": [], "lines": {}, "end": ending, "detail": "", "batch": [], "observed": {}, "calls": []}
    answer["cpu"] = seconds
    for line in lines:
        if line[0] == "test":
            answer["tests"].append(line[1:])
        elif line[0] == "lines":
            answer["lines"][line[1]] = line[2]
        elif line[0] == "observed":
            answer["observed"][line[1]] = line[2]
        elif line[0] in ("input", "outcome"):
            answer["calls"].append(line)
        elif line[0] == "end":
            answer["end"], answer["detail"] = line[1], line[2] if len(line) > 2 else ""
            answer["entered"] = line[3] if len(line) > 3 else True
        elif line[0] == "candidate":
            answer["batch"].append({"tests": answer["tests"], "end": line[1], "detail": line[2], "entered": line[3]})
            answer["tests"] = []
    return answer


def folders(settings):
    """Where the tests leave files outside of the tree, as far as these folders are the server's own."""
    return [os.environ[name] for name in settings["own_folders"]] + settings["more_folders"]


class SteadyArguments:
    """Takes out of the project's own options what stops early, distributes, repeats, shuffles or measures."""

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_load_initial_conftests(self, early_config, parser, args):
        shuffles = early_config.pluginmanager.hasplugin("randomly")
        steady = ["--randomly-dont-reorganize", "--randomly-seed=0"] if shuffles else []
        args[:] = steady + testfix_arguments.neutralise(args)
        known = parser.parse_known_args(args, namespace=copy.copy(early_config.option))
        known.confcutdir = getattr(early_config.known_args_namespace, "confcutdir", None)
        early_config.known_args_namespace = known
        yield


class WarmServer:
    """The plugin that takes over where pytest would run the tests."""

    def __init__(self, channel, settings):
        self.channel = channel
        self.guard = testfix_guard.ImportGuard(*(settings[key] for key in ("root", "tree", "origin", "shared")))
        self.reports = warm_reports.Reports()
        self.root = settings["root"]
        self.folders = folders(settings)
        self.errors = {}
        self.known = {}

    def pytest_collectreport(self, report):
        if report.failed:
            self.errors[report.nodeid] = str(report.longrepr)[-600:]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session):
        session.config.pluginmanager.register(self.reports, "testfix-warm-reports")
        self.items = {item.nodeid: item for item in session.items}
        self.index = warm_install.live_functions()
        self.state = warm_state.State(self.root)
        gc.collect()
        gc.freeze()
        hello = {"ready": True, "items": list(self.items), "errors": self.errors, "modules": outside_modules()}
        hello["lean"] = [item.nodeid for item in warm_reports.can_be_lean(session, self.root)]
        self.channel.send(dict(hello, foreign=self.guard.foreign()))
        leftovers = warm_watch.Leftovers(self.folders)
        for request in self.channel.requests():
            if "know" in request:
                self.known = request["know"]
                self.reports.lean = frozenset(self.known.get("lean", ()))
                self.channel.send({"tests": [], "end": "done", "detail": ""})
                continue
            answer = fork(request, lambda fd, request=request: self._work(fd, request), self.channel, leftovers)
            self.channel.send(answer)
        os._exit(0)

    def _work(self, fd, request):
        self.channel.leave()
        request["cpu"] = {**self.known.get("cpu", {}), **request.get("cpu", {})}
        child = warm_child.Child(fd, request, self.reports)
        child.prepare()
        failed = child.install(request.get("install", ()), self.index, [])
        if failed[0]:
            child.say("end", *failed)
            return
        wanted = request.get("tests")
        names = self.items if wanted is None else [name for name in wanted if name in self.items]
        skip = set(request.get("skip", ()))
        items = [self.items[name] for name in names if name not in skip]
        if request.get("trace"):
            warm_child.trace(child, items)
        elif request.get("probe"):
            warm_probe.observe(child, items, request["probe"])
        elif request.get("variants"):
            warm_calls.compare(child, items, self.index, request)
        elif request.get("batch"):
            child.screen(items, request["batch"], self.index, self.state)
        else:
            child.run(items)


class FreshRun:
    """The plugin of a child of the fresh server: runs the wanted tests in the wanted order."""

    def __init__(self, child, request):
        self.child = child
        self.request = request

    def pytest_collectreport(self, report):
        if report.failed:
            self.child.say("test", report.nodeid, "error", "CollectError", str(report.longrepr)[-300:], "", 0.0)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session):
        found = {item.nodeid: item for item in session.items}
        wanted = self.request.get("tests")
        skip = set(self.request.get("skip", ()))
        names = list(found) if wanted is None else wanted
        self.child.run([found[name] for name in names if name in found and name not in skip])
        os._exit(0)


def serve_fresh(channel, settings):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in settings.get("preload", ()):
            with contextlib.suppress(BaseException):
                importlib.import_module(name)
    gc.collect()
    gc.freeze()
    channel.send({"ready": True, "items": [], "errors": {}, "modules": [], "lean": []})
    leftovers = warm_watch.Leftovers(folders(settings))
    for request in channel.requests():

        def work(fd, request=request):
            channel.leave()
            reports = warm_reports.Reports()
            child = warm_child.Child(fd, request, reports)
            child.prepare()
            sys.dont_write_bytecode = True
            args = settings["args"] + request.get("paths", [])
            code = pytest.main(args, plugins=[SteadyArguments(), reports, FreshRun(child, request)])
            child.say("end", "no run", "pytest ended with %d" % int(code))

        channel.send(fork(request, work, channel, leftovers))


def outside_modules():
    """Modules that were imported from outside the working directory, in the order of their import."""
    here = os.path.realpath(os.getcwd()) + os.sep
    names = []
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        inside = file is not None and os.path.realpath(file).startswith(here) and "site-packages" not in file
        if not inside and name != "__main__" and not name.startswith(("warm_", "_pytest", "pytest")):
            names.append(name)
    return names


def main():
    settings = json.loads(sys.argv[1])
    channel = Channel()
    warm_watch.adopt()
    if settings["mode"] == "fresh":
        serve_fresh(channel, settings)
        return
    server = WarmServer(channel, settings)
    try:
        code = int(pytest.main(settings["args"], plugins=[SteadyArguments(), server]))
    except BaseException as error:
        code, server.errors[""] = 3, "%s: %s" % (type(error).__name__, error)
    channel.send({"ready": False, "code": code, "errors": server.errors})


if __name__ == "__main__":
    main()
