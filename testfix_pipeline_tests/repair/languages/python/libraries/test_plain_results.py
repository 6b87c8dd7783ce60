"""Results of a library that are plain objects of Python now."""

import pytest

from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.repair.languages.python.libraries.fix_proofs import weighed
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease
from testfix_pipeline.repair.languages.python.libraries.sources.plain_results import is_plain_result, plain_results
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.languages.python.libraries.test_message_fixes import failure

TEXT = """\
import json

from lib import Schema, encode, listing
from own import loaded

schema = Schema()


def read(text):
    try:
        found = schema.load(text)
    except ValueError:
        return None
    return save(found.data), schema.load(text).data, text.data


class Token:
    def __init__(self, text):
        self.text = encode(text)

    def plain(self):
        return self.text.decode("utf-8")


def names(text):
    return [one.name for one in listing(text)], json.loads(text).name, loaded(text).name, dict(a=text).name


async def rows(text):
    return (await schema.fetch(text)).tolist()
"""


def fixed(said: str, line: int, is_updated: bool = True) -> list[tuple[float, list[str]]]:
    """The likelihood and the changed lines of each fix."""
    files = {"own.py": SourceFile("own.py", TEXT.encode())}
    found = plain_results(
        [failure("AttributeError", said, line)] * 2, files, {"loaded", "Token"}.__contains__, is_updated
    )
    older = [OldRelease("lib", "1.0", None)] if is_updated else []
    return [(fix.likelihood, _changed(fix.texts["own.py"])) for fix in weighed(found, [], older)]


def _changed(text: str) -> list[str]:
    lines = zip(TEXT.splitlines(), text.splitlines(), strict=True)
    return [new.strip() for old, new in lines if old != new]


def test_what_was_around_a_result_is_gone_at_all_results_of_the_function() -> None:
    whole = 'return save(found["data"]), schema.load(text)["data"], text.data'
    without = "return save(found), schema.load(text), text.data"
    found = fixed("'dict' object has no attribute 'data'", 14)
    assert [lines for _, lines in found] == [[whole], [without]] and found[0][0] > found[1][0]


def test_an_object_of_the_program_is_given_without_what_was_around_it() -> None:
    without = "return save(found), schema.load(text), text.data"
    assert [lines for _, lines in fixed("'Token' object has no attribute 'data'", 14)] == [[without]]
    assert fixed("'Token' object has no attribute 'data'", 14, is_updated=False) == []
    assert fixed("'Other' object has no attribute 'data'", 14) == []


@pytest.mark.parametrize(
    ("said", "line", "expected"),
    [
        ("'str' object has no attribute 'decode'", 22, "return self.text"),
        ("'list' object has no attribute 'tolist'", 30, "return (await schema.fetch(text))"),
    ],
)
def test_a_conversion_into_what_the_result_is_now_is_dropped(said: str, line: int, expected: str) -> None:
    assert [lines for _, lines in fixed(said, line)] == [[expected]]


def test_items_of_results_count_and_results_of_python_and_of_the_program_do_not() -> None:
    rest = "json.loads(text).name, loaded(text).name, dict(a=text).name"
    found = fixed("'str' object has no attribute 'name'", 26)
    assert [lines for _, lines in found] == [[f"return [one for one in listing(text)], {rest}"]]


@pytest.mark.parametrize(
    ("said", "line"), [("'dict' object has no attribute 'data'", 14), ("'str' object has no attribute 'decode'", 22)]
)
def test_without_a_newer_library_it_is_believed_too_little_to_land(said: str, line: int) -> None:
    found = fixed(said, line, is_updated=False)
    assert found and all(is_doubtful(likelihood) for likelihood, _ in found)


@pytest.mark.parametrize(
    "said", ["'Result' object has no attribute 'data'", "'NoneType' object has no attribute 'data'"]
)
def test_other_errors_are_left_alone(said: str) -> None:
    assert fixed(said, 14) == [] and not is_plain_result(failure("AttributeError", said, 14))
