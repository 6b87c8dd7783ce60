"""Finds the names of installed modules that a program uses and that are missing, with replacement candidates.

Reads an order from standard input, writes an answer to standard output, both JSON. Runs in the target's interpreter:
standard library and its pytest only, Python 3.9 and later. The order:

    root, shared      the project's folder, and folders in it that are not the project's
    files             the program files, relative to the root
    tests             [id, file, line] of failing tests with the line that they died at; those are run once more that
                      died where every name resolves
    arguments         of pytest
    seconds           for imports and searches
    limit             seconds after which what is known so far is the answer
    standard          modules that some version's standard library has
    old               folder, name and version of old releases of libraries, to be read
    python            folder of another Python's standard library, and its version as two numbers
    removed           by full name of what is gone: `use`, full names; `last`, what had it; `says`, as evidence
    forced            [file, line] pairs that failing tests came through: guarded uses there count as well

The answer: `missing` names with `sites` and `candidates`, `calls` with `sites` and `changes`, `attributes` likewise.
"""

import ast
import contextlib
import json
import os
import sys
import threading

import testfix_failures
from testfix_library_calls import unfit_call
from testfix_library_kin import changed_usages
from testfix_library_lookup import Lookup, Lost, distribution_of, standard_modules
from testfix_library_names import Names
from testfix_library_objects import is_class
from testfix_library_old import OldReleaseFolder
from testfix_library_spelling import hinted_names
from testfix_library_uses import position, uses_of

MOST_MISSING, MOST_SITES, MOST_FAILURES = 30, 400, 12


class Program:
    """The program's parsed files and their uses of other modules."""

    def __init__(self, order):
        self.files = testfix_failures.ProjectPaths(order["root"], order.get("shared", ()))
        self.forced = {(file, line) for file, line in order.get("forced", ())}
        self.lookup = Lookup(self.files, order["seconds"])
        self.standard = {*standard_modules(), *order.get("standard", ())}
        self.removed = order.get("removed") or {}
        self.texts, self.uses = {}, {}
        for path in order["files"]:
            with contextlib.suppress(OSError, SyntaxError, ValueError, RecursionError):
                with open(os.path.join(order["root"], path), "rb") as file:
                    text = file.read()
                self.uses[path] = uses_of(text)
                self.texts[path] = text

    def library_uses(self):
        """Yield pairs of a file and a use of an installed module in it."""
        for path, uses in self.uses.items():
            for use in uses:
                if self.lookup.is_installed(use.module):
                    yield path, use

    def imported_modules(self):
        """The installed modules that the program imports, and what its local names stand for."""
        modules, aliases = {}, {}
        for _, use in self.library_uses():
            if use.how == "import":
                modules.setdefault(use.module)
                aliases.setdefault(use.local, use.module if use.local != use.module.partition(".")[0] else use.local)
            elif use.how == "from":
                modules.setdefault(use.module)
        return list(modules), aliases

    def distribution(self, top):
        """(name, version) of what an outermost module belongs, or belonged, to."""
        name, version = distribution_of(top)
        is_of_python = not version and top in self.standard
        return distribution_of("sys") if is_of_python else (name, version)

    def is_exempt(self, path, use):
        return use.guarded and not self.is_forced(path, use)

    def is_forced(self, path, use):
        """Whether a failing test died at a use."""
        first, _, last, _ = use.position
        return any((path, line) in self.forced for line in range(first, last + 1))


def missing_names(program, old):
    """The names that do not resolve, each with its uses: those that failing tests died of before the others."""
    found = {}
    submodules = {path: {use.module for use in uses if use.how == "import"} for path, uses in program.uses.items()}
    for path, use in program.library_uses():
        try:
            program.lookup.resolve(use.module, use.path, submodules[path], use.how == "from")
        except Lost as lost:
            for one in lost_by(use, lost, program.removed, old):
                entry = found.setdefault((one.module, one.owner, one.name), {"lost": one, "uses": []})
                entry["uses"].append((path, use))
    kept = [one for one in found.values() if not all(program.is_exempt(*use) for use in one["uses"])]
    kept.sort(key=lambda one: not any(program.is_forced(*use) for use in one["uses"]))  # the time may be over early
    return [one for one in kept if _is_reportable(one, program)][:MOST_MISSING]


def _is_reportable(entry, program):
    """Whether to report a name; a module that is not installed counts only if a failing test needs it."""
    lost = entry["lost"]
    is_absent = not lost.module and lost.name not in program.standard
    return not is_absent or any(program.is_forced(*use) for use in entry["uses"])


