from typing import Any

import pytest

from testfix_pipeline.core.cycle_rules.triage import ProjectFacts, breakdown, classify
from testfix_pipeline.core.records import Failure, FailureClass, Frame, Outcome

FACTS = ProjectFacts(
    npm={"left-pad", "@own/pad"}, npm_known={"express", "cart"}, packages={"shop"}, declared={"ujson"},
    root="/srv/tests/shop",
)  # fmt: skip
GO = "calc.go:3:8: {} to add it:\n\tgo get example.com/unit"
TEST = Frame(file="tests/test_a.py", line=3, function="test_x")
CODE = Frame(file="shop/cart.py", line=9, function="total")


def classified(error: str, message: str, **fields: Any) -> tuple[str, str]:
    values = {"id": "tests/test_a.py::test_x", "status": "failed", "error_type": error, "message": message}
    return classify(Outcome.model_validate(values | fields), FACTS)


REFUSED = "Unexpected keyword arguments passed to pytest.raises: message\nUse context-manager form instead?"


@pytest.mark.parametrize(
    ("error", "message", "fields", "evidence"),
    [
        ("ModuleNotFoundError", "No module named 'ujson'", {}, "ujson"),
        ("Error", "Cannot find module 'left-pad/index.js'\nRequire stack:\n- /x", {}, "left-pad is declared"),
        ("Error", "Cannot find package '@own/pad' imported from /x/a.mjs", {}, "@own/pad is declared"),
        ("Error", 'Failed to resolve import "left-pad" from "a.ts". Does the file exist?', {}, "npm install"),
        ("Error", "Cannot find package 'sums' imported from /x/a.mjs", {}, "`npm install sums`"),
        (
            "BuildFailed",
            GO.format("no required module provides package example.com/unit;"),
            {},
            "go get example.com/unit",
        ),
        (
            "BuildFailed",
            GO.format("module a provides package example.com/unit and is replaced but not required;"),
            {},
            "`go get example.com/unit`",
        ),
        ("requests.exceptions.ConnectionError", "[Errno 111] Connection refused", {}, "sandbox.network"),
        ("socket.gaierror", "[Errno -3] whatever", {}, "gaierror"),
        ("OSError", "[Errno 28] No space left on device", {}, "no space left"),
        ("OSError", "[Errno 30] Read-only file system: '/x'", {}, "sandbox.write"),
        ("PermissionError", "[Errno 13] Permission denied: '/etc/shadow'", {}, "/etc/shadow"),
        ("PermissionError", "[Errno 13] Permission denied: '/srv/tests/shop2/x'", {}, "outside"),
        ("FileNotFoundError", "No such file or directory: 'psql'", {"detail": "subprocess.py:1950"}, "psql"),
        ("RuntimeError", "sh: 1: node: not found", {}, "node"),
        ("OSError", "executable 'geckodriver' not found", {}, "geckodriver"),
        ("KeyError", "'DATABASE_URL'", {"detail": "os.environ['DATABASE_URL']"}, "DATABASE_URL"),
    ],
)
def test_the_environment(error: str, message: str, fields: dict[str, Any], evidence: str) -> None:
    kind, why = classified(error, message, **fields)
    assert kind == "env_issue" and evidence in why


