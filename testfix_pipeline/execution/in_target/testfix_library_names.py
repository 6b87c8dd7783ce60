"""Where a name that an installed module lacks may be now: candidates with their evidence, the likeliest first.

Runs in the target's interpreter: standard library only, Python 3.9 and later."""

import builtins
import re

from testfix_library_kin import kin
from testfix_library_lookup import (
    Lost,
    attribute,
    distribution_of,
    home_of,
    is_private,
    outermost,
    publicity,
    requirements_of,
    standard_modules,
    standard_with,
)
from testfix_library_objects import (
    fits,
    has_identity,
    is_class,
    is_function,
    is_module,
    is_routine,
    names_in,
    submodules,
)
from testfix_library_spelling import hinted_names, is_private_name, similarity

MOST_OF_A_SOURCE, MOST = 4, 16
_ELSEWHERE = ("requirement", "imported", "standard library")
_SAME = ("submodule", *_ELSEWHERE)
_FOUND = (*_SAME, "old release", "definition")
_KNOWN = ("old release", "removals")
"""Sources that may name a place which only passes on what the standard library defines."""
MOST_NEAR = 4
NEAR, NEAR_MODULE, NEAR_ELSEWHERE = 0.62, 0.85, 0.75


class Names:
    """Candidates for lost names.

    imported: the installed modules that the program imports; aliases: by local name; standard: modules that the
    standard library has or had; old: old releases by the outermost module; removed: what is known of names that are
    gone, by full name (see `testfix_library`).
    """

    def __init__(self, lookup, imported, aliases, standard, old=None, removed=None):
        self.lookup, self.imported, self.aliases, self.standard = lookup, imported, aliases, standard
        self.old, self.removed = old or {}, removed or {}
        self._resemblance = {}

    def candidates(self, lost, usage, calls, inner=()):
        """[{module, owner, name, source, evidence}] for a `Lost` name, without two that are the same object.

        usage, calls: what the program does with it (`Use`). inner: chains of names that it reads of it.
        """
        found, seen = [], set()
        top = lost.module.partition(".")[0]
        for source, given, owner, known, value, evidence in self._all(lost, top, found):
            module, name = (given, known) if owner else self._home(lost, source, given, known, value)
            if module != given:
                said = "" if source in _SAME else evidence + "; "
                evidence = "%s%s re-exports %s of %s" % (said, given, known, module or name)
            if is_private(module) and not is_private(lost.module):
                module = self._public_place(module, owner or name) or module
            is_hidden = is_private(module) > is_private(lost.module) or is_private_name(name) > is_private_name(
                lost.name
            )
            source = "private module" if is_hidden and source in _FOUND else source
            source = "namesake" if self._is_namesake(lost, top, source, module, value) else source
            key, same = (module, owner, name), id(value)
            is_lost = (module, owner, name) == (lost.module, lost.owner, lost.name)
            is_fit = fits(value, usage, calls) and (not inner or self._holds(value, inner))
            if source == "near name" and is_module(value) and not (lost.is_module or inner):
                continue  # nothing says that the lost name was one
            if key in seen or same in seen or is_lost or not is_fit:
                continue
            seen.update((key, same) if has_identity(value) else (key,))
            found.append({
                "module": module,
                "owner": owner,
                "name": name,
                "source": source,
                "evidence": evidence,
                "similarity": self._resemblance.get((given, owner, known), similarity(lost.name, known)),
                "is_module": is_module(value),
                "is_callable": is_class(value) or callable(value),
            })  # fmt: skip
            if len(found) >= MOST or self.lookup.is_over():
                break
        return found

    def _public_place(self, module, name):
        """The public module of a library that has the same object under its name as a private one; None without any."""
        held = name.partition(".")[0]
        value, top = self.lookup.value(module, "", held), module.partition(".")[0]
        found = self.lookup.modules_with(top, held) if has_identity(value) else []
        return next((one for one, other in found if other is value and not is_private(one)), None)

    def _is_namesake(self, lost, top, source, module, value):
        """Whether a function of the standard library has the name of another library's by chance, as far as known."""
        is_elsewhere = source in ("imported", "standard library") and top not in self.standard and not lost.is_module
        return is_elsewhere and module.partition(".")[0] in self.standard and is_routine(value)

    def _home(self, lost, source, module, name, value):
        """(module, name) where the value is at home, where that is another library than the one found to have it."""
        if source not in (*_SAME, *_KNOWN) and not is_module(value):
            return module, name
        home, own = home_of(module, name, value, self.lookup)
        top = (home or own).partition(".")[0]
        is_kept = top in (module.partition(".")[0], lost.module) or (source in _KNOWN and top not in self.standard)
        return (module, name) if is_kept else (home, own)

    def _all(self, lost, top, found):
        yield from self._from_message(lost)
        yield from self._from_table(lost)
        yield from self._from_old(lost, top)
        if lost.name.startswith("__") and lost.name.endswith("__"):
            return  # `__version__` and the like say something of their own module
        if lost.owner:
            yield from self._kin(lost, top)
            yield from near_names(lost, self.lookup)
            return
        yield from self._in_own_library(lost, top)
        yield from self._in_own_classes(lost, top)
        for module in requirements_of(top) if top else ():
            if module != top:
                yield from self._in_module(lost, module, "requirement")
        yield from self._of_that_name(lost)
        for module in self.imported:
            if module.partition(".")[0] not in (top, lost.name):
                yield from self._in_module(lost, module, "imported")
        if not found:
            yield from self._kin(lost, top)
        yield from near_names(lost, self.lookup)
        if next(iter(self._in_own_library(lost, top)), None) is not None:
            return
        yield from near_elsewhere(lost, top, self.lookup) if top not in self.standard else ()
        named = [(one, value) for one, value in standard_with(lost.name, self.lookup) if one.partition(".")[0] != top]
        for module, value in named[:MOST_OF_A_SOURCE]:
            yield self._same_name(lost, module, value, "standard library")

    # -- sources -------------------------------------------------------------------------------------------------------

    def _from_message(self, lost):
        """What the library's own message names, where that resolves."""
        for dotted in hinted_names(lost.message):
            for module, owner, name in self._readings(dotted, lost):
                value = self.lookup.value(module, owner, name)
                is_of_objects = (module, owner) == (lost.module, lost.owner) and self._is_given_to_objects(lost, name)
                if value is not None or (owner and is_of_objects):
                    yield "message", module, owner, name, value, "the error says: %s" % _sentence(lost.message)
                    break

    def _from_table(self, lost):
        """What is known to take the place of a name since it is gone."""
        known = self.removal(lost.module, lost.owner, lost.name) or {}
        for dotted in known.get("use", ()):
            module, owner, name, value = self._placed(dotted)
            evidence = "%s, which has it: %s" % (known.get("last"), known.get("says"))
            if value is not None and (lost.is_module or not is_module(value)):
                own = lost.module if not (owner or lost.owner) else ""
                is_same = own and self.lookup.value(own, "", name) is value
                source = "namesake" if dotted in known.get("unlike", ()) else "removals"
                yield source, own if is_same else module, owner, name, value, evidence

    def removal(self, module, owner, name):
        """What the table knows of a name; of one in a class also where that is said to be of another module now, of
        another one also where a module below the one that lacks it had it: packages pass on what is in them."""
        exact = self.removed.get(".".join(filter(None, [module, owner, name])))
        if exact is not None or not module:
            return exact
        top = (module.partition(".")[0] if owner else module) + "."
        end = ".%s.%s" % (owner, name) if owner else "." + name
        found = [(full, one) for full, one in self.removed.items() if full.startswith(top) and full.endswith(end)]
        return next((one for full, one in found if owner or self._is_of_module(full)), None)

    def _is_of_module(self, full):
        """Whether a full name is one of a module, and not of a class, as far as the spelling tells."""
        return not full.rpartition(".")[0].rpartition(".")[2][:1].isupper()

    def _placed(self, dotted):
        """(module, owner, name, value) of a full name; the value is None where it does not resolve."""
        parts = dotted.split(".")
        for end in range(len(parts) - 1, 0, -1):
            module, owner = ".".join(parts[:end]), ".".join(parts[end:-1])
            if self.lookup.has_module(module):
                value = self.lookup.value(module, owner, parts[-1])
                inner = self.lookup.module(dotted) if value is None and not owner else None
                return module, owner, parts[-1], inner if is_module(inner) else value
        return "", "", parts[-1], None

    def _from_old(self, lost, top):
        """What the old release had the name from, and what it said to use instead."""
        release = self.old.get(top)
        if release is None or lost.is_module:
            return
        if lost.owner:
            yield from self._from_old_class(lost, release)
            return
        for module, name, evidence in release.successors(lost.module, lost.name):
            for holder in dict.fromkeys((module, lost.module)):
                value = self.lookup.value(holder, "", name)
                if value is not None:
                    place = self._public(lost, holder, name, value)
                    yield "old release", place, "", name, value, evidence
                    break
        yield from self._warned(lost, release, release.warnings(lost.module, lost.name))

    def _from_old_class(self, lost, release):
        """What a member of a class was another name for, and what its texts say to use instead."""
        for name, evidence in release.member_successors(lost.module, lost.owner, lost.name):
            value = self.lookup.value(lost.module, lost.owner, name)
            if value is not None or self._is_given_to_objects(lost, name):
                yield "old release", lost.module, lost.owner, name, value, evidence
        yield from self._warned(lost, release, release.member_warnings(lost.module, lost.owner, lost.name))

    def _is_given_to_objects(self, lost, name):
        """Whether the module of a class has code that gives an attribute to objects: the class itself lacks it."""
        given = re.compile(rb"\bself\.%s\s*[:=](?!=)" % re.escape(name.encode()))
        texts = dict(self.lookup.texts_of(lost.module.partition(".")[0]))
        return given.search(texts.get(lost.module, b"")) is not None

    def _warned(self, lost, release, texts):
        for text in texts:
            warned = Lost(lost.module, lost.owner, lost.name, text)
            for _, module, owner, name, value, _ in self._from_message(warned):
                evidence = "%s says: %s" % (release.said, _sentence(text))
                yield "old release", module, owner, name, value, evidence

    def _kin(self, lost, top):
        """What the new release defines as the old one defined the name."""
        release = self.old.get(top)
        if release is None or lost.is_module or top in self.standard:
            return
        for resemblance, module, owner, name in kin(lost, release, self.lookup.texts_of(top)):
            value = self.lookup.value(module, owner, name)
            place = outermost(module, name, value, self.lookup) if not owner else self._holding(lost, module, owner)
            self._resemblance[(place, owner, name)] = resemblance
            yield "definition", place, owner, name, value, "%s defined it as %s is defined now" % (release.said, name)

    def _holding(self, lost, module, owner):
        """The module that a class is known by: the one that lacks the name, where it has the class."""
        return lost.module if self.lookup.value(lost.module, "", owner) is not None else module

    def _public(self, lost, module, name, value):
        """Where others have the value from: the module that lacks the name, else the outermost package."""
        is_there = self.lookup.value(lost.module, "", name) is value
        return lost.module if is_there else outermost(module, name, value, self.lookup)

    def _readings(self, dotted, lost):
        """How a name in a message may be meant: in full, by a local alias, or in the module that lacks the name."""
        path, _, name = dotted.rpartition(".")
        if path:
            head, _, rest = path.partition(".")
            if head in self.aliases:
                yield ".".join(filter(None, [self.aliases[head], rest])), "", name
            yield path, "", name
            yield "%s.%s" % (lost.module, path), "", name
            yield lost.module, path, name
            if head == path and head[:1].isupper():  # a method of a class that is somewhere in the library
                for module, _ in self.lookup.modules_with(lost.module.partition(".")[0], head)[:1]:
                    yield module, path, name
        elif name != lost.name:
            yield lost.module, lost.owner, name
            if lost.owner:
                yield lost.module, "", name
        elif hasattr(builtins, name):
            yield "builtins", "", name

    def _in_own_library(self, lost, top):
        """The same name elsewhere in the library: the modules below the one that lacks it before those beside it."""
        if not top:
            return
        found = self.lookup.modules_with(top, lost.name)
        places = [(outermost(module, lost.name, value, self.lookup), value) for module, value in found]
        places = sorted(
            {one: value for one, value in places if one != lost.module}.items(),
            key=lambda one: (*publicity(one[0])[:2], -_shared_packages(one[0], lost.module), one[0]),
        )
        if lost.is_module:
            places = self._modules_named(top, lost.name)
        places.sort(key=lambda one: not one[0].startswith(lost.module + "."))
        for module, value in places[:MOST_OF_A_SOURCE]:
            yield self._same_name(lost, module, value, "submodule")

    def _in_own_classes(self, lost, top):
        """The same name in classes of the module that lacks it, where these only hold names together."""
        holder = self.lookup.module(lost.module) if lost.module and not lost.is_module else None
        for owner in names_in(holder) if is_module(holder) else ():
            cls, _ = attribute(holder, owner)
            is_own = is_class(cls) and (getattr(cls, "__module__", None) or "").partition(".")[0] == top
            inner = vars(cls).get(lost.name) if is_own and not owner.startswith("_") else None
            if inner is not None and not is_function(inner):
                value = self.lookup.value(lost.module, owner, lost.name)
                yield "namespace", lost.module, owner, lost.name, value, "%s.%s has it" % (lost.module, owner)

    def _modules_named(self, top, name):
        """Packages of a library with a module of this name, which is imported; the outermost first."""
        named = [module for module, _ in self.lookup.files_of(top) if module.endswith("." + name)]
        found = [
            (module, self.lookup.module(module)) for module in sorted(named, key=lambda one: (one.count("."), one))
        ]
        return [(module.rpartition(".")[0], value) for module, value in found[:MOST_NEAR] if is_module(value)]

    def _in_module(self, lost, module, source):
        value = self.lookup.value(module, "", lost.name)
        if value is not None:
            yield self._same_name(lost, module, value, source)
        elif source == "requirement":
            for inner, value in self.lookup.modules_with(module, lost.name)[:2]:
                yield self._same_name(lost, inner, value, source)

    def _of_that_name(self, lost):
        """An outermost module of the very name, where a library stops shipping another one."""
        name = lost.name if lost.module else ""
        if name and self.lookup.is_installed(name) and self.lookup.has_module(name):
            yield "module", "", "", name, self.lookup.module(name), "there is a module %s" % name

    def _same_name(self, lost, module, value, source):
        library, version = distribution_of(module.partition(".")[0])
        return source, module, "", lost.name, value, "%s has %s (%s %s)" % (module, lost.name, library, version)

    def _holds(self, value, chains):
        """Whether a value has what the program reads of the lost one: all of it, of a module at least something."""
        found = [self._has_chain(value, chain) for chain in chains]
        return any(found) if is_module(value) else all(found)

    def _has_chain(self, value, chain):
        for name in chain:
            inner, message = attribute(value, name)
            if message is not None and is_module(value):
                inner = self.lookup.module("%s.%s" % (value.__name__, name))
                message = None if is_module(inner) else message
            if message is not None:
                return False
            value = inner
        return True


