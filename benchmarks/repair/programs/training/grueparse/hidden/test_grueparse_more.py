import pytest

from grueparse import Command, ParseError, Parser


@pytest.fixture
def parser():
    return Parser()


def test_first_command_has_two_things(parser):
    parser.parse("unlock gate with key")
    assert parser.parse("open it") == Command("open", "gate")


def test_it_is_the_first_of_two(parser):
    parser.parse("put lamp on table")
    assert parser.parse("take that") == Command("take", "lamp")


def test_it_stays_with_pronoun_first(parser):
    parser.parse("take lamp")
    assert parser.parse("put it in sack") == Command("put", "lamp", "in", "sack")
    assert parser.parse("x it") == Command("examine", "lamp")


def test_pronoun_as_second_thing_is_the_old_one(parser):
    parser.parse("open box")
    assert parser.parse("put coin into it") == Command("put", "coin", "into", "box")
    assert parser.parse("take it") == Command("take", "coin")


def test_plain_command_after_two_things(parser):
    parser.parse("put coin in box")
    parser.parse("take rope")
    assert parser.parse("drop it") == Command("drop", "rope")


def test_two_things_twice(parser):
    parser.parse("put coin in box")
    parser.parse("unlock red door with small key")
    assert parser.parse("shut it") == Command("close", "red door")


def test_looking_and_going_do_not_matter(parser):
    assert parser.parse_line("put coin in box; look; s; i; get it")[-1] == Command("take", "coin")


def test_failed_command_changes_nothing(parser):
    parser.parse("take rope")
    with pytest.raises(ParseError):
        parser.parse("put coin in")
    assert parser.parse("drop it") == Command("drop", "rope")


def test_unknown_pronoun_as_second(parser):
    with pytest.raises(ParseError):
        parser.parse("put coin in it")


def test_parsers_are_independent(parser):
    parser.parse("put coin in box")
    with pytest.raises(ParseError):
        Parser().parse("take it")
