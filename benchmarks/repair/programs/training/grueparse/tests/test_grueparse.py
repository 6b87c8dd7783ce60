import pytest

from grueparse import Command, ParseError, Parser, describe


def test_verb_and_noun():
    assert Parser().parse("take the brass lamp") == Command("take", "brass lamp")


def test_two_word_verbs():
    assert Parser().parse("pick up my sword") == Command("take", "sword")
    assert Parser().parse("look at door") == Command("examine", "door")
    assert Parser().parse("look") == Command("look")


def test_directions():
    parser = Parser()
    assert parser.parse("N") == Command("go", "north")
    assert parser.parse("walk e") == Command("go", "east")
    with pytest.raises(ParseError):
        parser.parse("go home")


def test_preposition():
    assert Parser().parse("put the lamp in a box") == Command("put", "lamp", "in", "box")
    with pytest.raises(ParseError):
        Parser().parse("put lamp in")


def test_unknown_verb():
    with pytest.raises(ParseError):
        Parser().parse("dance")
    with pytest.raises(ParseError):
        Parser().parse("the")


def test_pronoun():
    parser = Parser()
    parser.parse("take lamp")
    parser.parse("n")
    assert parser.parse("drop it") == Command("drop", "lamp")


def test_pronoun_without_thing():
    with pytest.raises(ParseError):
        Parser().parse("open it")


def test_line():
    assert Parser().parse_line("Take lamp, then n. x it") == [
        Command("take", "lamp"), Command("go", "north"), Command("examine", "lamp"),
    ]


def test_unlock_and_open():
    commands = Parser().parse_line("take key, unlock chest with it, open it")
    assert commands == [
        Command("take", "key"), Command("unlock", "chest", "with", "key"), Command("open", "chest"),
    ]


def test_describe():
    assert describe(Command("put", "lamp", "in", "box")) == "Put lamp in box."
    assert describe(Command("look")) == "Look."