def describe_missing(entry, names, program):
    """The JSON data on a missing name."""
    lost, uses = entry["lost"], entry["uses"]
    library, version = program.distribution((lost.module or lost.name).partition(".")[0])
    return {
        "module": lost.module,
        "owner": lost.owner,
        "name": lost.name,
        "is_module": lost.is_module,
        "message": lost.message,
        "library": library,
        "version": version,
        "sites": [_use_site(path, use, program) for path, use in uses[:MOST_SITES]],
        "candidates": names.candidates(lost, *_demands(entry, lost)) + _common_homes(entry, names),
    }


def _demands(entry, lost):
    """(usage, calls, inner) as `Names.candidates` takes them: what the program does with a lost name, or with a
    name of a lost module."""
    full = ".".join(filter(None, [lost.module, lost.owner, lost.name])).split(".")
    uses = [(".".join([use.module, *use.path]).split("."), use) for _, use in entry["uses"]]
    whole = [use for path, use in uses if path == full]
    usage = set().union(*(use.usage for use in whole))
    calls = [call for use in whole for call in use.calls]
    inner = {tuple(path[len(full) :]) for path, _ in uses if path[: len(full)] == full}
    return usage, calls, sorted(inner - {()})


def _common_homes(entry, names):
    """For a missing module, or in its library what seems to be one: the modules that have all of the names that the
    program asks it for."""
    lost = entry["lost"]
    gone = ".".join(filter(None, [lost.module, lost.name]))
    wanted = {use.path[0] for _, use in entry["uses"] if use.path and use.module == gone}
    wanted |= set() if lost.owner else {name for _, use in entry["uses"] for name in _asked_by_chain(use, gone)}
    if not wanted or not (lost.module or lost.name in names.standard):
        return []  # what is not installed at all is nowhere else
    places = {}
    for name in sorted(wanted):
        inner = Lost(gone, "", name, "")
        for one in names.candidates(inner, *_demands(entry, inner)):
            is_near = lost.is_module or one["module"].partition(".")[0] == gone.partition(".")[0]
            if one["name"] == name and one["module"] not in ("", gone) and is_near:
                places.setdefault(one["module"], []).append(one)
    holding = [(module, found) for module, found in places.items() if len(found) == len(wanted)]
    return [
        {"module": module.rpartition(".")[0], "owner": "", "name": module.rpartition(".")[2],
         "source": found[0]["source"], "evidence": found[0]["evidence"], "is_module": True}
        for module, found in holding
    ]  # fmt: skip


def _asked_by_chain(use, gone):
    """The name that a chain of names asks a missing module for: [`freq`] of `lib.fft.helper.freq`."""
    parts, start = [use.module, *use.path], gone + "."
    full = ".".join(parts) + "."
    return full[len(start) :].split(".")[:-1][:1] if use.how == "chain" and full.startswith(start) else []


def _use_site(path, use, program):
    return {
        "file": path,
        "how": use.how,
        "module": use.module,
        "path": use.path,
        "position": use.position,
        "local": use.local,
        "exempt": program.is_exempt(path, use),
    }


# -- failures --------------------------------------------------------------------------------------------------------


def unexplained_tests(order, missing):
    """The ids of tests that failed at a line where no name is missing."""
    lines = {
        (site["file"], line)
        for one in missing
        for site in one["sites"]
        for line in range(site["position"][0], site["position"][2] + 1)
    }
    return [test for test, file, line in order["tests"] if (file, line) not in lines]


def observe_failures(order, program, tests):
    """Run the failing tests: what their live frames show of installed objects, and what libraries warn of."""
    import pytest
    from testfix_library_failures import FailureObserver

    observer = FailureObserver(program.files)
    with contextlib.suppress(SystemExit, Exception):
        pytest.main([*order["arguments"], *tests], plugins=[observer])
    return observer


def missing_attribute(failure, names, program):
    """The JSON data on an attribute that an installed class lacks; None if the class is the project's own."""
    owner, name = _installed_base(failure["owner"], failure["name"], names, program), failure["name"]
    module = getattr(owner, "__module__", "") or ""
    if owner is type(None) or not program.lookup.is_installed(module):
        return None
    lost = Lost(module, owner.__qualname__, name, failure["message"])
    library, version = distribution_of(module.partition(".")[0])
    sites = [
        {"file": path, "position": position(node)}
        for path, text in program.texts.items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute) and node.attr == name
    ]
    found = [one for one in names.candidates(lost, set(), []) if one["owner"] == lost.owner or _is_function(one)]
    return {"module": module, "owner": lost.owner, "name": name, "library": library, "version": version,
            "message": lost.message, "sites": sites, "candidates": found,
            "file": failure["file"], "line": failure["line"]}  # fmt: skip


def _is_function(candidate):
    """Whether a function is known to stand for a method."""
    return candidate["source"] in ("removals", "message") and not candidate["owner"] and not candidate["is_module"]


def _top(module):
    return module.partition(".")[0]


