"""Replacements in JavaScript, as data: the templates of the edit producers."""

from __future__ import annotations

from collections.abc import Mapping

from testfix_pipeline.repair.languages.tree_sitter.related_names import related, replacements, word_groups

COMPARISONS = replacements("""
    < → <= > >=; <= → < >= >; > → >= < <=; >= → > <= <; === → !== >= <= > <; !== → === < >; == → != ===;
    != → == !==
""")
ARITHMETIC = replacements("""
    + → - *; - → + * /; * → / + ** %; / → * % -; % → / *; ** → *; << → >>; >> → << >>>; & → && | ^; | → || & ^;
    ^ → ** | &
""")
LOGIC = replacements("&& → || ??; || → && ??; ?? → || &&; in → instanceof")
OPERATORS = COMPARISONS | ARITHMETIC | LOGIC
ASSIGNMENTS = replacements(
    "+= → -= = *=; -= → += =; *= → /= += =; /= → *= =; = → += -= *= ||= ??=; ||= → ??= =; ??= → ||= ="
)
UPDATES = replacements("++ → --; -- → ++")
LITERALS = replacements("""
    true → false; false → true; null → undefined 0 '' []; undefined → null 0; 0 → 1 -1 Infinity -Infinity null;
    1 → 0 2; Infinity → -Infinity 0; 60 → 3600 1000 24; 3600 → 60; 1000 → 100 60 86400000; 100 → 1000;
    24 → 60 12; 12 → 24; 16 → 10; 10 → 16
""")
KEYWORDS = replacements("in → of; of → in; const → let; var → let; break → continue; continue → break")
RELATED_NAMES = word_groups("""
    push unshift concat; pop shift; slice splice substring substr; map filter flatMap forEach;
    find filter findLast findIndex some; some every; indexOf lastIndexOf findIndex includes;
    includes startsWith endsWith has; toUpperCase toLowerCase; trim trimStart trimEnd; padStart padEnd;
    replace replaceAll; match matchAll test exec; keys values entries; get has delete; set add append;
    all allSettled race any; then catch finally; min max; floor ceil round trunc; parseInt parseFloat Number;
    reduce reduceRight; sort toSorted; reverse toReversed; call apply bind; length size;
    charCodeAt codePointAt charAt at; getDate getDay; getUTCDate getUTCDay; getDate getUTCDate;
    getDay getUTCDay; getHours getUTCHours; getMinutes getUTCMinutes; getMonth getUTCMonth;
    getFullYear getUTCFullYear; keys entries; assign create; splice slice toSpliced; test some;
    isInteger isFinite isNaN isSafeInteger; setTimeout setInterval; clearTimeout clearInterval; on once off;
    first last; start end; left right; width height; prev next; encodeURI encodeURIComponent;
    decodeURI decodeURIComponent; Error TypeError RangeError SyntaxError;
    toString toLocaleString toISOString toJSON; row col; x y; from to; key value;
    min max avg; top bottom; head tail; append prepend; before after; log warn error; querySelector querySelectorAll
""")
WRAPPERS = (
    *("Math.abs", "Math.floor", "Math.ceil", "Math.round", "Math.trunc"),
    *("Number", "String", "Boolean", "structuredClone"),
)
PAIR_WRAPPERS = ("Math.max", "Math.min")
CALLS = (
    *(".trim()", ".toLowerCase()", ".slice()", ".length", ".toString()", ".toUpperCase()", ".flat()", ".map(Number)"),
    *(".filter(Boolean)", ".reverse()", ".sort()", ".slice(1)", ".slice(0, -1)", ".size", "()", ".bind(this)"),
)
DEFAULTS = ("0", "[]", "''", "{}", "null", "1")


def related_names(name: str) -> tuple[str, ...]:
    """The names that are used for much the same as a name."""
    return related(RELATED_NAMES, name)


INVERSE_CALLS: Mapping[str, tuple[str, int]] = {
    "push": ("pop", 0),
    "unshift": ("shift", 0),
    "add": ("delete", 1),
    "set": ("delete", 1),
    "append": ("delete", 1),
}
"""The built-in methods that undo a method, with how many of its arguments they take."""
INVERSE_WORDS = replacements("""
    acquire → release; add → remove delete; attach → detach; begin → end commit rollback; enter → exit leave;
    hide → show; increment → decrement; mark → clear; on → off; connect → disconnect; subscribe → unsubscribe;
    register → unregister remove; watch → unwatch; open → close; pause → resume; reserve → release;
    start → stop finish end; take → give release put
""")
"""The words that methods begin with whose effect another method undoes, with those of the other one."""
