"""What a function finds, takes or is told, and forgets to keep: counters, caches, worklists, objects of others."""

import pytest

from testfix_pipeline.repair.edits import (
    carried,
    consume,
    discarded,
    exits,
    like_attributes,
    others_state,
    recursion,
    steps,
    unfinished,
    updates,
    worklists,
    write_back,
)
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed

WRITE_BACK = """
class Ledger:
    def __init__(self):
        self._counters = {}
    def next_number(self, day):
        count = self._counters.get(day.year, 0) + 1
        return f"{day.year}-{count}"
"""
WRITE_BACK_LOCAL = """
def totals(rows):
    seen = {}
    for row in rows:
        total = seen.get(row.name, 0) + row.amount
        if total > 3:
            seen[row.name] = 0
    return seen
"""
MEMO = """
class Store:
    def __init__(self, load):
        self.load = load
        self._cache = {"a": 1}
    def get(self, key):
        if key in self._cache:
            return self._cache[key]
        value = self.load(key)
        return value
"""
RESET_WITH_OTHERS = """
class Shipper:
    def __init__(self):
        self._lines = []
        self._size = 0
        self._opened = None
    def add(self, line, now):
        if not self._lines:
            self._opened = now
        self._lines.append(line)
        self._size += len(line)
    def close(self):
        self.queue.append(list(self._lines))
        self._lines = []
        self._size = 0
"""
LAST_SEEN = """
def gaps(readings, limit):
    found, last = [], {}
    for one in readings:
        before = last.setdefault(one.sensor, one)
        if one.at - before.at > limit:
            found.append((before.at, one.at))
    return found
"""
MEMO_RETURN = """
class Store:
    def __init__(self, load):
        self.load = load
        self._cache = {}
    def get(self, key):
        if key in self._cache:
            return self._cache[key]
        return self.load(key)
"""
EMPTY_DELETED = """
class State:
    def __init__(self):
        self.reserved = {}
    def ship(self, event):
        lines = self.reserved[event.order]
        lines.pop(event.item)
        return len(self.reserved)
"""
PENDING_CLEARED = """
class Box:
    def __init__(self):
        self.pending = {}
    def put(self, user, note):
        self.pending.setdefault(user, []).append(note)
    def send(self, user):
        notes = list(self.pending[user])
        return len(notes)
"""
PENDING_DROPPED = """
class Box:
    def __init__(self):
        self.pending = {}
    def put(self, user, note):
        self.pending.setdefault(user, []).append(note)
    def send(self, user):
        notes = self.pending[user]
        return len(notes)
"""
NAMES_STORED = """
class Calc:
    def __init__(self, names):
        self.names = dict(names)
    def assign(self, text):
        name, _, rest = text.partition("=")
        value = self.value(rest)
        return value
    def value(self, text):
        return self.names[text] if text in self.names else int(text)
"""
RESULT_ADDED = """
def prune(node):
    gone = 0
    for child in list(node.children):
        prune(child)
        if not child.children:
            node.children.remove(child)
            gone += 1
    return gone
"""
RESULT_EXTENDED = """
def names(node):
    found = []
    for child in node.children:
        found.append(child.name)
        names(child)
    return found
"""
OTHERS_RESET = """
class Job:
    def __init__(self, name):
        self.name = name
        self.attempts = 0
class Queue:
    def fail(self, job):
        job.attempts += 1
    def done(self, job, now):
        if job.name:
            self.schedule(job, now)
    def schedule(self, job, now):
        self.at = now
"""
RENAMED = """
class Node:
    def __init__(self, name):
        self.name = name
class Tree:
    def __init__(self):
        self.nodes = {}
    def rename(self, old, new_name):
        node = self.nodes.pop(old)
        self.nodes[new_name] = node
    def named(self, node):
        return node.name
"""
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
SIZE_BACK = """
class Cache:
    def __init__(self):
        self.used = 0
        self.entries = {}
    def put(self, key, value, size):
        self.entries[key] = Entry(value, size)
        self.used += size
    def drop(self, key):
        entry = self.entries.pop(key)
        return entry
    def big(self, entry):
        return entry.size > 3
"""
SUM_OF_WINDOW = """
from collections import deque
class Window:
    def __init__(self, size):
        self.size = size
        self.total = 0
        self.samples = deque()
    def add(self, value):
        self.samples.append(value)
        self.total += value
        if len(self.samples) > self.size:
            oldest = self.samples.popleft()
        return self.total
"""
LEFT_OVER = """
def shares(total, n):
    each, left = divmod(total, n)
    out = [each] * n
    for number in range(n):
        if left > 0:
            out[number] += 1
    return out
"""
SEQ = """
class State:
    def __init__(self):
        self.seq = 0
    def apply(self, event):
        if event.seq != self.seq + 1:
            raise ValueError(event.seq)
        self.rows = event.rows
        return True
"""
GROUPS_TOO = """
class Contact:
    def __init__(self):
        self.tags = set()
        self.groups = set()
def absorb(target, other):
    target.tags |= other.tags
    return target
"""
GROUPS_TOO_CALL = """
class Contact:
    def __init__(self):
        self.tags = set()
        self.groups = set()
def absorb(target, other):
    target.tags.update(other.tags)
    return target
"""
INSTANCE_DROPPED = """
class Registry:
    def __init__(self):
        self._plugins = {}
        self._instances = {}
    def register(self, key, plugin):
        self._plugins[key] = plugin
    def get(self, key):
        if key not in self._instances:
            self._instances[key] = self._plugins[key]()
        return self._instances[key]
"""
MOVE_TO_END = """
from collections import OrderedDict
class Cache:
    def __init__(self):
        self.entries = OrderedDict()
    def get(self, key):
        if key not in self.entries:
            return None
        return self.entries[key]
"""
RUNS = """
def ranges(items):
    runs = []
    start = previous = items[0]
    for item in items[1:]:
        if item != previous + 1:
            runs.append((start, previous))
        previous = item
    runs.append((start, previous))
    return runs
"""
PAID_OUT = """
class Account:
    def __init__(self):
        self._accrued = 0
    @property
    def accrued(self):
        return int(self._accrued)
    def pay(self):
        cents = self.accrued
        if cents > 0:
            self.book(cents)
        self._accrued = 0
"""
DROPPED_THERE_TOO = """
class Board:
    def __init__(self):
        self._order = []
        self._scores = {}
    def put(self, player, score):
        self._scores[player] = score
        self._order.append(player)
    def drop(self, player):
        position = self._order.index(player)
        del self._order[position]
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
INDEXED_TOO = """
class Union:
    def add(self, entry):
        found = self.match(entry)
        if found is None:
            self.entries.append(entry)
            self.index(entry)
            return entry
        found.absorb(entry)
        return found
