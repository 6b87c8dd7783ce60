"""Reports test files as collection errors, and continues, if their conftest.py fails in program code that it imports,
or that a hook of it runs, such as `django.setup()`; all of them if a plugin does, as pytest-django by its own.

By itself pytest ends there before it has collected anything, and says nothing about any test. Only what a change of
program code can end is taken: an error in another file of the project, or a name that an installed package lacks.
"""

import functools
import inspect
import os
import sys
import traceback
import types

import pytest
from _pytest.reports import CollectReport

_STARTING_HOOKS = ("pytest_configure", "pytest_sessionstart")


class BrokenConftests:
    """A pytest plugin that replaces conftest files which can't be imported, and fails the files below them.

    describe: gives the fields of an error. underlying: the error behind pytest's own. hear: is given the first one's
    fields.
    """

    def __init__(self, describe, underlying, hear):
        self._describe = describe
        self._underlying = underlying
        self._hear = hear
        self._broken = {}
        self._stand_ins = {}

    def wrap_import(self, manager):
        """Replace pytest's own import of conftest files, if it has a method of the known name."""
        plain = getattr(manager, "_importconftest", None)
        if not callable(plain):
            return

        def load(conftestpath, *args, **kwargs):
            known = self._stand_ins.get(str(conftestpath))
            if known is not None:
                return known
            try:
                return plain(conftestpath, *args, **kwargs)
            except Exception as error:
                stand_in = self._register(conftestpath, self._underlying(error))
                if stand_in is None:
                    raise
                return stand_in

        manager._importconftest = load
        register = manager.consider_conftest

        def consider(conftestmodule, *args, **kwargs):
            for name in _STARTING_HOOKS:
                hook = vars(conftestmodule).get(name)
                if callable(hook) and not inspect.isgeneratorfunction(hook):  # those wrap what others do
                    setattr(conftestmodule, name, self._guarded(hook, conftestmodule.__file__))
            return register(conftestmodule, *args, **kwargs)

        manager.consider_conftest = consider

    def _guarded(self, hook, path):
        """The hook, which fails the files below its conftest file where program code that it runs fails."""

        @functools.wraps(hook)
        def run(*args, **kwargs):
            try:
                return hook(*args, **kwargs)
            except Exception as error:
                if self._register(path, self._underlying(error)) is None:
                    raise

        return run

    def goes_on_without_plugin(self, config, error):
        """Whether an error that ended the loading of conftest files is of program code that a plugin ran: then all test
        files fail, and the plugin is out, as it would die again."""
        codes = [frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__)]
        error = self._underlying(error)
        while error is not None and not self._describe(error)["frames"]:
            error = error.__context__  # a plugin's own words about it
        if error is None or self._register(os.path.join(str(config.rootdir), "conftest.py"), error) is None:
            return False
        for hook in config.pluginmanager.hook.pytest_load_initial_conftests.get_hookimpls():
            if hook.function.__code__ in codes and not (hook.hookwrapper or getattr(hook, "wrapper", False)):
                config.pluginmanager.unregister(hook.plugin)
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_make_collect_report(self, collector):
        if not self._broken or not isinstance(collector, pytest.File) or isinstance(collector, pytest.Package):
            return None
        path = os.path.realpath(str(getattr(collector, "path", None) or collector.fspath))
        fields = next((one for folder, one in self._broken.items() if path.startswith(folder + os.sep)), None)
        if fields is None:
            return None
        report = CollectReport(collector.nodeid, "failed", fields["detail"], [])
        report.testfix_failure = {name: fields[name] for name in ("type", "message", "frames", "origin")}
        return report

    def _register(self, path, error):
        fields = self._describe(error)
        if not _is_program_error(error, fields["frames"]):
            return None
        if not self._broken:
            self._hear(fields)
        lines = traceback.format_exception(type(error), error, error.__traceback__)
        folder = os.path.dirname(os.path.realpath(str(path)))
        self._broken[folder] = dict(fields, detail="%s failed.\n%s" % (path, "".join(lines)))
        return self._stand_ins.setdefault(str(path), types.ModuleType("conftest"))


def script_report(collector, error):
    """The report on a script that has ended with SystemExit: by itself pytest would end, and say nothing of others."""
    said = "it ends the program when it is imported (%s)" % error
    return CollectReport(collector.nodeid, "failed", said, [])


def _is_program_error(error, frames):
    """Whether another file of the project raised the error, or an installed module lacks a requested name."""
    if isinstance(error, (pytest.exit.Exception, pytest.UsageError)):
        return False  # the project itself says that no test can run
    if frames and not frames[-1][0].endswith("conftest.py"):
        return True
    if isinstance(error, ModuleNotFoundError):
        top, dot, _ = (error.name or "").partition(".")
        return bool(dot) and top in sys.modules
    return bool(frames) and isinstance(error, (ImportError, AttributeError, TypeError))
