"""A pytest process that has collected all tests and runs candidates in forked children.

    python warm_server.py '{"mode": "warm" | "fresh", "args": [...], "preload": [...]}'

One JSON object a line on stdin asks, one on stdout answers; the tests' own output goes nowhere. Mode "warm" imports
the project once and swaps code; mode "fresh" imports pytest and the modules named by `preload` (nothing of the
project), and every child imports the project again from the working directory, where the candidate is written.
"""

import gc
import json
import os
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import pytest
import testfix_guard
import warm_calls
import warm_child
import warm_fresh
import warm_install
import warm_order
import warm_probe
import warm_reports
import warm_service
import warm_state
import warm_trace
import warm_watch


class WarmServerPlugin:
    """The pytest plugin that serves requests instead of running the tests. `files`: those to collect, None for all."""

    def __init__(self, channel, settings):
        self.service = warm_service.Service(channel, settings)
        self.guard = testfix_guard.ImportGuard(*(settings[key] for key in ("root", "tree", "origin", "shared")))
        self.root = settings["root"]
        self.files = settings["files"]
        self.errors = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_configure(self, config):
        if self.files is not None:
            config.args[:] = [file for file in self.files if os.path.exists(os.path.join(self.root, file))]
            config.option.pyargs = False

    def pytest_collectreport(self, report):
        if report.failed:
            self.errors[report.nodeid] = str(report.longrepr)[-600:]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session):
        reports = warm_reports.OutcomePlugin()
        session.config.pluginmanager.register(reports, "testfix-warm-reports")
        self.items = {item.nodeid: item for item in session.items}
        self.index = warm_install.live_functions()
        self.state = warm_state.ModuleState(self.root)
        lean = [item.nodeid for item in warm_reports.lean_items(session, self.root)]
        gc.collect()
        gc.freeze()
        self.service.ready(
            items=list(self.items),
            errors=self.errors,
            modules=warm_fresh.outside_modules(),
            lean=lean,
            foreign=self.guard.foreign_modules(),
            threads=threading.active_count() - 1,
        )
        request, fd = self.service.next_child()
        code = 1
        try:
            self._serve_request(warm_child.Child(fd, request, reports), request)
            code = 0
        finally:
            os._exit(code)

    def _serve_request(self, child, request):
        child.prepare()
        failed = child.install(request.get("install", ()), self.index, [])
        if failed[0]:
            child.send_line("end", *failed)
            return
        items = [self.items[name] for name in request["tests"] if name in self.items]
        if request.get("trace"):
            warm_trace.profile_tests(child, items, request.get("seconds", 5))
        elif request.get("probe"):
            warm_probe.probe_tests(child, items, request["probe"])
        elif request.get("variants"):
            warm_calls.record_and_compare(child, items, self.index, request)
        elif request.get("order"):
            warm_order.OrderTrials(child, items, request).run(self.root)
        elif request.get("batch"):
            child.screen(items, request["batch"], self.index, self.state)
        else:
            child.run(items)


def main():
    settings = json.loads(sys.argv[1])
    channel = warm_service.EngineChannel()
    warm_watch.become_subreaper()
    if settings["mode"] == "fresh":
        warm_fresh.serve(channel, settings)
    server = WarmServerPlugin(channel, settings)
    try:
        code = int(pytest.main(settings["args"], plugins=[warm_service.SteadyArguments(), server]))
    except BaseException as error:
        code, server.errors[""] = 3, "%s: %s" % (type(error).__name__, error)
    channel.send({"ready": False, "code": code, "errors": server.errors})


if __name__ == "__main__":
    main()
