"""What is done to one attribute or on one way out and forgotten for its like; objects of others; what is carried on."""

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