"""
SAVED_TOO = """
class Store:
    def drop(self, name):
        if name in self.old:
            self.old.remove(name)
            self.save()
            return True
        if name not in self.new:
            return False
        self.new.remove(name)
        return True
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
            write_back.stored_back,
            WRITE_BACK,
            "+ 1\n",
            "+ 1\n        self._counters[day.year] = count\n",
            id="write back",
        ),
        pytest.param(
            write_back.stored_back,
            WRITE_BACK_LOCAL,
            "row.amount\n",
            "row.amount\n        seen[row.name] = total\n",
            id="write back local",
        ),
        pytest.param(
            write_back.stored_back,
            MEMO,
            "(key)\n        return value",
            "(key)\n        self._cache[key] = value\n        return value",
            id="memo",
        ),
        pytest.param(
            updates.reset_with_others,
            RESET_WITH_OTHERS,
            "(list(self._lines))\n        self._lines = []\n        self._size = 0",
            "(list(self._lines))\n        self._lines = []\n        self._size = 0\n        self._opened = None",
            id="reset with others",
        ),
        pytest.param(
            write_back.stored_back,
            LAST_SEEN,
            "    return found",
            "        last[one.sensor] = one\n    return found",
            id="last seen",
        ),
        pytest.param(
            write_back.answer_stored,
            MEMO_RETURN,
            "return self.load(key)",
            "self._cache[key] = self.load(key)\n        return self._cache[key]",
            id="memo return",
        ),
        pytest.param(
            write_back.emptied,
            EMPTY_DELETED,
            "(event.item)\n",
            "(event.item)\n        if not lines:\n            del self.reserved[event.order]\n",
            id="empty deleted",
        ),
        pytest.param(
            write_back.dropped,
            PENDING_CLEARED,
            "[user])\n",
            "[user])\n        self.pending[user].clear()\n",
            id="pending cleared",
        ),
        pytest.param(
            write_back.dropped,
            PENDING_DROPPED,
            "[user]\n",
            "[user]\n        del self.pending[user]\n",
            id="pending dropped",
        ),
        pytest.param(
            consume.unfilled, NAMES_STORED, "(rest)\n", "(rest)\n        self.names[name] = value\n", id="names stored"
        ),
        pytest.param(
            discarded.gathered, RESULT_ADDED, "        prune(child)", "        gone += prune(child)", id="result added"
        ),
        pytest.param(
            discarded.gathered,
            RESULT_EXTENDED,
            "        names(child)",
            "        found.extend(names(child))",
            id="result extended",
        ),
        pytest.param(
            others_state.set_back,
            OTHERS_RESET,
            "job.name:\n",
            "job.name:\n            job.attempts = 0\n",
            id="others reset",
        ),
        pytest.param(
            others_state.set_alike, RENAMED, "pop(old)\n", "pop(old)\n        node.name = new_name\n", id="renamed"
        ),
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
            worklists.on_heaps, HEAP_PUSH, "ready.append(user)", "heapq.heappush(ready, user)", id="heap push"
        ),
        pytest.param(
            worklists.not_anew,
            QUEUE_EXTENDED,
            "queue = list(roles[current].parents)",
            "queue.extend(roles[current].parents)",
            id="queue extended",
        ),
        pytest.param(
            worklists.not_anew, ALL_OF_QUEUE, "out = group.members", "out.extend(group.members)", id="all of queue"
        ),
        pytest.param(
            worklists.rest,
            EXTEND_REST,
            "            break",
            "            plain.extend(queue)\n            break",
            id="extend rest",
        ),
        pytest.param(
            steps.steps, SIZE_BACK, "pop(key)\n", "pop(key)\n        self.used -= entry.size\n", id="size back"
        ),
        pytest.param(
            steps.steps,
            SUM_OF_WINDOW,
            "popleft()\n",
            "popleft()\n            self.total -= oldest\n",
            id="sum of window",
        ),
        pytest.param(steps.steps, LEFT_OVER, "+= 1", "+= 1\n            left -= 1", id="left over"),
        pytest.param(
            carried.stamped, SEQ, "        return True", "        self.seq = event.seq\n        return True", id="seq"
        ),
        pytest.param(
            like_attributes.taken_over,
            GROUPS_TOO,
            "other.tags\n",
            "other.tags\n    target.groups |= other.groups\n",
            id="groups too",
        ),
        pytest.param(
            like_attributes.taken_over,
            GROUPS_TOO_CALL,
            "other.tags)\n",
            "other.tags)\n    target.groups.update(other.groups)\n",
            id="groups too call",
        ),
        pytest.param(
            like_attributes.out_of_date,
            INSTANCE_DROPPED,
            "= plugin\n",
            "= plugin\n        self._instances.pop(key, None)\n",
            id="instance dropped",
        ),
        pytest.param(
            updates.changes,
            MOVE_TO_END,
            "        return self.entries[key]",
            "        self.entries.move_to_end(key)\n        return self.entries[key]",
            id="move to end",
        ),
        pytest.param(
            carried.begun_anew,
            RUNS,
            "            runs.append((start, previous))\n",
            "            runs.append((start, previous))\n            start = item\n",
            id="runs",
        ),
        pytest.param(
            carried.paid_out,
            PAID_OUT,
            "            self.book(cents)\n        self._accrued = 0",
            "            self.book(cents)\n        self._accrued -= cents",
            id="paid out",
        ),
        pytest.param(
            like_attributes.dropped_too,
            DROPPED_THERE_TOO,
            "_order[position]",
            "_order[position]\n        self._scores.pop(player, None)",
            id="dropped there too",
        ),
        pytest.param(
            recursion.forgotten,
            RECURSION_MISSING,
            "add(child)\n",
            "add(child)\n            found |= self.below(child)\n",
            id="recursion missing",
        ),
        pytest.param(
            worklists.peeked,
            PEEKED,
            "self.out[code] = member",
            "self.out[code] = member\n            queue.popleft()",
            id="peeked",
        ),
        pytest.param(
            exits.as_elsewhere,
            INDEXED_TOO,
            "        return found",
            "        self.index(found)\n        return found",
            id="indexed too",
        ),
        pytest.param(
            exits.as_elsewhere,
            SAVED_TOO,
            "self.new.remove(name)\n",
            "self.new.remove(name)\n        self.save()\n",
            id="saved too",
        ),
        pytest.param(
            worklists.put_back,
            PUT_BACK,
            "        return None",
            "        for one in waiting:\n            heapq.heappush(self._heap, one)\n        return None",
            id="put back",
        ),
        pytest.param(
            worklists.put_back,
            PUT_BACK_LIST,
            "    return done",
            "    queue.extend(waiting)\n    return done",
            id="put back list",
        ),
        pytest.param(
            unfinished.tails, TAIL, "hit.end()\n", "hit.end()\n    out.append(text[last:].upper())\n", id="tail"
        ),
    ],
)
def test_the_right_text_is_among_what_a_family_proposes(family: Propose, code: str, broken: str, right: str) -> None:
    assert_proposed(family, code, broken, right)
