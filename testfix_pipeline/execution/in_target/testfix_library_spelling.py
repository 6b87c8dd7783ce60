"""How nearly two names are the same, and which names a text tells to use.

Standard library only, Python 3.9 and later.
"""

import builtins
import difflib
import re

_WORD = r"[`'\"]?(?<![-+\w)\]])(?<![\w)\]]\.)([A-Za-z_][\w.]*)(?!\w|-\w)(?:\(\))?[`'\"]?"
_HINTS = tuple(
    re.compile(pattern % {"word": _WORD}, re.I)
    for pattern in (
        r"\buse\s+(?:\w+'s\s+\.?)?(?:the\s+)?(?:new\s+)?(?:function\s+|class\s+|method\s+|module\s+)?%(word)s",
        r"did you mean:?\s*%(word)s",
        r"(?:renamed|moved|changed)\s+(?:to|into|as)\s+%(word)s",
        r"\bnow\s+(?:called|named)\s+%(word)s",
        r"(?:replaced|superseded)\s+(?:by|with)\s+%(word)s",
        r"in\s+favou?r\s+of\s+%(word)s",
        r"\blegacy\s+alias\s+(?:for|of)\s+%(word)s",
        r"(?:available|found|lives?|imported?)\s+(?:now\s+)?(?:as|at|in|from|under)\s+%(word)s",
        r"\bby\s+%(word)s\s+instead",
        r"%(word)s\s+(?:should be used\s+)?instead",
    )
)
SPELLING, SAME_LAST_WORD, PRIVATE = 0.8, 0.63, 0.25
BEGINNING = 3
"""The letters that an abbreviation has of the beginning of each word: `cumtrapz` of `cumulative_trapezoid`."""
_SPLIT = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_NO_NAMES = {"a", "an", "another", "any", "it", "its", "one", "that", "the", "these", "this", "those", "to", "your"}
_GIVEN = re.compile(r"\b(?:got|received|given|found)[\s:`'\"]*$", re.I)
_FROM = re.compile(r"from\s+([\w.]+)\s+import\s+(\w+)")


def similarity(one, other):
    """How nearly two names are the same, 0 to 1: spelling, and the words that they are made of."""
    plain, also = one.lower().replace("_", ""), other.lower().replace("_", "")
    private = PRIVATE if other.startswith("_") and not one.startswith("_") else 0.0
    if plain == also:
        return 0.99 - private if one != other else 0.0
    ratio = difflib.SequenceMatcher(None, plain, also).ratio()
    words, others = _words(one), _words(other)
    if _abbreviates(plain, other) or _abbreviates(also, one):
        ratio = max(ratio, SPELLING)
    if words and others and (words <= others or others <= words):
        ratio = max(ratio, 0.7 + 0.2 * min(len(words), len(others)) / max(len(words), len(others)))
    elif len(words) > 1 and len(others) > 1 and len(_last_word(one)) > 3 and _last_word(one) == _last_word(other):
        ratio = max(ratio, SAME_LAST_WORD)
    return ratio - private


def says_the_same(one, other):
    """Whether two names differ in spelling alone: in a word that one of them has besides, in words that are shorter, or
    in which a letter is another one: `asscalar` is no other spelling of `isscalar`."""
    words, others = _words(one), _words(other)
    left, more = sorted(words - others), sorted(others - words)
    plain, also = one.lower().replace("_", ""), other.lower().replace("_", "")
    if plain == also or _abbreviates(plain, other) or _abbreviates(also, one):
        return True
    if not left or not more:
        return len(left) + len(more) == 1
    return len(left) == len(more) and all(map(_is_spelling, left, more))


def _is_spelling(one, other):
    """Whether two words begin alike and differ in their end, or in one letter."""
    short, long = sorted((one, other), key=len)
    if long.startswith(short) and len(short) > 2:
        return True
    is_near = difflib.SequenceMatcher(None, short, long).ratio() >= SPELLING
    return is_near and short[0] == long[0]


def _abbreviates(short, name):
    """Whether a text without underscores is made of the words of a name, each shortened but for its beginning."""
    words = [word.lower() for word in _SPLIT.findall(name)]
    if not words or not short.startswith(words[0][:BEGINNING]):
        return False  # hardly any: a pattern for each name of a library takes seconds
    shortened = [word[:BEGINNING] + "".join("%s?" % letter for letter in word[BEGINNING:]) for word in words]
    return re.fullmatch("".join(shortened), short) is not None


def _last_word(name):
    """The word that says what kind of thing a name is of: `union` of `unary_union`."""
    found = _SPLIT.findall(name)
    return found[-1].lower() if found else ""


def _words(name):
    return {word.lower() for word in _SPLIT.findall(name)}


def is_private_name(name):
    """Whether a name says that it is its module's own; one that Python gives a meaning, `__version__`, is for all."""
    return name.startswith("_") and not name.endswith("__")


def hinted_names(text):
    """The names, dotted or not, that a text tells to use instead of another one, the surest first."""
    said = [".".join(pair) for pair in _FROM.findall(text)]
    found = (match for hint in _HINTS for match in hint.finditer(text))
    said += [match[1] for match in found if not (_is_of_expression(match, text) or _is_given(match, text))]
    return [one for one in dict.fromkeys(one.strip(".") for one in said) if one.lower() not in _NO_NAMES]


def _is_given(match, text):
    """Whether a name is what a call passed: "Got 'log' instead"."""
    return _GIVEN.search(text[: match.start(1)]) is not None


def _is_of_expression(match, text):
    """Whether a name is only the beginning of an expression that stands for another one: `pages[number]`, `len(x)`."""
    rest = text[match.end(1) :]
    return rest[:1] == "[" or (hasattr(builtins, match[1]) and rest[:1] == "(" and rest[:2] != "()")
