"""Number the headings of nested outlines.

An outline is a list of ``(title, children)`` pairs, with ``children``
again an outline.
"""

STYLES = {
    "1": str,
    "a": lambda n: chr(ord("a") + n - 1),
    "i": lambda n: roman(n).lower(),
    "I": lambda n: roman(n),
}


def roman(number):
    out = ""
    for value, letters in (
        (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ):
        while number >= value:
            out += letters
            number -= value
    return out


def number(outline, styles="1", max_depth=None, prefix=(), depth=0):
    """Yield ``(label, title)`` in reading order.

    ``styles`` gives one style per level; the last one repeats.  Levels
    deeper than ``max_depth`` are left out.
    """
    if max_depth is not None and depth >= max_depth:
        return
    style = STYLES[styles[min(depth, len(styles) - 1)]]
    for position, (title, children) in enumerate(outline, 1):
        label = prefix + (style(position),)
        yield ".".join(label), title
        yield from number(children, styles, max_depth, label, len(prefix))


def parse(text, indent=2):
    """Build an outline from indented lines."""
    root = []
    levels = [root]
    for line in text.splitlines():
        if not line.strip():
            continue
        spaces = len(line) - len(line.lstrip(" "))
        level, rest = divmod(spaces, indent)
        if rest or level >= len(levels):
            raise ValueError(f"bad indentation: {line!r}")
        del levels[level + 1:]
        children = []
        levels[level].append((line.strip(), children))
        levels.append(children)
    return root


def render(text, styles="1", max_depth=None):
    """Number an indented outline and return it as text, still indented."""
    lines = []
    for label, title in number(parse(text), styles, max_depth):
        level = label.count(".")
        lines.append("  " * level + f"{label} {title}")
    return "\n".join(lines)


def find(outline, label, styles="1"):
    """Title with the given label, or None."""
    return dict(number(outline, styles)).get(label)
