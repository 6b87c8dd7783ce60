"""Names of methods, functions and exceptions that are taken for each other."""

from __future__ import annotations

CONFUSABLE = [
    {"append", "extend", "insert", "add"},
    {"add", "update", "discard", "remove"},
    {"strip", "lstrip", "rstrip"},
    {"lower", "upper", "casefold", "title", "capitalize", "swapcase"},
    {"startswith", "endswith"},
    {"find", "rfind", "index", "rindex"},
    {"split", "rsplit", "splitlines"},
    {"partition", "rpartition"},
    {"removeprefix", "removesuffix"},
    {"lstrip", "removeprefix"},
    {"rstrip", "removesuffix"},
    {"ljust", "rjust", "center", "zfill"},
    {"keys", "values", "items"},
    {"isdigit", "isalpha", "isalnum", "isdecimal", "isnumeric", "isidentifier"},
    {"islower", "isupper", "istitle"},
    {"union", "intersection", "difference", "symmetric_difference", "update"},
    {"issubset", "issuperset", "isdisjoint"},
    {"pop", "popleft", "popitem", "remove"},
    {"append", "appendleft"},
    {"get", "pop", "setdefault"},
    {"match", "search", "fullmatch", "findall", "finditer"},
    {"group", "groups", "groupdict"},
    {"start", "end", "span"},
    {"encode", "decode"},
    {"read", "readline", "readlines"},
    {"write", "writelines"},
    {"days", "seconds", "total_seconds", "microseconds"},
    {"weekday", "isoweekday"},
    {"most_common", "elements"},
    {"min", "max", "sum"},
    {"any", "all"},
    {"ceil", "floor", "trunc", "round"},
    {"floor", "int"},
    {"list", "tuple", "set", "sorted", "frozenset", "reversed"},
    {"int", "float", "str", "bool"},
    {"str", "repr"},
    {"hasattr", "getattr"},
    {"isinstance", "issubclass"},
    {"zip", "zip_longest", "product"},
    {"permutations", "combinations", "combinations_with_replacement", "product"},
    {"heappush", "heappop", "heapify"},
    {"nlargest", "nsmallest"},
    {"bisect", "bisect_left", "bisect_right", "insort"},
    {"takewhile", "dropwhile"},
    {"dict", "OrderedDict", "defaultdict", "Counter"},
    {"copy", "deepcopy"},
    {"sin", "cos", "tan"},
    {"log", "log2", "log10", "log1p"},
    {"exists", "is_file", "is_dir"},
    {"basename", "dirname"},
    {"name", "stem", "suffix"},
    {"join", "joinpath"},
    {"dumps", "dump", "loads", "load"},
    {"mean", "median", "mode"},
    {"lru_cache", "cache", "wraps"},
    {"first", "last"},
    {"left", "right"},
    {"prev", "next", "previous"},
    {"head", "tail"},
    {"min", "sorted"},
    {"height", "width"},
    {"row", "col", "column"},
    {"ValueError", "TypeError", "KeyError", "IndexError", "AttributeError", "LookupError"},
    {"NotImplemented", "NotImplementedError", "False"},
]

RARE = frozenset(
    {"LookupError", "combinations_with_replacement", "groupdict", "isdecimal", "isidentifier", "isnumeric", "istitle",
     "log1p", "microseconds", "popitem", "rindex", "swapcase", "symmetric_difference", "writelines"}
)  # fmt: skip
"""Of these, what is seldom meant: the standard library says each less than 25 times."""
SELDOM = 0.6


def confusable(name: str) -> list[tuple[str, float]]:
    """(what the name may have been taken for, a factor of how likely it is)."""
    others = {other for group in CONFUSABLE if name in group for other in group} - {name}
    return [(other, SELDOM if other in RARE else 1.0) for other in sorted(others)]
