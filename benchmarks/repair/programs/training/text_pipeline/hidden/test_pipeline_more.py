from pipeline import Pipeline
from steps import Strip, Upper


def test_empty_after_others():
    Pipeline().then("upper").then("number")
    assert Pipeline().describe() == "nothing"
    assert Pipeline().run("a") == "a"


def test_parsed_one_after_the_other():
    texts = ["strip\nupper", "number 3", "unique"]
    assert [Pipeline.parse(text).describe() for text in texts] == ["strip > upper", "number", "unique"]


def test_chain():
    one = Pipeline("x")
    assert one.then("strip").then("upper") is one
    assert one.describe() == "x: strip > upper"


def test_interleaved():
    first, second = Pipeline("first"), Pipeline("second")
    first.then("strip")
    second.then("upper")
    first.then("number")
    assert (first.describe(), second.describe()) == ("first: strip > number", "second: upper")


def test_extending_nothing():
    empty = Pipeline("e")
    assert empty.extended("upper").describe() == "e: upper"
    assert empty.describe() == "e: nothing"


def test_given_list():
    pipeline = Pipeline("p", [Strip(), Upper()])
    pipeline.then("number")
    assert pipeline.run(" a") == "1. A"
