"""Colours of a theme: parse, mix, contrast."""

import re

NAMES = {"black": "#000000", "white": "#ffffff", "red": "#ff0000", "navy": "#000080"}
_HEX = re.compile(r"#?([0-9a-f]{3}|[0-9a-f]{6})")


class ColourError(ValueError):
    pass


def parse(text):
    """(red, green, blue) from `#12ab34`, `#fa0` or a name."""
    text = text.strip().lower()
    match = _HEX.fullmatch(NAMES.get(text, text))
    if match is None:
        raise ColourError(f"not a colour: {text!r}")
    digits = match[1]
    return tuple(int(digits[n:n + 2], 16) for n in (0, 2, 4))


def to_hex(colour):
    return "#" + "".join(f"{max(0, min(255, round(part))):02x}" for part in colour)


def mix(first, second, share=0.5):
    """A colour between two; share 0 is the first, 1 the second."""
    a, b = parse(first), parse(second)
    return to_hex(x + (y - x) * share for x, y in zip(a, b))


def _linear(part):
    part /= 255
    return part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4


def luminance(text):
    red, green, blue = (_linear(part) for part in parse(text))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first, second):
    """From 1 (the same) to 21 (black on white)."""
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return round((light + 0.05) / (dark + 0.05), 2)


def readable_on(background, dark="black", light="white"):
    """The text colour of two that stands out more."""
    return max((dark, light), key=lambda colour: contrast(colour, background))


def ramp(first, second, steps):
    if steps < 2:
        raise ColourError("a ramp has two steps at least")
    return [mix(first, second, n / (steps - 1)) for n in range(steps)]
