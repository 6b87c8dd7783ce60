"""Things found in the dungeon."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Item:
    name: str
    weight: int
    value: int = 0
    slot: str = ""
    armour: int = 0

    @property
    def wearable(self):
        return bool(self.slot)


SWORD = Item("sword", 6, 30, "hand")
AXE = Item("axe", 9, 25, "hand")
HELMET = Item("helmet", 3, 12, "head", 2)
CROWN = Item("crown", 2, 400, "head", 1)
MAIL = Item("mail", 15, 90, "body", 5)
TORCH = Item("torch", 1, 1)
GEM = Item("gem", 1, 150)
