"""What the old release warned of at a call: the parameter that is to be passed, and its value."""

from collections.abc import Callable, Iterator, Mapping

import pytest

from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import (
    CallRecording,
    RecordedCall,
    RecordedParameter,
    RecordedWarning,
)
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_fixes import Recorded, recorded_fixes
from testfix_pipeline.repair.languages.python.libraries.sources.warned_arguments import warned_arguments
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.languages.python.libraries.test_recordings import parameter


def changed(
    text: str,
    said: str,
    *after: RecordedParameter,
    choices: tuple[str, ...] = (),
    source: Callable[[Recorded, Mapping[str, SourceFile]], Iterator[LibraryFix]] = warned_arguments,
) -> list[str]:
    """The first line of the program, one call of `lib.load`, after each fix. The warning comes from a wrapper, and the
    function has another place now."""
    position = (1, 0, 1, len(text))
    call = RecordedCall(
        name="make.load", file="own.py", given={}, raised=False, module="lib", line=1, position=position
    )
    now = call.model_copy(update={"name": "load"})
    warning = RecordedWarning(
        category="FutureWarning",
        text=said,
        name="wrapper",
        module="lib.tools",
        file="own.py",
        line=1,
        position=position,
    )
    old = CallRecording(calls=[call], warnings=[warning])
    listed = [("lib", "load", "on_bad", list(choices))] if choices else []
    new = CallRecording(calls=[now], signatures=[("lib", "load", list(after), False)], choices=listed)
    recorded = Recorded(old, new, {"lib": "lib 1.0 -> 2.0"})
    fixes = list(source(recorded, {"own.py": SourceFile("own.py", f"{text}\n".encode())}))
    symbol = "lib.load" if source is warned_arguments else "lib.tools.wrapper"
    assert all((one.updates[0].library, one.symbol) == ("lib", symbol) for one in fixes)
    return [one.texts["own.py"].rstrip("\n") for one in fixes]


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("you must specify 'dtype=object' when loading", "load(x, dtype=object)"),
        ("The default of dtype changes; pass dtype='any' to keep it", "load(x, dtype='any')"),
    ],
)
def test_a_value_that_the_warning_says_is_passed(said: str, text: str) -> None:
    assert changed("load(x)", said, parameter("x"), parameter("dtype", default=None)) == [text]


def test_a_switch_gets_the_value_that_is_no_longer_its_default() -> None:
    said = (
        "The default of numbers_only is deprecated. Specifying 'numbers_only=None' is deprecated. Specify numbers_only"
    )
    after = parameter("x"), parameter("numbers_only", default=False)
    assert changed("load(x)", said, *after) == ["load(x, numbers_only=True)"]
    assert changed("load(x, numbers_only=False)", said, *after) == [], "it is passed"
    assert changed("load(x)", "Select other columns", *after) == [], "nothing is said of it"


def test_a_keyword_gives_way_to_the_one_that_the_warning_names_with_each_documented_value() -> None:
    said = "The error_bad argument will be removed. Use on_bad in the future."
    after = parameter("x"), parameter("on_bad", default="error")
    found = changed("load(x, error_bad=False)", said, *after, choices=("'error'", "'skip'"))
    assert found == ["load(x, on_bad='error')", "load(x, on_bad='skip')"], "False is none of them"
    assert changed("load(x, error_bad=False)", said, *after) == ["load(x, on_bad=False)"]


def test_a_value_that_the_new_keyword_documents_as_well_stays() -> None:
    said = "Argument `shut` is deprecated in favor of `on_bad`."
    after = parameter("x"), parameter("on_bad", default="both")
    found = changed("load(x, shut='left')", said, *after, choices=('"both"', '"left"'))
    assert found == ["load(x, on_bad='left')"]


def test_a_value_that_takes_the_place_of_a_switch() -> None:
    said = "The parameter 'aliases' is deprecated. Use language='alias' instead"
    after = parameter("x"), parameter("language", default="en")
    assert changed("load(x, aliases=True)", said, *after) == ["load(x, language='alias')"]


@pytest.mark.parametrize(
    ("said", "called"),
    [('"kind" is deprecated. Use "sort" instead', "load"), ("load is slow. Use read instead", "read")],
)
def test_what_a_warning_says_of_a_keyword_is_no_other_name_of_the_function(said: str, called: str) -> None:
    found = changed("lib.load(x, kind=1)", said, parameter("x"), source=recorded_fixes)
    assert found == ([f"lib.{called}(x, kind=1)"] if called != "load" else [])
