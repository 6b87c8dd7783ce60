"""The state of a small adventure game."""

from dataclasses import dataclass, field


@dataclass
class Hero:
    name: str
    health: int = 100
    position: tuple = (0, 0)
    inventory: dict = field(default_factory=dict)
    visited: set = field(default_factory=set)

    def move(self, dx, dy):
        x, y = self.position
        self.position = (x + dx, y + dy)
        self.visited.add(self.position)

    def take(self, item, count=1):
        self.inventory[item] = self.inventory.get(item, 0) + count

    def drop(self, item):
        if self.inventory.get(item, 0) == 0:
            raise KeyError(item)
        self.inventory[item] -= 1
        if self.inventory[item] == 0:
            del self.inventory[item]


@dataclass
class Quest:
    title: str
    steps: int
    done: int = 0
    failed: bool = False

    @property
    def finished(self):
        return self.done >= self.steps


@dataclass
class Game:
    hero: Hero
    quests: list = field(default_factory=list)
    turn: int = 0
    flags: dict = field(default_factory=dict)

    def open_quests(self):
        return [quest.title for quest in self.quests if not quest.finished and not quest.failed]

    def advance(self, title):
        for quest in self.quests:
            if quest.title == title and not quest.finished:
                quest.done += 1
        self.turn += 1
