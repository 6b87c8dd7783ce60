"""A server whose children import the project again, from files into which a candidate has been written.

pytest and its plugins are loaded once; each child goes on from where the first file of the project would be read. A
plugin that already brought modules of the project along prevents that: then each child begins at pytest's own start.
"""

import contextlib
import gc
import importlib
import os
import signal
import sys
import time
import warnings

import pytest
import testfix_failures
import testfix_places
import warm_child
import warm_order
import warm_reports
import warm_service

# CPU seconds for the imports and the collection, where the request says nothing of it.
IMPORT_SECONDS = 30.0


class ProjectImportedEarly(BaseException):
    """Raised when a plugin has imported modules of the project before collection."""


class FreshRun:
    """The pytest plugin of the server and its children: collects the requested files and runs tests in order.

    `late`: the children begin where the collection does, because no file of the project is read before that.
    """

    def __init__(self, service, root):
        self.service = service
        self.root = root
        self.late = not _has_conftest(root)
        self.child = None
        self.files = set()

    def arguments_before_conftests(self, config):
        """Called before pytest reads the first conftest file; further arguments for pytest."""
        if _own_modules(self.root):
            raise ProjectImportedEarly
        return [] if self.late else self.fork_child()

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self, session):
        if self.child is None:
            session.config.args = self.fork_child()

    def fork_child(self):
        """Serve requests; returns only in a child, with the paths to collect."""
        gc.collect()
        gc.freeze()
        self.service.ready()
        request, fd = self.service.next_child()
        self.wanted, self.cases = request["tests"], request["cases"]
        self.files = {os.path.realpath(os.path.join(self.root, path)) for path in request["paths"]}
        self.reports = warm_reports.OutcomePlugin()
        self.child = warm_child.Child(fd, request, self.reports)
        self.child.prepare()
        self.began = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, request.get("import_cpu", IMPORT_SECONDS))
        sys.dont_write_bytecode = True
        return request["paths"]

    def pytest_collectreport(self, report):
        if report.failed:
            for name in self._uncollected_tests(report.nodeid):
                self.child.send_line("test", name, "error", "CollectError", str(report.longrepr)[-300:], "", 0.0)

    def _uncollected_tests(self, nodeid):
        """The wanted ids that can't run because their file, folder or the whole session is not collected."""
        inside = (nodeid + "::", nodeid + "/")
        return [test for test in self.wanted if not nodeid or test == nodeid or test.startswith(inside)]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session):
        testfix_places.rename_cases(session.items, self.cases)
        self.child.send_line("collected", time.process_time() - self.began, [item.nodeid for item in session.items])
        session.config.pluginmanager.register(self.reports, "testfix-warm-reports")
        found = {item.nodeid: [item] for item in session.items}
        for item in session.items:  # a file that could not be collected before stands for all of its tests
            found.setdefault(item.nodeid.partition("::")[0], []).append(item)
        items = [item for name in self.wanted for item in found.get(name, ())]
        if "order" in self.child.request:
            warm_order.OrderTrials(self.child, items, self.child.request).run(self.root)
        else:
            self.child.run(items)
        os._exit(0)

    if int(pytest.__version__.partition(".")[0]) >= 7:

        def pytest_ignore_collect(self, collection_path):
            """True for a file that was not requested, else None."""
            path = str(collection_path)
            is_file = self.files and not path.endswith("__init__.py") and os.path.isfile(path)
            return True if is_file and os.path.realpath(path) not in self.files else None


def serve(channel, settings):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in settings["preload"]:
            with contextlib.suppress(BaseException):
                importlib.import_module(name)
    service = warm_service.Service(channel, settings)
    run = FreshRun(service, settings["root"])
    arguments = list(settings["args"])
    try:
        code = int(pytest.main(arguments, plugins=[warm_service.SteadyArguments(run.arguments_before_conftests), run]))
    except ProjectImportedEarly:
        for name in _own_modules(settings["root"]):
            del sys.modules[name]
        code = int(pytest.main(arguments + run.fork_child(), plugins=[warm_service.SteadyArguments(), run]))
    if run.child is None:
        channel.send({"ready": False, "code": code, "errors": {}})
    else:
        run.child.send_line("end", "no run", "pytest ended with %d" % code)
    os._exit(0)


def _has_conftest(root):
    for _, folders, files in os.walk(root):
        if "conftest.py" in files:
            return True
        folders[:] = [name for name in folders if name not in ("node_modules", ".git")]
    return False


def _own_modules(root):
    files = testfix_failures.ProjectPaths(root)
    found = ((name, getattr(module, "__file__", None)) for name, module in sys.modules.copy().items())
    return [name for name, file in found if isinstance(file, str) and files.relative_path(file) is not None]


def outside_modules():
    """The names of modules imported from outside the working directory, in the order of their import."""
    inside = {"__main__", *_own_modules(os.getcwd())}
    own = ("warm_", "testfix_", "_pytest", "pytest")
    return [name for name in list(sys.modules) if name not in inside and not name.startswith(own)]
