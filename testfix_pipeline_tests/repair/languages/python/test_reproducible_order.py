"""What is proposed, and in which order, does not hang on the order in which a process happens to hash its texts."""

import os
import subprocess
import sys

CODE = """
SIGNS = {"plus": 1, "minus": -1}

def turned(hour, minute, second, offset):
    angle = hour + minute + offset
    total = hour * 30 + minute * 6
    return angle, total

def moved(hour, minute, second, offset):
    shown = hour * 30 + minute * 6 + second
    kept = hour * 30 - offset * 6
    return shown if kept > shown else kept

def placed(left, top, wide, high, deep, near):
    first = measured(left, top, wide, high, deep, near, turned)
    second = measured(left, top, wide, placed)
    third = measured(high, deep, near, moved)
    fourth = measured(top, wide, high, placed, left)
    return first, second, third, fourth

def counted(words, limit):
    found = {}
    for word in words:
        found[word] = found.get(word, 0) + SIGNS[word]
        if len(found) > limit and word not in SIGNS:
            break
    return sorted(found, key=found.get)
"""
PROPOSE = """
import sys
from testfix_pipeline.repair.languages.python.producers import PRODUCERS
from testfix_pipeline.repair.languages.python.edits.edit_producer import weighed_proposals
from testfix_pipeline_tests.repair.sources import parsed, targets

for target in targets(parsed(sys.stdin.read())):
    for producer in PRODUCERS:
        for edit in weighed_proposals(target, producer):
            print(producer.id, edit.spans, edit.kind, round(edit.prior, 5), edit.note.encode())
"""


def _proposed(seed: int) -> list[str]:
    environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
    done = subprocess.run(
        [sys.executable, "-c", PROPOSE], input=CODE, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def test_whatever_the_hashes_of_texts() -> None:
    first, *others = (_proposed(seed) for seed in range(1, 4))
    assert len(first) > 1000
    for other in others:
        assert other == first
