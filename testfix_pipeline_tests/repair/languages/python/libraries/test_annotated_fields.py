"""Fields of which a library no longer infers the type."""

from textwrap import dedent

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.repair.languages.python.libraries.sources.annotated_fields import annotated_fields
from testfix_pipeline.repair.languages.python.source import SourceFile

MODELS = """
    from pydantic import BaseModel, Field


    class Base(BaseModel):
        kind = "base"
        size: int
        rate = Field(-0.5, ge=-1)
        other = make()
        _private = 1


    class Inner(Base):
        size = 3
        tags = []


    class Plain:
        kind = "plain"
"""


def fixed(error: str) -> list[str]:
    frame = Frame(file="models.py", line=5, function="<module>")
    failure = Failure(test="test_a.py", error_type="PydanticUserError", error=error, frames=[frame])
    files = {"models.py": SourceFile("models.py", dedent(MODELS).encode())}
    return [fix.texts["models.py"] for fix in annotated_fields([failure], files)]


def test_fields_get_the_type_of_their_value_or_of_the_field_that_they_override() -> None:
    after = dedent(MODELS)
    for old, new in (("kind = \"base", "kind: str = \"base"), ("rate =", "rate: float ="), ("size =", "size: int ="),
                     ("tags =", "tags: list =")):  # fmt: skip
        after = after.replace(old, new)
    assert fixed("A non-annotated attribute was detected: `kind = 'base'`. All model fields require a type") == [after]
    assert fixed("Field 'size' defined on a base class was overridden by a non-annotated attribute.") == [after]


def test_other_errors_change_nothing() -> None:
    assert fixed("Field 'size' is unknown") == []
