"""naming_issues. The first three want a module that has snake_case names of its own."""

from benchmarks.planning.seeds.variant import Variant

VARIANTS = (
    Variant("camelCase function", "mixed_conventions", "module", """
def ${word}AllItems(items):
    return list(items)


def ${word}_all_of(items):
    return list(items)
"""),
    Variant("camelCase variable", "mixed_conventions", "module", """
def ${word}_longest(items):
    longestItem = max(items, key=len)
    return longestItem
"""),
    Variant("camelCase parameter", "mixed_conventions", "module", """
def ${word}_between(lower_bound, upperBound):
    return range(lower_bound, upperBound)
"""),
    Variant("misspelt function", "misspelt_identifier", "module", """
def recieve_${word}(items):
    return list(items)
"""),
    Variant("misspelt variable", "misspelt_identifier", "body", "max_lenght = 3\n"),
    Variant("question without truth value", "misleading_name", "module", """
def is_${word}_ready(x):
    return "yes"
"""),
    Variant("getter that gives nothing", "misleading_name", "module", """
def get_${word}_size(x):
    print(len(x))
"""),
    Variant("count that is a list", "misleading_name", "module", """
def count_${word}s(rows):
    return [row for row in rows if row]
"""),
    Variant("snake_case class", "mixed_conventions", "module", """
class ${word}_record:
    size = 3


class ${Word}Entry:
    size = 3
"""),
    Variant("text that is a number", "misleading_name", "module", """
def ${word}_to_str(x):
    return len(x)
"""),
    Variant("camelCase attribute", "mixed_conventions", "module", """
class ${Word}Counter:
    def __init__(self, max_size):
        self.max_size = max_size
        self.itemCount = 0
"""),
    Variant("misspelt parameter", "misspelt_identifier", "module", """
def ${word}_split(text, seperator=","):
    return text.split(seperator)
"""),
    Variant("misspelt class", "misspelt_identifier", "module", """
class ${Word}Calender:
    days = 7
""", True),
    Variant("misspelt attribute", "misspelt_identifier", "module", """
class ${Word}Store:
    def __init__(self):
        self.avaliable = True
""", True),
    Variant("has that is a number", "misleading_name", "module", """
def has_${word}s(rows) -> int:
    return len(rows)
""", True),
    Variant("list that is a dict", "misleading_name", "module", """
def ${word}_list(rows):
    return {row: 1 for row in rows}
""", True),
    Variant("find that gives nothing", "misleading_name", "module", """
def find_${word}(rows, wanted):
    for row in rows:
        if row == wanted:
            print(row)
""", True),
    Variant("camelCase loop variable", "mixed_conventions", "module", """
def ${word}_total(order_lines):
    total_sum = 0
    for orderLine in order_lines:
        total_sum += orderLine
    return total_sum
""", True),
    Variant("fine: snake and constants", "", "module", """
MAX_${word} = 3


def ${word}_in_order(items):
    return sorted(items)
"""),
    Variant("fine: truth values", "", "module", """
def is_${word}_known(x, known):
    return x in known


def has_${word}_left(rows):
    return bool(rows)
"""),
    Variant("fine: getter that raises", "", "module", """
def get_${word}_of(rows):
    raise LookupError("no rows")
"""),
    Variant("fine: framework's names", "", "module", """
import logging


class ${Word}Formatter(logging.Formatter):
    def formatTime(self, record, datefmt=None):
        return ""
"""),
    Variant("fine: count and list", "", "module", """
def count_of_${word}s(rows):
    return sum(1 for row in rows)


def ${word}_rows_list(rows):
    return [row for row in rows]


def ${word}_as_dict(rows):
    return dict(rows)
""", True),
    Variant("fine: rare words", "", "module", """
def ${word}_abscissa(ordinate, numer, fpr, nd):
    return ordinate + numer + fpr + nd
""", True),
)  # fmt: skip