def _shared_packages(module, other):
    """How many packages two modules have in common."""
    pairs = list(zip(module.split("."), other.split(".")))  # noqa: B905 - Python 3.9 has no `strict`
    return next((number for number, (one, two) in enumerate(pairs) if one != two), len(pairs))


def _sentence(message):
    return " ".join(message.split())[:200]


def near_names(lost, lookup):
    """Names of the same module or class that are written nearly the same."""
    holder = lookup.module(lost.module) if lost.module else None
    for part in filter(None, lost.owner.split(".")):
        holder, _ = attribute(holder, part)
    names = names_in(holder) if holder is not None else standard_modules()
    if lost.is_module and is_module(holder):
        names = {*names, *submodules(holder)}
    near = sorted(((-similarity(lost.name, one), one) for one in names), key=lambda pair: pair)
    for minus, name in near[:MOST_NEAR]:
        if -minus >= (NEAR if lost.module else NEAR_MODULE):
            value = _near_value(lost, lookup, holder, name)
            if value is not None and (is_module(value) or not lost.is_module):
                where = ".".join(filter(None, [lost.module, lost.owner]))
                yield "near name", lost.module, lost.owner, name, value, "%s has %s" % (where or "Python", name)


def near_elsewhere(lost, top, lookup):
    """Functions and classes of the library's other modules that are written nearly the same."""
    if not top or lost.is_module or lost.name.isupper():  # a constant
        return
    rated = [(-similarity(lost.name, name), *publicity(module)[:2], module, name)
             for module, name in lookup.defined(top) if module != lost.module]  # fmt: skip
    for *_, module, name in sorted(one for one in rated if -one[0] >= NEAR_ELSEWHERE)[:MOST_NEAR]:
        value = lookup.value(module, "", name)
        if value is not None:
            place = outermost(module, name, value, lookup)
            yield "near name", place, "", name, value, "%s has %s" % (place, name)


def _near_value(lost, lookup, holder, name):
    value, message = attribute(holder, name) if holder is not None else (None, "")
    if message is None:
        return value
    loaded = lookup.module(".".join(filter(None, [lost.module, name]))) if lost.is_module else None
    return loaded if is_module(loaded) else None
