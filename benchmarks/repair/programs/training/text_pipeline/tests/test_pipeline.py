import pytest

from pipeline import Pipeline, PipelineError
from steps import Number, Replace, Step, Strip, Unique, Upper


def test_given_steps():
    assert Pipeline("shout", [Strip(), Upper()]).run(" hi \n you") == "HI\nYOU"


def test_describe():
    assert Pipeline("shout", [Strip(), Upper()]).describe() == "shout: strip > upper"
    assert Pipeline(steps=[Unique()]).describe() == "unique"


def test_nothing_to_do():
    assert Pipeline("plain").describe() == "plain: nothing"


def test_unique_starts_afresh():
    once = Pipeline(steps=[Unique(), Number()])
    assert once.run("a\nb\na") == "1. a\n2. b"
    assert once.run("b\na") == "1. b\n2. a"


def test_replace():
    assert Pipeline(steps=[Replace(r"\d+", "#")]).run("12 of 30") == "# of #"


def test_parse():
    cleaner = Pipeline.parse("pipeline clean up\nstrip\ndrop-empty\nreplace a+ b")
    assert cleaner.name == "clean up"
    assert cleaner.run(" caat \n\n x") == "cbt\nx"


def test_pipelines_are_independent():
    first = Pipeline("first").then("upper")
    second = Pipeline("second").then("number", "5")
    assert first.run("a") == "A"
    assert second.run("a\nb") == "5. a\n6. b"


def test_extended():
    base = Pipeline("base", [Strip()])
    longer = base.extended("upper")
    assert longer.run(" a ") == "A"
    assert base.run(" a ") == "a"


@pytest.mark.parametrize("text", ["shout", "strip now", "strip\npipeline late", "replace"])
def test_errors(text):
    with pytest.raises(PipelineError):
        Pipeline.parse(text)


def test_names_are_taken_once():
    with pytest.raises(TypeError):

        class Again(Step):
            name = "strip"
