"""The score sheet of a player."""

from dice_sheet.scoring import CATEGORIES, UPPER, score

BONUS_FROM = 63
BONUS = 35


class SheetError(ValueError):
    """An entry that the rules don't allow."""


class Sheet:
    """Each category can be filled once."""

    def __init__(self):
        self.points = {}

    def enter(self, category, dice):
        """Enter five dice in a category; the points."""
        if category in self.points:
            raise SheetError(f"{category} is filled")
        self.points[category] = score(category, dice)
        return self.points[category]

    @property
    def open_categories(self):
        return [category for category in CATEGORIES if category not in self.points]

    @property
    def bonus(self):
        """The bonus for enough points in the upper categories."""
        upper = sum(self.points.get(category, 0) for category in UPPER)
        return BONUS if upper >= BONUS_FROM else 0

    @property
    def total(self):
        return sum(self.points.values()) + self.bonus

    def best_category(self, dice):
        """The open category in which dice score most; of equal ones the one further up."""
        if not self.open_categories:
            raise SheetError("the sheet is full")
        return max(self.open_categories, key=lambda category: score(category, dice))
