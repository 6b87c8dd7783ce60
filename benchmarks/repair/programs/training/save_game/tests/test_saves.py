import json

import pytest

from game import Game, Hero, Quest
from saves import SaveError, load, save, summary


@pytest.fixture
def game():
    hero = Hero("Mira")
    hero.move(1, 0)
    hero.move(0, -2)
    hero.take("rope", 2)
    return Game(hero, [Quest("Find the key", 1), Quest("Feed the cat", 3, done=1)], turn=7, flags={"gate": True})


def test_hero_survives(game):
    assert load(save(game)).hero == game.hero


def test_whole_game_survives(game):
    assert load(save(game)) == game


def test_failed_quest_stays_failed(game):
    game.quests[1].failed = True
    assert load(save(game)).open_quests() == ["Find the key"]


def test_progress(game):
    loaded = load(save(game))
    loaded.advance("Find the key")
    assert loaded.open_quests() == ["Feed the cat"]
    assert loaded.turn == 8


def test_drop(game):
    game.hero.drop("rope")
    game.hero.drop("rope")
    assert game.hero.inventory == {}
    with pytest.raises(KeyError):
        game.hero.drop("rope")


def test_version_one():
    old = {
        "turn": 3,
        "hero": {"name": "Odo", "health": 50, "position": [2, 2], "items": ["coin", "coin", "map"]},
        "quests": [{"title": "Escape", "steps": 2, "done": 0}],
    }
    loaded = load(json.dumps(old))
    assert loaded.hero == Hero("Odo", 50, (2, 2), {"coin": 2, "map": 1}, {(2, 2)})
    assert loaded.quests == [Quest("Escape", 2)]


def test_newer_version():
    with pytest.raises(SaveError, match="version 9"):
        load('{"version": 9, "hero": {}}')


@pytest.mark.parametrize("text", ["", "[]", "{}", "hello"])
def test_no_game(text):
    with pytest.raises(SaveError):
        load(text)


def test_summary(game):
    game.advance("Find the key")
    assert summary(save(game)) == "Mira, turn 8, 1 of 2 quests"
