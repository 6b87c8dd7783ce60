"""Reading of files with one JSON object per line."""

import json


class BadLine(ValueError):
    def __init__(self, number, why):
        super().__init__(f"line {number}: {why}")
        self.number = number


def records(text, strict=True):
    """The objects of a text; lines that are none raise BadLine, or are left out if not strict."""
    for number, line in enumerate(text.split("\n"), start=1):
        try:
            record = json.loads(line)
        except json.JSONDecodeError as error:
            if strict:
                raise BadLine(number, error.msg) from error
            continue
        if not isinstance(record, dict):
            if strict:
                raise BadLine(number, "not an object")
            continue
        yield record


def write(objects):
    return "".join(json.dumps(record, sort_keys=True) + "\n" for record in objects)
