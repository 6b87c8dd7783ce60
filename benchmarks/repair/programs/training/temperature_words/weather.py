"""Words for the weather."""


def feel(degrees):
    """What a temperature in degrees Celsius is called."""
    if degrees < 0:
        return "freezing"
    elif degrees < 12:
        return "cold"
    return "warm"


def wind(speed):
    """What a speed in km/h is called."""
    if speed < 2:
        return "calm"
    if speed < 30:
        return "breeze"
    if speed < 75:
        return "strong wind"
    return "storm"


def report(degrees, speed):
    words = f"{feel(degrees)}, {wind(speed)}"
    if degrees < 5 and speed >= 30:
        words += " (wind chill)"
    return words
