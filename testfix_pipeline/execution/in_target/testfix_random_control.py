"""Controls random numbers: those of `random`, of the system and of numpy.

Setting: `seed`, a number; without it each run has other numbers. A seed that the project itself sets stays.
"""

import os
import random
import sys
import types

from testfix_reads import reads

_urandom, _seed = os.urandom, random.Random.seed
_Random = random.Random
_state = {"stream": None, "seeded": False, "watched": False, "own": None}


def apply(settings):
    """Seed what gives random numbers, and the system's with `seed` too."""
    seed = settings.get("seed")
    _state["stream"] = None
    if seed is not None:
        stream = _Random()
        _seed(stream, int(seed))
        _state["stream"] = stream
    if _state["seeded"]:
        random.setstate(_state["own"] or random.getstate())  # a fork has seeded its generator
        return
    number = int(seed) if seed is not None else int.from_bytes(_urandom(4), "big")
    _seed(random._inst, number)
    numpy = sys.modules.get("numpy.random")
    if numpy is not None:
        numpy.seed(number)


def install():
    """Watch the functions of `random` and what gives the system's random bytes."""
    _watch(random, random._inst)
    random.seed = _seed_by_project
    os.urandom = random._urandom = _system_bytes
    random.Random.seed = _seed_instance


def before_runs():
    """Keep the state that the project has set; watch the functions of numpy's global generator, if it is imported."""
    _state["own"] = random.getstate()
    numpy = sys.modules.get("numpy.random")
    if numpy is not None and not _state["watched"]:
        _state["watched"] = True
        _watch(numpy, getattr(numpy.mtrand, "_rand", None))


def states():
    """The state of the global generators, to be compared."""
    numpy = sys.modules.get("numpy.random")
    return random.getstate(), str(numpy.get_state(legacy=False)) if numpy is not None else ""


def _watch(module, owner):
    for name in [name for name in dir(module) if not name.startswith("_") and "state" not in name and name != "seed"]:
        function = getattr(module, name)
        if owner is not None and getattr(function, "__self__", None) is owner:
            setattr(module, name, _watched(function))


def _watched(function):
    def watched(*args, **options):
        if not _state["seeded"]:
            reads.add_here("random", given=(_Random, types.ModuleType))
        return function(*args, **options)

    return watched


def _seed_by_project(*args, **options):
    _state["seeded"] = bool(args or options)
    return random._inst.seed(*args, **options)


def _system_bytes(size):
    reads.add_here("random")
    stream = _state["stream"]
    return _urandom(size) if stream is None else bytes(_Random.getrandbits(stream, 8) for _ in range(size))


def _seed_instance(self, a=None, version=2):
    if a is None:
        reads.add_here("random")
        a = int.from_bytes(_system_bytes(8), "big")
    return _seed(self, a, version)
