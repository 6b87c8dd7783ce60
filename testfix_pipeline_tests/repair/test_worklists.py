"""What is left in a list of what is to be done, or never put to it; rounds and calls that are forgotten."""

import pytest

from testfix_pipeline.repair.edits import worklists
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed

WORKLIST = """
class Order:
    def needs_of(self, name):
        seen, queue = set(), list(self.needs[name])
        while queue:
            need = queue.pop()
            if need in seen:
                continue
            seen.add(need)
        return seen
"""
WORKLIST_CHILDREN = """
def count(root):
    total, todo = 0, [root]
    while todo:
        node = todo.pop()
        total += node.size
    return total
class Node:
    def __init__(self):
        self.children = []
        self.size = 0
"""
HEAP_PUSH = """
import heapq
def order(ready, users):
    while ready:
        name = heapq.heappop(ready)
        for user in users[name]:
            ready.append(user)
"""
QUEUE_EXTENDED = """
def above(roles, name):
    seen, queue = [], [name]
    while queue:
        current = queue.pop()
        if current not in seen:
            seen.append(current)
            queue = list(roles[current].parents)
    return seen
"""
ALL_OF_QUEUE = """
def merge(groups):
    out = []
    for group in groups:
        out = group.members
    return out
"""
EXTEND_REST = """
def split(words):
    plain, queue = [], list(words)
    while queue:
        word = queue.pop(0)
        if word == "--":
            break
        plain.append(word)
    return plain
"""
RECURSION_MISSING = """
class Tree:
    def below(self, name):
        found = set()
        for child in self.children[name]:
            found.add(child)
        return found
"""
PEEKED = """
class Desk:
    def lend(self, code, member):
        queue = self.holds[code]
        if queue and queue[0] == member:
            self.out[code] = member
"""
PUT_BACK = """
import heapq
class Queue:
    def next(self):
        waiting = []
        while self._heap:
            entry = heapq.heappop(self._heap)
            if entry.blocked:
                waiting.append(entry)
                continue
            return entry
        return None
"""
PUT_BACK_LIST = """
def run(queue):
    waiting, done = [], []
    while queue:
        job = queue.pop(0)
        if job.blocked:
            waiting.append(job)
        else:
            done.append(job)
    return done
"""
TAIL = """
import re
def marked(text):
    out, last = [], 0
    for hit in re.finditer("x+", text):
        out.append(text[last:hit.start()].upper())
        out.append(hit.group())
        last = hit.end()
    return "".join(out)
"""


@pytest.mark.parametrize(
    ("family", "code", "broken", "right"),
    [
        pytest.param(
            worklists.found,
            WORKLIST,
            "seen.add(need)",
            "seen.add(need)\n            queue.extend(self.needs[need])",
            id="worklist",
        ),
        pytest.param(
            worklists.found,
            WORKLIST_CHILDREN,
            "node.size\n    return",
            "node.size\n        todo.extend(node.children)\n    return",
            id="worklist children",
        ),
        pytest.param(
            worklists.rest,
            EXTEND_REST,
            "            break",
            "            plain.extend(queue)\n            break",
            id="extend rest",
        ),
    ],
)
def test_the_right_text_is_among_what_a_family_proposes(family: Propose, code: str, broken: str, right: str) -> None:
    assert_proposed(family, code, broken, right)
