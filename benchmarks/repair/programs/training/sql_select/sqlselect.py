"""Build SELECT statements step by step; every step returns a new query."""

import copy
import re

NAME = re.compile(r"[A-Za-z_][\w.]*$")


class QueryError(ValueError):
    pass


def name(text):
    """Check that a text can stand for a table or column."""
    if not NAME.match(text):
        raise QueryError(f"{text!r} isn't a name")
    return text


class Select:
    """A query with placeholders; `build` gives the text and the parameters for a database cursor."""

    OPERATORS = ("=", "<>", "<", "<=", ">", ">=", "LIKE", "IN", "IS")

    def __init__(self, table, *columns):
        self._table = name(table)
        self._columns = list(columns) or ["*"]
        self._joins = []
        self._where = []
        self._having = []
        self._group = []
        self._order = []
        self._limit = None

    def _clone(self):
        query = copy.copy(self)
        for attribute in ("_columns", "_joins", "_where", "_group", "_order"):
            setattr(query, attribute, list(getattr(self, attribute)))
        return query

    def join(self, table, left, right, kind="INNER"):
        query = self._clone()
        query._joins.append(f"{kind} JOIN {name(table)} ON {name(left)} = {name(right)}")
        return query

    def where(self, column, operator, value):
        query = self._clone()
        query._where.append(self._condition(name(column), operator, value))
        return query

    def having(self, expression, operator, value):
        query = self._clone()
        query._having.append(self._condition(expression, operator, value))
        return query

    def group_by(self, *columns):
        query = self._clone()
        query._group.extend(map(name, columns))
        return query

    def order_by(self, *columns):
        """Sort by columns; a minus before the name means downwards."""
        query = self._clone()
        for column in columns:
            down = column.startswith("-")
            query._order.append(name(column.lstrip("-")) + (" DESC" if down else ""))
        return query

    def limit(self, number):
        query = self._clone()
        query._limit = int(number)
        return query

    def build(self):
        parts = [f"SELECT {', '.join(self._columns)} FROM {self._table}", *self._joins]
        for word, conditions in (("WHERE", self._where), ("GROUP BY", None), ("HAVING", self._having)):
            if conditions is None:
                if self._group:
                    parts.append(f"GROUP BY {', '.join(self._group)}")
            elif conditions:
                parts.append(f"{word} {' AND '.join(text for text, _ in conditions)}")
        if self._order:
            parts.append(f"ORDER BY {', '.join(self._order)}")
        parameters = [value for _, values in self._having + self._where for value in values]
        if self._limit is not None:
            parts.append("LIMIT ?")
            parameters.append(self._limit)
        return " ".join(parts), parameters

    def _condition(self, left, operator, value):
        """A condition's text and its parameters."""
        operator = operator.upper()
        if operator not in self.OPERATORS:
            raise QueryError(f"unknown operator {operator!r}")
        if operator == "IN":
            values = list(value)
            if not values:
                return "1 = 0", []
            return f"{left} IN ({', '.join('?' * len(values))})", values
        if operator == "IS":
            return f"{left} IS {'NULL' if value is None else 'NOT NULL'}", []
        return f"{left} {operator} ?", [value]
