"""Path globs with *, ?, [classes], {alternatives} and ** segments."""


def braces(pattern):
    """Expand {a,b} groups, nested ones too, into plain patterns."""
    start = pattern.find("{")
    if start < 0:
        return [pattern]
    depth, cuts = 0, [start]
    for i in range(start, len(pattern)):
        c = pattern[i]
        if c == "{":
            depth += 1
        elif c == "}":
            depth -= 1
            if depth == 0:
                cuts.append(i)
                break
        elif c == "," and depth == 1:
            cuts.append(i)
    else:
        raise ValueError("unbalanced braces in " + pattern)
    head, tail = pattern[:start], pattern[cuts[-1] + 1:]
    out = []
    for a, b in zip(cuts, cuts[1:]):
        out.extend(braces(head + pattern[a + 1:b] + tail))
    return out


def _in_class(body, char):
    negate = body[:1] in ("!", "^")
    if negate:
        body = body[1:]
    hit, i = False, 0
    while i < len(body):
        if body[i + 1:i + 2] == "-" and i + 2 < len(body):
            hit = hit or body[i] <= char <= body[i + 2]
            i += 3
        else:
            hit = hit or body[i] == char
            i += 1
    return hit != negate


def segment_matches(pattern, text):
    """Match within one path segment."""
    if not pattern:
        return not text
    first = pattern[0]
    if first == "*":
        return any(segment_matches(pattern[1:], text[i:]) for i in range(len(text) + 1))
    if not text:
        return False
    if first == "[":
        end = pattern.find("]", 2)
        if end > 0:
            return _in_class(pattern[1:end], text[0]) and segment_matches(pattern[end + 1:], text[1:])
    if first == "?" or first == text[0]:
        return segment_matches(pattern[1:], text[1:])
    return False


def _path_matches(patterns, parts):
    if not patterns:
        return not parts
    if patterns[0] == "**":
        if _path_matches(patterns[1:], parts):
            return True
        return bool(parts) and _path_matches(patterns[1:], parts[1:])
    if not parts:
        return False
    return segment_matches(patterns[0], parts[0]) and _path_matches(patterns[1:], parts[1:])


def matches(pattern, path):
    parts = path.strip("/").split("/")
    return any(_path_matches(p.strip("/").split("/"), parts) for p in braces(pattern))


def select(paths, include, exclude=()):
    """Paths matching some include and no exclude pattern."""
    return [
        p for p in paths
        if any(matches(i, p) for i in include) and not any(matches(e, p) for e in exclude)
    ]
