"""Replacements in Go, as data: the templates of the edit producers."""

from __future__ import annotations

from collections.abc import Mapping

from testfix_pipeline.repair.languages.tree_sitter.related_names import related, replacements, word_groups

COMPARISONS = replacements("< → <= > >=; <= → < >= >; > → >= < <=; >= → > <= <; == → != >= <= > <; != → == < >")
OPERATORS = COMPARISONS | replacements("""
    + → - *; - → + * /; * → / + -; / → * % -; % → / *; << → >>; >> → <<; & → | ^ &^; | → & ^; ^ → | &; &^ → & |;
    && → ||; || → &&
""")
ASSIGNMENTS = replacements("""
    += → -= = *=; -= → += =; *= → /= += =; /= → *= =; = → += -= := *=; := → =; |= → &= ^= &^=; &= → |= &^=;
    ^= → |= &=; &^= → &= |=; ++ → --; -- → ++
""")
KEYWORDS: Mapping[str, tuple[str, ...]] = {"break_statement": ("continue",), "continue_statement": ("break",)}
LITERALS = replacements(
    "true → false; false → true; 0 → 1 -1; 1 → 0 2; 60 → 3600 1000; 3600 → 60; 1000 → 100; 100 → 1000; 24 → 60"
) | {'""': ('" "',)}
RELATED_NAMES = word_groups("""
    HasPrefix HasSuffix Contains; Trim TrimLeft TrimRight TrimPrefix TrimSuffix; TrimLeft TrimPrefix;
    TrimRight TrimSuffix; TrimSpace Trim; Index LastIndex IndexByte IndexAny LastIndexByte;
    Contains ContainsAny ContainsRune EqualFold; Split SplitN SplitAfter Fields; Replace ReplaceAll;
    ToUpper ToLower Title; Min Max; Floor Ceil Round Trunc; min max; Sprint Sprintln Sprintf;
    Print Println Printf; Lock RLock; Unlock RUnlock; Before After Equal; Add Sub AddDate; Add Done;
    Hours Minutes Seconds Milliseconds; Hour Minute Second Millisecond; Year Month Day YearDay Weekday;
    Ints Strings Float64s; Slice SliceStable; Sort Stable Reverse; Search SearchInts SearchStrings;
    FindString FindStringSubmatch FindAllString MatchString;
    IsLetter IsDigit IsNumber IsSpace IsPunct IsUpper IsLower; Is As; Push PushBack PushFront; Front Back;
    Next Prev; Atoi ParseInt ParseFloat; Marshal MarshalIndent; WriteString WriteByte WriteRune; left right;
    Left Right; start end; Start End; first last; head tail; next prev; width height; Width Height; row col;
    rows cols; lo hi; low high; len cap; src dst; from to;
    Lock Unlock; RLock RUnlock; Min Max; Top Bottom; Add Remove; Enqueue Dequeue; x y; key value
""")
WRAPPERS = (
    *("strings.ToLower", "strings.TrimSpace", "strings.ToUpper", "math.Abs", "math.Floor", "math.Ceil", "math.Round"),
    *("float64", "int", "int64", "string", "[]rune", "[]byte", "len", "utf8.RuneCountInString", "url.QueryEscape"),
    *("math.Sqrt", "strconv.Itoa", "strconv.Quote", "errors.Unwrap"),
)
"""What a value may be wrapped in; functions of packages only where the file imports these."""
_TAKE_TEXTS = ("strings.", "[]rune", "[]byte", "utf8.", "url.", "strconv.Quote")
_TAKE_NUMBERS = ("float64", "int", "int64", "string", "strconv.Itoa")


def takes(wrapper: str, kind: str) -> bool:
    """Whether a wrapper may take a value of a type; any where the type is not known."""
    if not kind:
        return True
    if wrapper == "len":
        return kind == "string" or kind.startswith(("[", "map["))
    if wrapper.startswith(_TAKE_TEXTS):
        return kind == "string"
    if wrapper.startswith("math."):
        return kind == "float64"
    if wrapper == "string" and kind in ("[]rune", "[]byte"):
        return True
    return wrapper in _TAKE_NUMBERS and kind.startswith(("int", "uint", "float", "rune", "byte")) and wrapper != kind


def related_names(name: str) -> tuple[str, ...]:
    """The names that are used for much the same as a name."""
    return related(RELATED_NAMES, name)
