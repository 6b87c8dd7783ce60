"""Roman numerals of clocks and chapters."""

VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
STEPS = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"),
         (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]


def number(numeral):
    """The number behind a numeral. Raises ValueError for other letters."""
    total = 0
    largest = 0
    for letter in reversed(numeral.upper()):
        if letter not in VALUES:
            raise ValueError(f"no numeral: {numeral}")
        value = VALUES[letter]
        if value < largest:
            total -= value
        else:
            total += value
            largest = total
    return total


def numeral(number):
    if not 0 < number < 4000:
        raise ValueError(f"no numeral for {number}")
    text = ""
    for value, letters in STEPS:
        while number >= value:
            text += letters
            number -= value
    return text


def hours(clock_face="IIII"):
    """The hours of a clock; many have IIII for four."""
    found = [numeral(hour) for hour in range(1, 13)]
    found[3] = clock_face
    return found


def chapter(title):
    """The number and the name of a title like `IV. The storm`."""
    head, _, name = title.partition(".")
    return number(head.strip()), name.strip()