def _installed_base(owner, name, names, program):
    """A class, or the first of its bases that is a library's; before these one that is known to have lost the name."""
    bases = [one for one in owner.__mro__ if one is not object and program.lookup.is_installed(one.__module__ or "")]
    losers = [one for one in bases if names.removal(one.__module__, one.__qualname__, name) is not None]
    return next(iter([*losers, *bases]), owner)


def old_releases(order):
    """The old releases of the order by the outermost modules in them."""
    found = {}
    for one in order.get("old", ()):
        release = OldReleaseFolder(one["folder"], one["name"], one["version"])
        for entry in sorted(os.listdir(one["folder"])):
            found[entry.partition(".")[0]] = release
    return {**_older_python(order), **found}


def _older_python(order):
    """The standard library of an older Python, where one is at hand, by its outermost modules."""
    known = order.get("python")
    if not known or tuple(known["version"]) >= sys.version_info[:2]:
        return {}
    release = OldReleaseFolder(known["folder"], "Python", ".".join(map(str, known["version"])))
    return dict.fromkeys(order.get("standard", ()), release)


def lost_by(use, lost, removed, old):
    """Yield what is lost by a use (`Use`) that `lost` was raised for. removed: see `testfix_library`; old: releases by
    their outermost modules."""
    yield from _lost_names(lost, use)
    yield from _known_inner_name(lost, use, removed, old.get(use.module.partition(".")[0]))


def _lost_names(lost, use):
    """Yield the lost name and, for a missing package, also the module in it that the program imports."""
    if lost.name:
        yield lost
    if lost.is_module and use.how != "chain" and use.module.startswith("%s.%s." % (lost.module, lost.name)):
        package, _, name = use.module.rpartition(".")
        yield Lost(package, "", name, lost.message, is_module=True)


def _known_inner_name(lost, use, removed, release):
    """Yield the names in a missing module that a use is of, where something is known to take their place, or the old
    release says what to use instead of them."""
    module = ".".join(filter(None, [lost.module, lost.name]))
    path = ".".join([use.module, *use.path])[len(module) + 1 :].split(".")
    for end, name in enumerate(path if not lost.owner else ()):
        holder = ".".join([module, *path[:end]])
        texts = release.warnings(holder, name) if release is not None else ()
        if "%s.%s" % (holder, name) in removed or any(hinted_names(text) for text in texts):
            yield Lost(holder, "", name, lost.message)


class LibraryAnswer:
    """What is known so far, by part; `send` writes it and ends the process, whatever threads the project started."""

    def __init__(self, output):
        self.output, self.lock = output, threading.Lock()
        self.parts = {"missing": [], "attributes": [], "calls": [], "usages": [], "caught": []}

    def send(self):
        with self.lock:
            text = json.dumps(self.parts).encode()
            while text:
                text = text[os.write(self.output, text) :]
            os._exit(0)


def analyse(order, parts):
    """Fill the parts of an answer one after the other: the time may be over before the last one."""
    program = Program(order)
    old = old_releases(order)
    names = Names(program.lookup, *program.imported_modules(), program.standard, old, program.removed)
    for one in missing_names(program, old):
        parts["missing"].append(describe_missing(one, names, program))
    tests = unexplained_tests(order, parts["missing"])
    if tests:
        _add_observed(observe_failures(order, program, tests), names, program, old, parts)
    parts["usages"] = changed_usages(program, old)  # it reads all of a library: what failures show comes first


def _add_observed(observer, names, program, old, parts):
    """Fill the parts that failures show."""
    attributes, calls = {}, {}
    seen = ("file", "line", "type", "message")
    parts["caught"] = [{name: one[name] for name in seen} for one in observer.failures if one["is_caught"]]
    for failure in observer.uncaught_first()[:MOST_FAILURES]:
        if "owner" in failure and is_class(failure["owner"]):
            one = missing_attribute(failure, names, program)
            place = (one["module"], one["owner"], one["name"]) if one is not None else ()
            is_known = place and (names.removal(*place) or "`" in one["message"] or _top(place[0]) in old)
            if is_known or (place and one["candidates"]):
                attributes.setdefault(place, one)
        elif "value" in failure:
            one = unfit_call(failure, program, old, names.removed)
            if one is not None:
                calls.setdefault((one["module"], one["name"], json.dumps(one["changes"])), one)
        parts["attributes"], parts["calls"] = list(attributes.values()), list(calls.values())


def main():
    answer = LibraryAnswer(os.dup(1))
    os.dup2(2, 1)  # what the project prints is no part of the answer
    order = json.load(sys.stdin)
    limit = threading.Timer(order["limit"], answer.send)
    limit.daemon = True
    limit.start()
    analyse(order, answer.parts)
    answer.send()


if __name__ == "__main__":
    main()
