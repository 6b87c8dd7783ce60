"""Keywords that an error says a decorator must be given."""

from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.languages.python.libraries.sources.message_fixes import is_telling, message_fixes
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.languages.python.libraries.test_message_fixes import failure

TEXT = """\
from lib import checked


class Model:
    @checked
    def one(cls, values):
        return values

    @checked(pre=True)
    def two(cls, values):
        return values

    @checked
    def three(cls, values):
        return values
"""
SAID = "With pre=False (the default) you MUST specify `skip_on_failure=True`. Note that `@checked` is deprecated"


def fixed(one: Failure) -> list[str]:
    files = {"own.py": SourceFile("own.py", TEXT.encode())}
    return [fix.texts["own.py"] for fix in message_fixes([one, one], files)]


def test_a_decorator_without_arguments_gets_the_keyword_that_the_error_asks_for() -> None:
    assert fixed(failure("Refused", SAID, 5)) == [TEXT.replace("@checked\n", "@checked(skip_on_failure=True)\n")]


def test_other_lines_and_other_texts_are_left_alone() -> None:
    assert fixed(failure("Refused", SAID, 9)) == fixed(failure("Refused", SAID, 6)) == []
    assert is_telling(failure("Refused", SAID, 5))
    assert not is_telling(failure("Refused", "you specify `skip_on_failure=True`", 5))
