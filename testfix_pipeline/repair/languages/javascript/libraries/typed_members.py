"""Members and options that the types of a package's values lack, and what they may be now."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.javascript.libraries.declared_members import NO_METHOD, alike
from testfix_pipeline.repair.languages.javascript.libraries.declared_shapes import OPEN, DeclaredShapes, parameter_types
from testfix_pipeline.repair.languages.javascript.libraries.lost_names import LostPackageName, replaced
from testfix_pipeline.repair.languages.javascript.libraries.package_uses import PackageUse
from testfix_pipeline.repair.languages.javascript.libraries.typed_expressions import TypedFile
from testfix_pipeline.repair.languages.javascript.source import JsSource

ACCESSOR, ALIKE = 0.75, 0.6
_OF_LISTS = frozenset({"map", "filter", "forEach", "length", "find", "some", "every", "reduce", "slice", "join"})


@dataclass(frozen=True)
class LostMember:
    """A member that a type lacks. others: the type's own, with the types that they have; accessors: methods without
    parameters that return an object with any members. is_option: whether it is a key of an object that is given, and
    beside: the others in it. is_list: whether it is read as a list."""

    lost: LostPackageName
    owner: str
    others: Mapping[str, str]
    accessors: tuple[str, ...] = ()
    is_option: bool = False
    is_list: bool = False
    beside: frozenset[str] = frozenset()

    @property
    def alike(self) -> list[str]:
        """The members that it may be now: those that hold a list, where it is used as one, then similar names."""
        lists = [name for name, kind in self.others.items() if kind.endswith("[]")] if self.is_list else []
        free = dict.fromkeys((one for one in self.others if one not in self.beside), NO_METHOD)
        return [*dict.fromkeys([*lists, *alike(self.lost.name, [NO_METHOD], free)])]


@dataclass(frozen=True)
class _Found:
    owner: str
    name: str
    node: Node
    is_option: bool
    beside: tuple[str, ...] = ()


def typed_members(lost: LostPackageName, shapes: DeclaredShapes, builtin: Collection[str]) -> Iterator[LostMember]:
    """The members that the program reads and the options that it gives, which the types of their owners lack."""
    found = dict[tuple[str, str, bool], dict[str, list[PackageUse]]]()
    lists, beside = set[tuple[str, str, bool]](), dict[tuple[str, str, bool], set[str]]()
    for path, uses in lost.uses.items():
        source = lost.program.files[path]
        of_package = [one for one in lost.program.uses[path] if one.package == lost.package]
        file = TypedFile(source, of_package, shapes)
        for one in [*_read(file), *_given(file)] if uses else ():
            if one.name in builtin and not one.is_option:
                continue
            key, place = (one.owner, one.name, one.is_option), source.span(one.node)
            use = PackageUse(lost.specifier, one.name, place, place, one.node.start_point[0] + 1)
            found.setdefault(key, {}).setdefault(path, []).append(use)
            if one.is_option:
                beside.setdefault(key, set()).update(one.beside)
            elif _is_list(source, one.node):
                lists.add(key)
    for (owner, name, is_option), places in found.items():
        known = shapes.members(owner)
        others = {one: shapes.returned(nodes) for one, nodes in known.items() if one not in (OPEN, "constructor")}
        accessors = tuple(one for one, nodes in known.items() if any(shapes.opened(node) for node in nodes))
        key = owner, name, is_option
        about = replace(lost, name=name, uses=places)
        given = frozenset(beside.get(key, ()))
        yield LostMember(about, owner, others, accessors, is_option, key in lists, given)


def _lacks(shapes: DeclaredShapes, owner: str, name: str) -> bool:
    known = shapes.members(owner)
    return bool(known) and name not in known and OPEN not in known


def _read(file: TypedFile) -> Iterator[_Found]:
    for node in file.source.syntax.of_type("member_expression"):
        owner, name = file.type_of(field(node, "object")), field(node, "property")
        above = file.source.syntax.parent(node)
        is_set = above is not None and above.type == "assignment_expression" and field(above, "left") == node
        if owner and name is not None and not is_set and _lacks(file.shapes, owner, text(name)):
            yield _Found(owner, text(name), name, False)


def _given(file: TypedFile) -> Iterator[_Found]:
    """The keys of objects in calls that the type of the parameter lacks."""
    for call in file.source.syntax.of_type("call_expression", "new_expression"):
        arguments = field(call, "arguments")
        for place, given in enumerate(arguments.named_children if arguments is not None else ()):
            owners = _owners(file, call, place) if given.type == "object" else []
            keys = [key for one in given.named_children if owners and (key := field(one, "key")) is not None]
            for key in keys:
                if all(_lacks(file.shapes, one, text(key)) for one in owners):
                    yield _Found(owners[0], text(key), key, True, tuple(map(text, keys)))


def _owners(file: TypedFile, call: Node, place: int) -> list[str]:
    """The types that a parameter of what is called has in its declarations; none where one of them is not known."""
    called = field(call, "constructor") or field(call, "function")
    signatures = file.shapes.signatures(file.exported(called), is_new=call.type == "new_expression")
    if called is not None and called.type == "member_expression" and not signatures:
        owner = file.type_of(field(called, "object"))
        signatures = file.shapes.members(owner).get(text(field(called, "property")), [])
    kinds = [types[place] for one in signatures if len(types := parameter_types(one)) > place]
    return list(dict.fromkeys(kinds)) if all(map(file.shapes.has, kinds)) else []


def _is_list(source: JsSource, name: Node) -> bool:
    """Whether a member is read as a list."""
    node = source.syntax.parent(name)
    above = source.syntax.parent(node) if node is not None else None
    return above is not None and above.type == "member_expression" and text(field(above, "property")) in _OF_LISTS


def accessor_fixes(members: Sequence[LostMember]) -> Iterator[LibraryFix]:
    """All lost members of a type read of what one of its methods returns."""
    for owner in dict.fromkeys(one.owner for one in members):
        own = [one for one in members if one.owner == owner and not one.is_option]
        for rank, method in enumerate(sorted(own[0].accessors, key=len) if own else ()):
            uses = dict[str, list[PackageUse]]()
            for path, more in (entry for one in own for entry in one.lost.uses.items()):
                uses.setdefault(path, []).extend(more)
            together = replace(own[0].lost, uses=uses)

            def edits(source: JsSource, use: PackageUse, method: str = method) -> list[tuple[tuple[int, int], str]]:
                return [((use.place[0], use.place[0]), f"{method}().")]

            names = ", ".join(f"{owner}.{one.lost.name}" for one in own)
            what = f"its types have no {names}; {method}() returns an object with any members"
            yield from together.fix(replaced(together, edits), "accessor", what, ALIKE if rank else ACCESSOR)
