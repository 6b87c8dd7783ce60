"""Members and options that the types of a package's values lack, and what they may be now."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.javascript.libraries.declared_shapes import OPEN, DeclaredShapes, parameter_types
from testfix_pipeline.repair.languages.javascript.libraries.lost_names import LostPackageName, is_assigned, replaced
from testfix_pipeline.repair.languages.javascript.libraries.package_uses import PackageUse
from testfix_pipeline.repair.languages.javascript.libraries.similar_names import NO_METHOD, similar_names
from testfix_pipeline.repair.languages.javascript.libraries.typed_expressions import TypedFile
from testfix_pipeline.repair.languages.javascript.source import JsSource

ACCESSOR, ALIKE = 0.75, 0.6
_OF_LISTS = frozenset({"map", "filter", "forEach", "length", "find", "some", "every", "reduce", "slice", "join"})


@dataclass(frozen=True)
class _Found:
    """A place where a member of a type is used that the type lacks; of an option, `beside` has all that are given."""

    owner: str
    name: str
    is_option: bool
    node: Node
    beside: tuple[str, ...] = ()
    is_list: bool = False


@dataclass(frozen=True)
class LostMember:
    """A member that a type lacks. others: the type's own, with the types that they have; accessors: methods without
    parameters that return an object with any members. places: all of it, with their files."""

    lost: LostPackageName
    owner: str
    is_option: bool
    others: Mapping[str, str]
    accessors: Sequence[str]
    places: Sequence[tuple[str, _Found]]

    @property
    def alike(self) -> list[str]:
        """The members that it may be now: those that hold a list, where it is used as one, then similar names."""
        is_list = any(one.is_list for _, one in self.places)
        lists = [name for name, kind in self.others.items() if kind.endswith("[]")] if is_list else []
        beside = {name for _, one in self.places for name in one.beside}
        free = dict.fromkeys((one for one in self.others if one not in beside), NO_METHOD)
        return [*dict.fromkeys([*lists, *similar_names(self.lost.name, [NO_METHOD], free)])]


def typed_members(lost: LostPackageName, shapes: DeclaredShapes, builtin: Collection[str]) -> Iterator[LostMember]:
    """The members that the program reads and the options that it gives, which the types of their owners lack."""
    found = dict[tuple[str, str, bool], list[tuple[str, _Found]]]()
    for path in (path for path, uses in lost.uses.items() if uses):
        of_package = [one for one in lost.program.uses[path] if one.package == lost.package]
        file = TypedFile(lost.program.files[path], of_package, shapes)
        for one in (*_read(file, builtin), *_given(file)):
            found.setdefault((one.owner, one.name, one.is_option), []).append((path, one))
    for (owner, name, is_option), places in found.items():
        known = shapes.members(owner)
        others = {one: shapes.returned(nodes) for one, nodes in known.items() if one not in (OPEN, "constructor")}
        accessors = [one for one, nodes in known.items() if any(map(shapes.opened, nodes))]
        about = lost.at(name, [(path, one.node) for path, one in places])
        yield LostMember(about, owner, is_option, others, accessors, places)


def _lacks(shapes: DeclaredShapes, owner: str, name: str) -> bool:
    known = shapes.members(owner)
    return bool(known) and name not in known and OPEN not in known


def _read(file: TypedFile, builtin: Collection[str]) -> Iterator[_Found]:
    for node in file.source.syntax.of_type("member_expression"):
        owner, name = file.type_of(field(node, "object")), field(node, "property")
        is_read = name is not None and text(name) not in builtin and not is_assigned(file.source, node)
        if owner and name is not None and is_read and _lacks(file.shapes, owner, text(name)):
            yield _Found(owner, text(name), False, name, is_list=_is_list(file.source, node))


def _is_list(source: JsSource, node: Node) -> bool:
    """Whether what is read is used as a list."""
    above = source.syntax.parent(node)
    return above is not None and above.type == "member_expression" and text(field(above, "property")) in _OF_LISTS


def _given(file: TypedFile) -> Iterator[_Found]:
    """The keys of objects in calls that the type of the parameter lacks."""
    for call in file.source.syntax.of_type("call_expression", "new_expression"):
        arguments = field(call, "arguments")
        for place, given in enumerate(arguments.named_children if arguments is not None else ()):
            owners = _owners(file, call, place) if given.type == "object" else []
            keys = [key for one in given.named_children if owners and (key := field(one, "key")) is not None]
            for key in keys:
                if all(_lacks(file.shapes, one, text(key)) for one in owners):
                    yield _Found(owners[0], text(key), True, key, tuple(map(text, keys)))


def _owners(file: TypedFile, call: Node, place: int) -> list[str]:
    """The types that a parameter of what is called has in its declarations; none where one of them is not known."""
    called = field(call, "constructor") or field(call, "function")
    signatures = file.shapes.signatures(file.exported(called), is_new=call.type == "new_expression")
    if called is not None and called.type == "member_expression" and not signatures:
        owner = file.type_of(field(called, "object"))
        signatures = file.shapes.members(owner).get(text(field(called, "property")), [])
    kinds = [types[place] for one in signatures if len(types := parameter_types(one)) > place]
    return list(dict.fromkeys(kinds)) if all(map(file.shapes.has, kinds)) else []


def accessor_fixes(members: Sequence[LostMember]) -> Iterator[LibraryFix]:
    """All lost members of a type read of what one of its methods returns."""
    for owner in dict.fromkeys(one.owner for one in members):
        own = [one for one in members if one.owner == owner and not one.is_option]
        places = [(path, one.node) for member in own for path, one in member.places]
        for rank, method in enumerate(sorted(own[0].accessors, key=len) if own else ()):

            def edits(source: JsSource, use: PackageUse, method: str = method) -> list[tuple[tuple[int, int], str]]:
                return [((use.place[0], use.place[0]), f"{method}().")]

            names = ", ".join(f"{owner}.{one.lost.name}" for one in own)
            what = f"its types have no {names}; {method}() returns an object with any members"
            together = own[0].lost.at(own[0].lost.name, places)
            yield from together.fix(replaced(together, edits), "accessor", what, ALIKE if rank else ACCESSOR)
