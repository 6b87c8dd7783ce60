"""Rules for passwords, and how good one is."""

import re
from dataclasses import dataclass

COMMON = {"password", "letmein", "qwertz", "qwerty", "welcome"}
REPEATED = re.compile(r"(.)\1")
LEET = str.maketrans("013457@$", "oieastas")
CLASSES = {
    "a small letter": re.compile(r"[a-z]"),
    "a capital letter": re.compile(r"[A-Z]"),
    "a digit": re.compile(r"\d"),
    "a sign": re.compile(r"[^\w\s]"),
}


@dataclass(frozen=True)
class Policy:
    shortest: int = 10
    classes: int = 3
    history: int = 5


def has_sequence(text, length=4):
    """Whether so many neighbours of the alphabet or of the digits follow each other, up or down."""
    for start in range(len(text) - length + 1):
        codes = [ord(char) for char in text[start:start + length].lower()]
        steps = {b - a for a, b in zip(codes, codes[1:])}
        if steps in ({1}, {-1}) and text[start:start + length].isalnum():
            return True
    return False


def problems(password, user="", old=(), policy=Policy()):
    """Everything that is wrong with a password; nothing for a good one. `old` are the earlier ones, newest first."""
    found = []
    if len(password) < policy.shortest:
        found.append(f"has less than {policy.shortest} characters")
    missing = [name for name, pattern in CLASSES.items() if not pattern.search(password)]
    if len(CLASSES) - len(missing) < policy.classes:
        found.append(f"lacks {' or '.join(missing)}")
    if REPEATED.search(password):
        found.append("repeats a character three times")
    if has_sequence(password):
        found.append("has a sequence like 1234")
    plain = password.lower().translate(LEET)
    if any(word in plain for word in COMMON):
        found.append("contains a common word")
    if user and user.lower() in password.lower():
        found.append("contains the user's name")
    if password in list(old)[:policy.history]:
        found.append("was used before")
    return found


def score(password):
    """0 to 4."""
    kinds = sum(bool(pattern.search(password)) for pattern in CLASSES.values())
    points = len(password) // 5 + kinds // 2 - len(problems(password)) // 2
    return max(0, min(4, points))
