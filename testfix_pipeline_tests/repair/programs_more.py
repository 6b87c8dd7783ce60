"""More of what `programs.py` describes, as the arguments of its `program`."""

MORE = {
    "search": (
        """
        def position(items, wanted):
            low, high = 0, len(items) - 1
            while low <= high:
                middle = (low + high) // 2
                if items[middle] == wanted:
                    return middle
                if items[middle] < wanted:
                    low = middle + 1
                else:
                    high = middle - 1
            return -1
        """,
        "low = middle + 1",
        "low = middle",
        """
        def test_found(): assert position([1, 3, 5, 7], 3) == 1
        def test_last(): assert position([1, 3, 5, 7], 7) == 3
        def test_missing(): assert position([1, 3, 5, 7], 4) == -1
        def test_first(): assert position([1, 3, 5], 1) == 0
        def test_empty(): assert position([], 4) == -1
        """,
    ),
    "inventory": (
        """
        class Inventory:
            def __init__(self):
                self.stock = {}
                self.reserved = {}

            def add(self, name, count=1):
                self.stock[name] = self.stock.get(name, 0) + count

            def reserve(self, name, count=1):
                if self.available(name) < count:
                    return False
                self.reserved[name] = self.reserved.get(name, 0) + count
                return True

            def available(self, name):
                return self.stock.get(name, 0) - self.reserved.get(name, 0)
        """,
        "self.stock.get(name, 0) - self",
        "self.stock[name] - self",
        """
        def test_add():
            i = Inventory(); i.add("nut", 3); i.add("nut"); assert i.available("nut") == 4
        def test_reserve():
            i = Inventory(); i.add("nut", 3); assert i.reserve("nut", 2) and not i.reserve("nut", 2)
        def test_unknown(): assert Inventory().available("bolt") == 0
        """,
    ),
    "table": (
        """
        def widths(rows):
            return [max(len(str(cell)) for cell in column) for column in zip(*rows)]


        def render(rows, separator=" | "):
            sizes = widths(rows)
            lines = []
            for row in rows:
                cells = [str(cell).ljust(size) for cell, size in zip(row, sizes)]
                lines.append(separator.join(cells).rstrip())
            return "\\n".join(lines)
        """,
        '" | "',
        '" |"',
        """
        def test_widths(): assert widths([("a", "bbb"), (10, 2)]) == [2, 3]
        def test_render(): assert render([("a", "bbb"), (10, 2)]) == "a  | bbb\\n10 | 2"
        def test_separator(): assert render([("a", "b")], ",") == "a,b"
        """,
    ),
    "graph": (
        """
        from collections import deque


        def shortest(graph, start, goal):
            queue = deque([(start, [start])])
            seen = {start}
            while queue:
                node, path = queue.popleft()
                if node == goal:
                    return path
                for other in graph.get(node, ()):
                    if other not in seen:
                        seen.add(other)
                        queue.append((other, path + [other]))
            return None
        """,
        "queue.popleft()",
        "queue.pop()",
        """
        G = {"a": ["b", "c"], "b": ["d"], "c": ["e"], "d": ["f"], "e": ["g"], "g": ["f"]}
        def test_same(): assert shortest(G, "a", "a") == ["a"]
        def test_short(): assert shortest(G, "a", "f") == ["a", "b", "d", "f"]
        def test_none(): assert shortest(G, "f", "a") is None
        """,
    ),
    "temperature": (
        """
        def parse(text):
            text = text.strip()
            unit = text[-1].upper()
            if unit not in "CF":
                raise ValueError("unknown unit: " + text)
            return float(text[:-1]), unit


        def celsius(text):
            value, unit = parse(text)
            if unit == "F":
                return (value - 32) * 5 / 9
            return value
        """,
        "text[-1].upper()",
        "text[-1]",
        """
        import pytest
        def test_celsius(): assert celsius("20C") == 20
        def test_fahrenheit(): assert celsius(" 212F ") == 100
        def test_lower(): assert celsius("32f") == 0
        def test_unknown():
            with pytest.raises(ValueError): parse("3K")
        """,
    ),
    "validate": (
        """
        def schedule(name, minutes, start=0):
            if not name:
                raise ValueError("a name is needed")
            if minutes <= 0:
                raise ValueError("minutes must be positive")
            return {"name": name, "start": start, "end": start + minutes}


        def overlap(one, other):
            return one["start"] < other["end"] and other["start"] < one["end"]
        """,
        '    if minutes <= 0:\n        raise ValueError("minutes must be positive")\n',
        "",
        """
        import pytest
        def test_end(): assert schedule("a", 5, 10)["end"] == 15
        def test_name():
            with pytest.raises(ValueError): schedule("", 5)
        @pytest.mark.parametrize("minutes", [0, -5])
        def test_minutes(minutes):
            with pytest.raises(ValueError): schedule("a", minutes)
        def test_overlap(): assert overlap(schedule("a", 5), schedule("b", 5, 4))
        def test_apart(): assert not overlap(schedule("a", 5), schedule("b", 5, 5))
        """,
    ),
    "events": (
        """
        class Bus:
            def __init__(self):
                self.handlers = {}

            def on(self, name, handler):
                self.handlers.setdefault(name, []).append(handler)
                return handler

            def off(self, name, handler):
                self.handlers[name].remove(handler)

            def emit(self, name, *args):
                count = 0
                for handler in list(self.handlers.get(name, ())):
                    handler(*args)
                    count += 1
                return count
        """,
        "in list(self.handlers.get(name, ())):",
        "in self.handlers.get(name, ()):",
        """
        def test_emit():
            b, got = Bus(), []; b.on("x", got.append); assert b.emit("x", 3) == 1 and got == [3]
        def test_nobody(): assert Bus().emit("x") == 0
        def test_off_inside():
            b, got = Bus(), []
            def once(v): got.append(v); b.off("x", once)
            b.on("x", once); b.on("x", got.append); b.emit("x", 1)
            assert got == [1, 1]
        """,
    ),
    "config": (
        """
        def parse(text):
            settings = {}
            for line in text.splitlines():
                line = line.strip()
                if not line or line.startswith("#"):
                    continue
                key, _, value = line.partition("=")
                settings[key.strip()] = value.strip()
            return settings


        def merged(*parts):
            result = {}
            for part in parts:
                result.update(part)
            return result
        """,
        'if not line or line.startswith("#")',
        'if line.startswith("#")',
        """
        def test_one(): assert parse("a = 1") == {"a": "1"}
        def test_comment(): assert parse("# x\\na=1") == {"a": "1"}
        def test_blank(): assert parse("a=1\\n\\nb=2\\n") == {"a": "1", "b": "2"}
        def test_merged(): assert merged({"a": 1}, {"a": 2}) == {"a": 2}
        """,
    ),
}
