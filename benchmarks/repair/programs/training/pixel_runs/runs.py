"""Run-length coding of black and white lines."""


def runs(line):
    """(pixel, how many) for each run."""
    found = []
    previous, count = None, 0
    for pixel in line:
        if pixel == previous:
            count += 1
        else:
            if count:
                found.append((previous, count))
            previous, count = pixel, 1
    if count:
        found.append((previous, count))
    return found


def coded(line):
    """Like 3w2b: a count and a letter for each run, no count for one."""
    return "".join((str(n) if n > 1 else "") + pixel for pixel, n in runs(line))


def decoded(text):
    line, count = "", ""
    for char in text:
        if char.isdigit():
            count += char
        else:
            line += char * int(count or 1)
    if count:
        raise ValueError(f"{text!r} ends with a count")
    return line


def longest(lines, pixel):
    """The longest run of a pixel over all lines, 0 where it is nowhere."""
    return max((n for line in lines for one, n in runs(line) if one == pixel), default=0)
