"""Histograms and contrast of grey images, given as lists of rows of levels 0..255."""
TOP = 255
SHADES = " .:-=+*#%@"


def check(image):
    """The image itself, if it is a proper one."""
    if not image or not image[0]:
        raise ValueError("empty image")
    if any(len(row) != len(image[0]) for row in image):
        raise ValueError("rows differ in length")
    if any(not 0 <= value <= TOP for row in image for value in row):
        raise ValueError("level out of range")
    return image


def clamp(value):
    return min(TOP, max(0, round(value)))


def histogram(image, bins=TOP + 1):
    """Number of pixels in each of `bins` equal ranges of levels."""
    counts = [0] * bins
    for row in check(image):
        for value in row:
            counts[value * bins // (TOP + 1)] += 1
    return counts


def cumulative(counts):
    totals, total = [], 0
    for count in counts:
        total += count
        totals.append(total)
    return totals


def percentile(image, percent):
    """The lowest level that at least `percent` of the pixels don't exceed."""
    totals = cumulative(histogram(image))
    needed = max(1, percent * totals[-1] / 100)
    return next(level for level, total in enumerate(totals) if total >= needed)


def mean(image):
    pixels = [value for row in check(image) for value in row]
    return sum(pixels) / len(pixels)


def brighten(image, amount):
    return [[clamp(value + amount) for value in row] for row in check(image)]


def contrast(image, factor):
    """Spread the levels around their mean."""
    middle = mean(image)
    return [[clamp(middle + (value - middle) * factor) for value in row] for row in image]


def invert(image):
    return [[TOP - value for value in row] for row in check(image)]


def stretch(image, cut=0):
    """Use the whole range of levels, except for `cut` percent at either end."""
    low = percentile(image, cut)
    high = percentile(image, 100 - cut)
    if low == high:
        return [list(row) for row in image]
    return [[round((value - low) * TOP / (high - low)) for value in row] for row in image]


def equalize(image):
    """Make all levels about equally frequent."""
    totals = cumulative(histogram(image))
    lowest = next(total for total in totals if total)
    if totals[-1] == lowest:
        return [list(row) for row in image]
    return [[clamp((totals[value] - lowest) * TOP / (totals[-1] - lowest)) for value in row]
            for row in image]


def threshold(image, level=None):
    """Black and white; without a level, the mean is taken."""
    if level is None:
        level = mean(image)
    return [[TOP if value >= level else 0 for value in row] for row in check(image)]


def to_text(image):
    """The image in characters, the brighter the denser."""
    return ["".join(SHADES[value * len(SHADES) // (TOP + 1)] for value in row)
            for row in check(image)]


def auto(image, cut=1):
    """Stretch, but leave images alone that use most of the range already."""
    if percentile(image, 100 - cut) - percentile(image, cut) > 0.9 * TOP:
        return [list(row) for row in image]
    return stretch(image, cut)
