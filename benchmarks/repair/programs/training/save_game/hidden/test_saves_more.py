import json

from game import Game, Hero, Quest
from saves import load, save


def test_each_quest_for_itself():
    quests = [Quest("a", 2, 1, failed=True), Quest("b", 2, 1), Quest("c", 1, 1), Quest("d", 1, failed=True)]
    loaded = load(save(Game(Hero("Mira"), quests)))
    assert [quest.failed for quest in loaded.quests] == [True, False, False, True]
    assert loaded.quests == quests


def test_saved_twice():
    game = Game(Hero("Mira"), [Quest("a", 3, 2, failed=True)])
    assert save(load(save(game))) == save(game)


def test_failed_is_in_the_text():
    data = json.loads(save(Game(Hero("Mira"), [Quest("a", 1, failed=True)])))
    assert data["quests"][0]["failed"] is True


def test_file_of_the_current_version_without_the_field():
    data = json.loads(save(Game(Hero("Mira"), [Quest("a", 2, 1)])))
    data["quests"][0].pop("failed", None)
    assert load(json.dumps(data)).quests == [Quest("a", 2, 1)]


def test_failed_quest_with_progress():
    loaded = load(save(Game(Hero("Mira"), [Quest("a", 5, 4, failed=True)])))
    assert (loaded.quests[0].done, loaded.quests[0].steps, loaded.quests[0].finished) == (4, 5, False)
    assert loaded.open_quests() == []
