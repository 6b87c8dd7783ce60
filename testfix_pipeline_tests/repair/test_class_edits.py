"""What classes lack: attributes stored in their turn, methods that are read like attributes."""

from textwrap import dedent

from testfix_pipeline.repair.languages.python.edits import initials
from testfix_pipeline.repair.languages.python.edits.edit import Clues
from testfix_pipeline_tests.repair.sources import shape, texts

PARSER = """
class Parser:
    def __init__(self, tokens, names, strict=False):
        super().__init__()
        self.tokens = tokens
        self.names = names
        self.strict = strict
        self.at = 0
    def known(self, name):
        return name in self.names or not self.strict
"""
GONE = "'Parser' object has no attribute 'names'"


def test_a_counter_may_begin_at_one() -> None:
    begun = "        self.round = 1\n"
    code = f"class Quiz:\n    def __init__(self):\n        self.points = 0\n{begun}"
    code += "    def next(self):\n        self.round += 1\n"
    clues = Clues(messages=("'Quiz' object has no attribute 'round'",))
    assert shape(code) in texts(initials.forgotten_attributes, code.replace(begun, ""), clues=clues)


FIELD = dedent("""
    class Field:
        @property
        def required(self):
            return self.default is None
        def read(self, data):
            if self.required and not data:
                raise ValueError
            return data
""")
