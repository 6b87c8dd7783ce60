"""Saved games as JSON. Files of older versions are brought up to date when they are loaded."""

import json

from game import Game, Hero, Quest

VERSION = 3


class SaveError(ValueError):
    """A file that is no saved game."""


def hero_to_data(hero):
    return {
        "name": hero.name,
        "health": hero.health,
        "position": list(hero.position),
        "inventory": dict(hero.inventory),
        "visited": sorted(list(place) for place in hero.visited),
    }


def hero_from_data(data):
    return Hero(
        data["name"],
        data["health"],
        tuple(data["position"]),
        dict(data["inventory"]),
        {tuple(place) for place in data["visited"]},
    )


def quest_to_data(quest):
    return {"title": quest.title, "steps": quest.steps, "done": quest.done}


def quest_from_data(data):
    return Quest(data["title"], data["steps"], data["done"])


def upgrade(data):
    """Version 1 had a list of items, version 2 had no record of the places that were visited."""
    version = data.get("version", 1)
    if version > VERSION:
        raise SaveError(f"the game was saved by a newer program (version {version})")
    if version < 2:
        items = data["hero"].pop("items", [])
        data["hero"]["inventory"] = {item: items.count(item) for item in items}
    if version < 3:
        data["hero"]["visited"] = [data["hero"]["position"]]
    data["version"] = VERSION
    return data


def save(game):
    """The text of a saved game."""
    data = {
        "version": VERSION,
        "turn": game.turn,
        "flags": game.flags,
        "hero": hero_to_data(game.hero),
        "quests": [quest_to_data(quest) for quest in game.quests],
    }
    return json.dumps(data, indent=1, sort_keys=True)


def load(text):
    """The game in a saved text. Raises SaveError where it isn't one."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise SaveError("not a saved game") from error
    if not isinstance(data, dict) or "hero" not in data:
        raise SaveError("not a saved game")
    data = upgrade(data)
    quests = [quest_from_data(quest) for quest in data.get("quests", [])]
    return Game(hero_from_data(data["hero"]), quests, data.get("turn", 0), data.get("flags", {}))


def summary(text):
    """What the menu shows of a saved game."""
    game = load(text)
    done = sum(1 for quest in game.quests if quest.finished)
    return f"{game.hero.name}, turn {game.turn}, {done} of {len(game.quests)} quests"
