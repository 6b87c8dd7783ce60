CUTOFFS = [(93, "A"), (90, "A-"), (87, "B+"), (83, "B"), (80, "B-"), (70, "C"), (60, "D")]


def letter(percent):
    """The letter grade for a percentage, rounded half up to a whole point first."""
    points = int(percent + 0.5)
    for cutoff, name in CUTOFFS:
        if points >= cutoff:
            return name
    return "F"
