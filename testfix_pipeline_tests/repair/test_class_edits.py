"""What classes lack: attributes stored in their turn, methods that are read like attributes."""

from textwrap import dedent

from testfix_pipeline.repair.edits import definitions, initials
from testfix_pipeline.repair.edits.edit import Clues
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


def test_a_parameter_is_stored_where_its_turn_is() -> None:
    broken = PARSER.replace("        self.names = names\n", "")
    for family in (definitions.stored_attributes, initials.forgotten_attributes, initials.parameters_kept):
        assert shape(PARSER) in texts(family, broken, clues=Clues(messages=(GONE,)))


def test_the_first_parameter_is_stored_first() -> None:
    code = PARSER.replace("        super().__init__()\n", "")
    broken = code.replace("        self.tokens = tokens\n", "")
    assert shape(code) in texts(initials.parameters_kept, broken)


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


def test_a_method_that_is_read_like_an_attribute_becomes_a_property() -> None:
    assert shape(FIELD) in texts(initials.properties, FIELD.replace("    @property\n", ""))
    called = FIELD.replace("    @property\n", "").replace("self.required and", "self.required() and")
    assert not texts(initials.properties, called)
    stored = FIELD.replace("    @property\n", "").replace("return data", "self.required = data")
    assert not texts(initials.properties, stored)
