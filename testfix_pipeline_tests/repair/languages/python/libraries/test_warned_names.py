"""Words that libraries say are renamed, in what the program sets, passes and asks for."""

import pytest

from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LibraryWarning
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import CallRecording, RecordedWarning
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_fixes import Recorded
from testfix_pipeline.repair.languages.python.libraries.sources.warned_names import renamed_by_old, warned_names
from testfix_pipeline.repair.languages.python.source import SourceFile


def sources(text: str) -> dict[str, SourceFile]:
    return {"own.py": SourceFile("own.py", text.encode())}


def warned(text: str, *warnings: str) -> list[str]:
    return [fix.texts["own.py"] for fix in warned_names([LibraryWarning(one) for one in warnings], sources(text))]


TEXT = """\
class Own(Model):
    class Config:
        allow_names = True
        other: int = 3

    def f(self, allow_names):
        return Model(allow_names=allow_names).allow_names
"""
CHANGED = TEXT.replace("        allow_names =", "        by_name =").replace(
    "Model(allow_names=allow_names).allow_names", "Model(by_name=allow_names).by_name"
)


@pytest.mark.parametrize(
    "said",
    [
        "Keys have changed in V2:\n* 'allow_names' has been renamed to 'by_name'\n* 'any' has been renamed to 'some'",
        'The keyword "allow_names" was renamed "by_name".',
        "`allow_names` is now renamed to `by_name`",
    ],
)
def test_a_word_is_renamed_where_the_program_writes_it_for_the_library(said: str) -> None:
    assert warned(TEXT, said) == [CHANGED]


def test_the_library_that_warns_is_named_with_the_fix() -> None:
    said = LibraryWarning("'allow_names' has been renamed to 'by_name'", "models", "2.1")
    (fix,) = warned_names([said], sources(TEXT))
    assert [(one.library, one.version, one.symbol) for one in fix.updates] == [("models", "2.1", "allow_names")]


def test_what_the_old_release_warned_of_is_renamed_wherever_it_came_from() -> None:
    text = "'allow_names' is renamed to 'by_name'"
    said = RecordedWarning(category="FutureWarning", text=text, name="f", module="lib.core", file="own.py", line=1)
    recorded = Recorded(CallRecording(warnings=[said]), CallRecording(), {"lib": "lib 1.0 -> 2.0"})
    (fix,) = renamed_by_old(recorded, sources(TEXT))
    assert fix.texts["own.py"] == CHANGED
    assert [(one.library, one.version) for one in fix.updates] == [("lib", "2.0")]


def test_other_warnings_change_nothing() -> None:
    assert warned(TEXT, "'allow_names' is deprecated, use 'by_name'", "'none' has been renamed to 'some'") == []
