"""What five dice score in each category."""

from collections import Counter

UPPER = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}


def longest_run(dice):
    """The length of the longest run of consecutive faces."""
    longest = length = 0
    previous = None
    for face in sorted(dice):
        if previous is not None and face == previous + 1:
            length += 1
        else:
            length = 1
        longest = max(longest, length)
        previous = face
    return longest


def of_a_kind(dice, count):
    """The sum of all dice where `count` of them are equal, else 0."""
    return sum(dice) if max(Counter(dice).values()) >= count else 0


def full_house(dice):
    """25 for three and two equal dice."""
    return 25 if sorted(Counter(dice).values()) == [2, 3] else 0


LOWER = {
    "three of a kind": lambda dice: of_a_kind(dice, 3),
    "four of a kind": lambda dice: of_a_kind(dice, 4),
    "full house": full_house,
    "small straight": lambda dice: 30 if longest_run(dice) >= 4 else 0,
    "large straight": lambda dice: 40 if longest_run(dice) >= 5 else 0,
    "five of a kind": lambda dice: 50 if len(set(dice)) == 1 else 0,
    "chance": sum,
}
CATEGORIES = [*UPPER, *LOWER]


def score(category, dice):
    """The points of five dice in a category. Raises ValueError for anything else."""
    if len(dice) != 5 or not all(1 <= face <= 6 for face in dice):
        raise ValueError(f"not five dice: {dice}")
    if category in UPPER:
        return UPPER[category] * dice.count(UPPER[category])
    if category in LOWER:
        return LOWER[category](dice)
    raise ValueError(f"no category {category!r}")
