"""The parts of the probe of a library, without the target's interpreter."""

import importlib
import logging
import pickle
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from testfix_pipeline.execution.processes.environment import IN_TARGET

Module = Callable[[str], Any]


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Module:
    monkeypatch.syspath_prepend(str(IN_TARGET))
    return importlib.import_module


class Raising(type):
    def __getattr__(cls, name: str) -> Any:
        raise RuntimeError(name)


class Odd(metaclass=Raising):
    pass


class Plain:
    pass


class Paths:
    def relative_path(self, path: str) -> str | None:
        return Path(path).name if path == __file__ else None


@pytest.fixture
def observer(module: Module, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setattr(traceback.TracebackException, "__init__", traceback.TracebackException.__init__)
    observer = module("testfix_library_failures").FailureObserver(Paths())
    before = list(logging.getLogger().handlers)
    observer.pytest_configure(None)
    yield observer
    logging.getLogger().handlers = before


class Untold(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


def log(error: Exception) -> Exception:
    try:
        raise error
    except Exception as raised:
        logging.getLogger(__name__).exception("failed")
        return raised


def test_a_program_that_logs_an_error_without_words_goes_on(observer: Any, caplog: pytest.LogCaptureFixture) -> None:
    log(Untold())
    assert len(caplog.records) == 1 and observer.failures == []


def test_an_error_that_is_logged_and_raised_or_tried_again_is_one(observer: Any) -> None:
    errors = [log(ValueError("a")), log(ValueError("a")), log(ValueError("b"))]
    observer.record_error(errors[0])
    assert [(one["message"], one["is_caught"]) for one in observer.failures] == [("a", False), ("b", True)]


def test_errors_that_were_caught_take_no_place_of_those_that_fail_a_test(module: Module, observer: Any) -> None:
    most = module("testfix_library_failures").MOST_CAUGHT
    failing = [log(ValueError(str(number))) for number in range(most + 1)][-1]
    assert len(observer.failures) == most
    observer.record_error(failing)
    assert observer.uncaught_first()[0]["message"] == str(most) and len(observer.failures) == most + 1


def test_an_error_is_seen_of_which_a_server_writes_the_traceback_to_a_stream(observer: Any) -> None:
    try:
        raise ValueError("written")
    except ValueError:
        assert "written" in traceback.format_exc()
    assert [(one["message"], one["is_caught"]) for one in observer.failures] == [("written", True)]


def test_an_error_that_a_result_holds_is_seen_where_its_status_is_refused(observer: Any) -> None:
    class Result:
        exit_code, exception = 1, log(ValueError("held"))

        def __init__(self) -> None:
            self.exception = type(self).exception

    observer.failures.clear()
    result = Result()
    try:
        assert result.exit_code == 0
    except AssertionError as error:
        call = SimpleNamespace(excinfo=SimpleNamespace(value=error))
        observer.pytest_exception_interact(None, call, None)
    assert [(one["message"], one["is_caught"]) for one in observer.failures][-1] == ("held", True)


@pytest.mark.parametrize(
    ("held", "home"),
    [
        (("pkgutil", "importlib"), ("", "importlib")),
        (("os", "path"), ("os", "path")),
        (("shutil", "fnmatch"), ("", "fnmatch")),
        (("glob", "path"), ("os", "path")),
        (("markdown", "etree"), ("xml.etree", "ElementTree")),
    ],
)
def test_a_module_is_imported_from_where_it_is_and_not_from_another_that_imports_it(module, held, home) -> None:
    lookup = module("testfix_library_lookup")
    value = importlib.import_module({"etree": "xml.etree.ElementTree", "path": "os.path"}.get(held[1], held[1]))
    assert lookup.home_of(*held, value, lookup=None) == home


def test_a_compiled_part_of_python_is_known_by_its_public_module(module: Module) -> None:
    lookup = module("testfix_library_lookup")
    modules = SimpleNamespace(module=importlib.import_module)
    assert pickle.loads.__module__ == "_pickle"
    assert lookup.home_of("numpy", "loads", pickle.loads, modules) == ("pickle", "loads")


def test_keywords_have_no_place_and_a_line_about_a_new_one_does_not_say_to_drop_the_old_one(module: Module) -> None:
    def opened(*, mode: int = 0, init: bool = False) -> None:
        """The keyword const was removed: init has its meaning."""

    old = [("mode", "0", "named"), ("const", "False", "named")]
    found = module("testfix_library_calls").signature_changes(opened, (0, ["const"], False), old)
    assert {(one["what"], one["new"], one["source"]) for one in found if one["what"] in ("rename", "drop")} == {
        ("rename", "init", "only new one")
    }


def test_what_had_to_be_given_and_what_has_to_be_given_now_are_the_same(module: Module) -> None:
    def found_in(pattern: Any, text: Any) -> None:
        pass

    old = [("text", None, "placed"), ("form", None, "placed")]
    changes = module("testfix_library_calls").signature_changes(found_in, (0, ["text", "form"], False), old)
    assert ("form", "pattern", "old release") in {(one["old"], one["new"], one["source"]) for one in changes}


def test_arguments_by_place_get_the_names_that_their_places_had(module: Module) -> None:
    def barplot(data: Any = None, *, x: Any = None, y: Any = None) -> None:
        pass

    old = [(name, "None", "placed") for name in ("x", "y", "data")]
    changes = module("testfix_library_calls").signature_changes
    assert [one["new"] for one in changes(barplot, (2, [], False), old)] == [["x", "y"]]
    assert [(one["new"], one["source"]) for one in changes(barplot, (2, [], False))] == [(["x"], "signature")]
    warned = [("data", "None", "placed"), ("y", "None", "keyword"), ("x", "None", "keyword")]
    assert [one["new"] for one in changes(barplot, (3, [], False), warned)] == [["y", "x"]], "a decorator took them"


@pytest.mark.parametrize(
    ("call", "placed"),
    [((0, ["etype", "tb"], False), ["etype"]), ((1, ["etype"], False), []), ((0, ["etype", "old"], False), [])],
)
def test_the_unknown_keyword_is_what_a_call_lacks_by_its_place(module, call, placed) -> None:
    def shown(exc: Any, /, value: Any = None, tb: Any = None) -> None:
        pass

    found = module("testfix_library_calls").signature_changes(shown, call)
    assert [one["old"] for one in found if one["what"] == "place"] == placed


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("The 'loss' parameter must be among {'hinge', 'log_loss'}. Got 'log' instead.", []),
        ("rows() is gone: use lines() instead", ["lines"]),
    ],
)
def test_what_a_call_passed_is_no_hint(module: Module, text: str, names: list[str]) -> None:
    assert module("testfix_library_spelling").hinted_names(text) == names


def test_a_name_with_two_words_more_is_another_name(module: Module) -> None:
    says_the_same = module("testfix_library_spelling").says_the_same
    assert says_the_same("size", "vector_size") and not says_the_same("n_iter", "n_iter_no_change")
