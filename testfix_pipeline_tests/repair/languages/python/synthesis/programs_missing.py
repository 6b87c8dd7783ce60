"""Small programs that lack a guard, a condition or a value: the right source, what stands there instead, the tests.

The tests call the code several times each, so that no action taken always could fix them.
"""

MISSING = {
    "blank lines": (
        """
        def pairs(text, strict=True):
            for line in text.split(";"):
                if not line.strip():
                    continue
                name, equals, value = line.partition("=")
                if not equals and strict:
                    raise ValueError(line)
                yield name.strip(), value
        """,
        "        if not line.strip():\n            continue\n",
        "",
        """
        import pytest
        def test_pairs(): assert list(pairs("a=1;b=")) == [("a", "1"), ("b", "")]
        def test_blank(): assert list(pairs("a=1;  ;b=2;")) == [("a", "1"), ("b", "2")]
        def test_lenient(): assert list(pairs("x; ;=1", strict=False)) == [("x", ""), ("", "1")]
        def test_strict():
            with pytest.raises(ValueError): list(pairs("a=1;x"))
        """,
    ),
    "none guard": (
        """
        def initials(name):
            if name is None:
                return ""
            parts = name.split()
            return "".join(part[0] for part in parts)
        """,
        '    if name is None:\n        return ""\n',
        "",
        """
        def test_names(): assert initials("ann lee") == "al" and initials("") == "" and initials("bo") == "b"
        def test_nobody(): assert initials("ann") == "a" and initials(None) == ""
        """,
    ),
    "empty list": (
        """
        def spread(numbers):
            if not numbers:
                return 0
            low = min(numbers)
            high = max(numbers)
            return high - low
        """,
        "    if not numbers:\n        return 0\n",
        "",
        """
        def test_some(): assert spread([3, 1, 9]) == 8 and spread([5]) == 0
        def test_none(): assert spread([1, 4]) == 3 and spread([]) == 0
        """,
    ),
    "negative": (
        """
        import math

        def root(number, digits=2):
            if number < 0:
                raise ArithmeticError("no root of a negative number")
            return round(math.fabs(number) ** 0.5, digits)
        """,
        '    if number < 0:\n        raise ArithmeticError("no root of a negative number")\n',
        "",
        """
        import pytest
        def test_root(): assert root(4) == 2 and root(0) == 0 and root(2, 1) == 1.4
        def test_negative():
            assert root(9) == 3
            with pytest.raises(ArithmeticError, match="no root of a negative number"):
                root(-4)
        """,
    ),
    "comments": (
        """
        def settings(text):
            found = {}
            for line in text.splitlines():
                line = line.strip()
                if line.startswith("#"):
                    continue
                key, value = line.split("=")
                found[key] = value
            return found
        """,
        '        if line.startswith("#"):\n            continue\n',
        "",
        """
        def test_plain(): assert settings("a=1\\nb=2") == {"a": "1", "b": "2"}
        def test_comments(): assert settings("a=1\\n# nothing\\nb=#") == {"a": "1", "b": "#"}
        """,
    ),
    "second condition": (
        """
        def visible(items, limit, hidden):
            shown = []
            for item in items:
                if len(shown) < limit and item not in hidden:
                    shown.append(item)
            return shown
        """,
        "len(shown) < limit and item not in hidden",
        "len(shown) < limit",
        """
        def test_all(): assert visible([1, 2, 3], 2, []) == [1, 2] and visible([], 5, [1]) == []
        def test_hidden(): assert visible([1, 2, 3, 4], 2, [1, 3]) == [2, 4] and visible([7], 0, []) == []
        """,
    ),
    "skip": (
        """
        class Log:
            def __init__(self, quiet=False):
                self.quiet = quiet
                self.lines = []

            def say(self, text):
                if not self.quiet:
                    self.lines.append(text)
                return len(self.lines)
        """,
        "        if not self.quiet:\n            self.lines.append(text)\n",
        "        self.lines.append(text)\n",
        """
        def test_loud():
            log = Log()
            assert log.say("a") == 1 and log.say("b") == 2
        def test_quiet():
            log = Log(quiet=True)
            assert log.say("a") == 0 and Log().say("b") == 1 and log.lines == []
        """,
    ),
    "remembered": (
        """
        class Squares:
            def __init__(self):
                self.known = {}
                self.worked = 0

            def of(self, number):
                if number in self.known:
                    return self.known[number]
                self.worked += 1
                self.known[number] = number * number
                return self.known[number]
        """,
        "        if number in self.known:\n            return self.known[number]\n",
        "",
        """
        def test_value(): assert Squares().of(3) == 9 and Squares().of(0) == 0
        def test_once():
            squares = Squares()
            assert squares.of(4) == 16 and squares.of(4) == 16 and squares.of(5) == 25
            assert squares.worked == 2
        """,
    ),
    "branch": (
        """
        def describe(value):
            if value is None:
                kind = "nothing"
            elif isinstance(value, bool):
                kind = "truth"
            elif isinstance(value, str):
                kind = "text"
            else:
                kind = "number"
            return "<" + kind + ">"
        """,
        '    elif isinstance(value, bool):\n        kind = "truth"\n',
        "",
        """
        def test_known(): assert describe(None) == "<nothing>" and describe("a") == "<text>"
        def test_truth():
            assert describe(3) == "<number>"
            assert describe(True) == "<truth>"
            assert describe(False) == "<truth>"
        """,
    ),
    "default": (
        """
        def tally(words, counts=None):
            if counts is None:
                counts = {}
            for word in words:
                counts[word] = counts.get(word, 0) + 1
            return counts
        """,
        "    if counts is None:\n        counts = {}\n",
        "",
        """
        def test_given(): assert tally(["a"], {"a": 1}) == {"a": 2}
        def test_fresh(): assert tally(["b"], {}) == {"b": 1} and tally(["a", "a"]) == {"a": 2} and tally([]) == {}
        """,
    ),
    "recursion": (
        """
        def depth(tree):
            if isinstance(tree, int):
                return 0
            return 1 + max(depth(branch) for branch in tree)
        """,
        "    if isinstance(tree, int):\n        return 0\n",
        "",
        """
        import pytest
        def test_text():
            with pytest.raises(ValueError):
                depth(())
        def test_depth(): assert depth([1, [2, 3], [[4]]]) == 3 and depth(5) == 0
        """,
    ),
    "stop": (
        """
        def until(words, last):
            found = []
            for word in words:
                if word == last:
                    break
                found.append(word)
            return found
        """,
        "        if word == last:\n            break\n",
        "",
        """
        def test_whole(): assert until(["a", "b"], "z") == ["a", "b"] and until([], "a") == []
        def test_part(): assert until(["a", "b", "c"], "z") == ["a", "b", "c"] and until(["a", "b", "c"], "b") == ["a"]
        """,
    ),
    "returned": (
        """
        class Stack:
            def __init__(self):
                self.items = []

            def push(self, item):
                self.items.append(item)
                return self

            def size(self):
                return len(self.items)
        """,
        "                return self\n"[8:],
        "",
        """
        def test_size(): assert Stack().size() == 0
        def test_chain(): assert Stack().push(1).push(2).size() == 2
        """,
    ),
}
