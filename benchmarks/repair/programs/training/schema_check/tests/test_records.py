import pytest

from schema import Boolean, Invalid, ListOf, Number, Record, Text

RECIPE = Record(
    name=Text(),
    serves=Number(default=2, least=1),
    vegan=Boolean(default=False),
    tags=ListOf(Text(), default=[]),
    steps=ListOf(Record(text=Text(), minutes=Number(default=0))),
)


def test_full():
    recipe = {"name": "soup", "serves": 4, "vegan": True, "tags": ["hot"], "steps": [{"text": "boil", "minutes": 9}]}
    assert RECIPE.read(recipe) == recipe


def test_defaults():
    recipe = RECIPE.read({"name": "tea", "steps": [{"text": "boil"}]})
    assert recipe == {"name": "tea", "serves": 2, "vegan": False, "tags": [], "steps": [{"text": "boil", "minutes": 0}]}


def test_all_that_is_wrong():
    with pytest.raises(Invalid) as caught:
        RECIPE.read({"serves": 0, "steps": [{"minutes": 1}], "colour": "red"})
    assert caught.value.errors == [
        ".name: missing", ".serves: less than 1", ".steps[0].text: missing", ".colour: unknown",
    ]


def test_two_recipes():
    tea = RECIPE.read({"name": "tea", "steps": []})
    tea["tags"].append("hot")
    juice = RECIPE.read({"name": "juice", "steps": []})
    juice["tags"].append("cold")
    assert (tea["tags"], juice["tags"]) == (["hot"], ["cold"])


def test_default_record():
    settings = Record(mail=Record(host=Text(), ports=ListOf(Number()), default={"host": "localhost", "ports": [25]}))
    first = settings.read({})
    first["mail"]["ports"].append(587)
    assert settings.read({}) == {"mail": {"host": "localhost", "ports": [25]}}


def test_document_stays():
    document = {"name": "tea", "steps": []}
    RECIPE.read(document)["steps"].append(1)
    assert document == {"name": "tea", "steps": []}