@pytest.mark.parametrize(
    ("error", "message", "fields"),
    [
        ("ModuleNotFoundError", "No module named 'shop.cart'", {}),
        ("ModuleNotFoundError", "No module named 'jsno'", {}),
        ("ModuleNotFoundError", "No module named 'numpy.linalg'", {}),  # numpy itself is there
        ("ModuleNotFoundError", "No module named 'imp'", {}),  # Python 3.12 has it no more
        ("Error", "Cannot find module 'left-pda'", {}),
        ("Error", "Cannot find module '../left-pad'", {}),
        ("Error", "Cannot find module 'expresss'", {}),
        ("Error", "Cannot find module 'cart'", {}),  # the project's own, without `./`
        ("ModuleNotFoundError", "No module named 'collection'", {}),
        ("ImportError", "cannot import name 'x' from 'shop'", {}),
        ("AssertionError", "assert 'Connection refused' == 'ok'", {}),
        ("PermissionError", "[Errno 13] Permission denied: '/srv/tests/shop/data'", {}),
        ("PermissionError", "not allowed to pay", {}),
        ("FileNotFoundError", "No such file or directory: 'psql'", {}),
        ("FileNotFoundError", "[Errno 2] nothing", {"detail": "subprocess.py"}),
        ("KeyError", "'NAME'", {"detail": "row['NAME']"}),
        ("KeyError", "'name'", {"detail": "os.environ"}),
        ("NameError", "name 'x' is not defined", {"frames": [TEST, CODE]}),
        ("NameError", "name 'x' is not defined", {}),
        ("SyntaxError", 'File "/srv/tests/shop/shop/cart.py", line 3\ninvalid syntax', {"frames": [TEST]}),
        ("SyntaxError", 'File "/elsewhere/tests/cart.py", line 3\ninvalid syntax', {}),
        ("SyntaxError", "invalid syntax", {}),
        ("Failed", "fixture 'x' not found", {"phase": "call"}),
        ("TypeError", REFUSED, {"frames": [TEST, CODE]}),
    ],
)
def test_in_doubt_it_is_the_code(error: str, message: str, fields: dict[str, Any]) -> None:
    assert classified(error, message, **fields)[0] == "code_defect"


@pytest.mark.parametrize(
    ("error", "message", "fields", "evidence"),
    [
        ("Failed", "fixture 'basket' not found", {"phase": "setup"}, "'basket'"),
        ("FixtureLookupError", "('loop', <SubRequest 'a' for <Coroutine b>>)", {"phase": "setup"}, "'loop'"),
        ("TypeError", REFUSED, {"frames": [TEST]}, "by the test file tests/test_a.py"),
        ("Failed", "'slow' not found in `markers` configuration option", {}, "'slow'"),
        ("Error", "No test suite found in file test/a.test.js", {}, "has no test"),
        ("NameError", "name 'x' is not defined", {"frames": [CODE, TEST]}, "tests/test_a.py"),
        ("UnboundLocalError", "local 'x'", {"frames": [TEST]}, "UnboundLocalError"),
        ("SyntaxError", 'File "/srv/tests/shop/tests/helpers.py", line 3', {}, "helpers.py"),
        ("IndentationError", 'File "tests/test_a.py", line 3', {}, "test_a.py"),
        ("SyntaxError", 'File "/elsewhere/test_b.py", line 3', {}, "test_b.py"),
        (
            "",
            "import file mismatch:\nimported module 'test_a' has this __file__ attribute:\n  /srv/a/test_a.py\n"
            "which is not the same as the test file we want to collect:\n  /srv/b/test_a.py\nHINT: remove",
            {},
            "/srv/a/test_a.py and /srv/b/test_a.py",
        ),
    ],
)
def test_the_test_itself(error: str, message: str, fields: dict[str, Any], evidence: str) -> None:
    kind, why = classified(error, message, **fields)
    assert kind == "test_defect" and evidence in why


def test_evidence_against_the_code_names_the_place() -> None:
    assert (
        classified("builtins.ValueError", "x", frames=[TEST, CODE])[1] == "ValueError raised in total (shop/cart.py:9)."
    )
    assert classified("", "x")[1].startswith("The failure in tests/test_a.py::test_x")


def _failed(test: str, kind: FailureClass) -> Failure:
    return Failure(test=test, failure_class=kind, evidence="There is no space left on the device.")


def test_most_tests_failing_together_for_want_of_something_is_no_verdict() -> None:
    passed = {f"t{n}" for n in range(10)}
    full = [_failed(f"t{n}", "env_issue") for n in range(6)]
    assert "6 of 10" in breakdown(passed, full) and "no space left" in breakdown(passed, full)
    assert breakdown(passed, full[:4]) == "", "four of ten"
    assert breakdown(passed, [_failed(f"t{n}", "code_defect") for n in range(9)]) == ""
    assert breakdown(passed, [*full[:4], _failed("t8", "code_defect"), _failed("t9", "code_defect")]) == ""
    assert breakdown({"t1", "t2"}, full) == "", "two tests are no crowd"
    assert breakdown(set(), full) == "", "they failed before"
