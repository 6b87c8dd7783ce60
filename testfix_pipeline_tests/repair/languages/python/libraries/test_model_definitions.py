"""Models of pydantic: root models and validators that read their field are written as its second version asks for."""

import pytest

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.repair.languages.python.libraries.sources.model_definitions import model_definitions
from testfix_pipeline.repair.languages.python.source import SourceFile

ROOT = "To define root models, use `pydantic.RootModel` rather than a field called '__root__'"
FIELD = "The `field` and `config` parameters are not available in Pydantic V2, please use the `info` parameter instead."
IMPORT = "from pydantic import BaseModel, validator\n"


def fixed(error: str, text: str) -> list[str]:
    frame = Frame(file="app.py", line=1, function="f")
    failure = Failure(test="test_app.py::test", error_type="TypeError", error=error, frames=[frame])
    files = {"app.py": SourceFile("app.py", text.encode())}
    return [fix.texts["app.py"] for fix in model_definitions([failure], files)]


def test_a_root_field_becomes_the_root_of_a_root_model():
    text = (
        "class Tags(BaseModel):\n    __root__: dict[str, int] = {}\n\n    def of(self):\n        return self.__root__\n"
    )
    after = text.replace("BaseModel", "RootModel[dict[str, int]]").replace("__root__", "root")
    (new,) = fixed(ROOT, f"{IMPORT}{text}Tags(__root__=a)\n")
    assert new == f"from pydantic import RootModel, validator\n{after}Tags(a)\n"
    (new,) = fixed(ROOT, f"{IMPORT}{text}class A(BaseModel):\n    pass\n")
    assert new == f"{IMPORT}from pydantic import RootModel\n{after}class A(BaseModel):\n    pass\n"


@pytest.mark.parametrize(("base", "rest"), [("Base", ""), ("BaseModel", "x['__root__']\n")])
def test_a_root_field_is_left_where_its_base_is_another_one_or_a_text_names_it(base: str, rest: str):
    assert fixed(ROOT, f"{IMPORT}class Tags({base}):\n    __root__: int\n{rest}") == []


@pytest.mark.parametrize(
    ("given", "taken", "read", "new"),
    [
        ("'a', pre=True, allow_reuse=True", "field", "field.name", ("'a', mode=\"before\"", "info.field_name")),
        ("'a', 'b'", "values, field", "values", ("'a', 'b'", "info.data")),
        ("'a', always=True", "field", "field.name", None),
        ("'a'", "field", "field.type_", None),
    ],
)
def test_a_validator_reads_of_the_info_what_that_has(given: str, taken: str, read: str, new: tuple[str, str] | None):
    text = "class A(BaseModel):\n    @{}({})\n    def check(cls, v, {}):\n        return {}\n"
    after = text.format("field_validator", new[0], "info", new[1]) if new else ""
    expected = [f"from pydantic import BaseModel, field_validator\n{after}"] if new else []
    assert fixed(FIELD, IMPORT + text.format("validator", given, taken, read)) == expected
