"""Topic patterns: ``a.b.c`` with ``*`` for one part and ``#`` for the rest."""


def matches(pattern: str, topic: str) -> bool:
    wanted = pattern.split(".")
    parts = topic.split(".")
    for index, want in enumerate(wanted):
        if want == "#":
            return True
        if index >= len(parts):
            return False
        if want != "*" and want != parts[index]:
            return False
    return len(wanted) == len(parts)
