import re

from sheet.formula import Evaluator, FormulaError


class Sheet:
    def __init__(self):
        self._cells = {}

    def __setitem__(self, name, content):
        if not re.fullmatch(r"[A-Z]+[1-9]\d*", name):
            raise KeyError(name)
        self._cells[name] = content

    def _number(self, name, path):
        content = self._cells.get(name, 0)
        if not isinstance(content, str):
            return content
        if not content.startswith("="):
            raise FormulaError(f"{name} is text")
        if name in path:
            raise FormulaError(f"{name} depends on itself")
        inner = (*path, name)
        return Evaluator(
            content[1:],
            lambda other: self._number(other, inner),
            lambda area: [self._number(other, inner) for other in self._names(area)],
        ).run()

    @staticmethod
    def _names(area):
        first, _, last = area.partition(":")
        column, start = re.fullmatch(r"([A-Z]+)(\d+)", first).groups()
        end = re.fullmatch(r"[A-Z]+(\d+)", last or first)[1]
        return [f"{column}{row}" for row in range(int(start), int(end) + 1)]

    def value(self, name):
        """What a cell shows: a number, its text, or `#error: why`."""
        content = self._cells.get(name, "")
        if not isinstance(content, str) or not content.startswith("="):
            return content
        try:
            return self._number(name, ())
        except FormulaError as error:
            return f"#error: {error}"
        except OverflowError:
            return "#error: division by zero"

    def show(self, *names):
        return [f"{name}={self.value(name)}" for name in names]
