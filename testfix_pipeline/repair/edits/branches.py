"""Missing branches: `else`, `elif` and `except` parts that like statements of the project have and this one lacks."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.edits.blocks import is_elif, lines_at, reindented, unit
from testfix_pipeline.repair.edits.corpus import Corpus, Site, corpus_of
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.gaps import nearness
from testfix_pipeline.repair.edits.scope import attributes_of_namesakes, bound_names, by_likeness, local_names
from testfix_pipeline.repair.edits.tokens import Renaming, loose_key, own_tokens, renamed, tokenised
from testfix_pipeline.repair.edits.translate import mapped_names
from testfix_pipeline.repair.edits.updates import first_values
from testfix_pipeline.repair.source import SourceFile, first_line

MOST_SITES, MOST_LINES, MOST, MOST_VALUES = 40, 10, 8, 5
ALTERNATIVES = ("None", "[]", "''", "0", "False", "{}")


def otherwise(target: Target) -> Iterator[Edit]:
    """An `else` as another condition of the shape has it, or one that gives the branch's variable another value."""
    stmt, source = target.stmt, target.source
    if not isinstance(stmt, ast.If) or stmt.orelse or target.function is None or not source.owns_line(stmt.body[-1]):
        return
    at = source.block(stmt.body[-1])[1]
    texts: dict[str, float] = {}
    for site, worth in _alike(target, stmt):
        other = site.stmt
        if isinstance(other, ast.If) and other.orelse and not is_elif(site.source, other.orelse[0]):
            for text, share in _block_text(target, site, other.orelse):
                texts[f"else:\n{text}"] = max(texts.get(f"else:\n{text}", 0.0), 0.6 * worth * share)
    last = stmt.body[-1]
    if isinstance(last, ast.Assign) and len(last.targets) == 1:
        place = source.segment(last.targets[0])
        for rank, value in enumerate(ALTERNATIVES):
            texts.setdefault(f"else:\n\t{place} = {value}\n", 0.25 / (1 + 0.3 * rank))
    for rank, code in enumerate([*with_another_value(target, last), *with_another_place(target, last)]):
        texts.setdefault(f"else:\n\t{code}\n", 0.4 / (1 + 0.2 * rank))
    yield from _ranked(target, texts, at, source.indent(stmt), "branch.added")


def with_another_value(target: Target, stmt: ast.stmt) -> list[str]:
    """What a statement of one line does, with each variable in reach instead of its value; the last bound first."""
    value = stmt.value if isinstance(stmt, (ast.Assign, ast.AugAssign, ast.Expr)) else None
    if isinstance(stmt, ast.Expr) and isinstance(value, ast.Call):
        value = value.args[-1] if value.args and not value.keywords else None
    return _with_another(target, stmt, value)


def with_another_place(target: Target, stmt: ast.stmt) -> list[str]:
    """The same with each variable in reach instead of the one that is assigned to or whose method is called."""
    place: ast.expr | None = None
    if isinstance(stmt, (ast.Assign, ast.AugAssign)):
        place = stmt.targets[0] if isinstance(stmt, ast.Assign) else stmt.target
    elif isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call) and isinstance(stmt.value.func, ast.Attribute):
        place = stmt.value.func.value
    if isinstance(place, ast.Attribute):
        return _of_the_like(target, stmt, place)
    return _with_another(target, stmt, place if isinstance(place, ast.Name) else None)


def _of_the_like(target: Target, stmt: ast.stmt, place: ast.Attribute) -> list[str]:
    """The same with another attribute of the same object: of those of `self`, one that begins with the same value."""
    first = first_values(target.source, target.function) if target.function else {}
    own, owner, text = target.text(place), target.text(place.value), target.text(stmt)
    if owner == "self":
        others = [one for one in first if one.startswith("self.") and one != own and first[one] == first.get(own)]
    else:
        known = attributes_of_namesakes(target.source).get(last_name(place.value), ())
        others = [f"{owner}.{one}" for one in by_likeness(place.attr, list(known))]
    words = {token.text for token in tokenised(text)}
    others = [one for one in others if one.rpartition(".")[2] not in words]
    return [] if "\n" in text else [target.text_with(stmt, place, one) for one in others][:MOST_VALUES]


def _with_another(target: Target, stmt: ast.stmt, part: ast.expr | None) -> list[str]:
    text = target.text(stmt)
    if part is None or "\n" in text or isinstance(part, (ast.Starred, ast.Yield, ast.Await)):
        return []
    start = target.source.span(stmt)[0]
    first, last = (at - start for at in target.source.span(part))
    bound = bound_names(target.function.node) if target.function else {}
    names = sorted(local_names(target), key=lambda name: -bound.get(name, 0))
    words = {token.text for token in tokenised(text)}
    return [text[:first] + name + text[last:] for name in names if name not in words][:MOST_VALUES]


def _ranked(target: Target, texts: dict[str, float], at: int, indent: str, kind: str) -> Iterator[Edit]:
    for text, prior in sorted(texts.items(), key=lambda item: (-item[1], item[0]))[:MOST]:
        code = lines_at(target.source, at, indent, text.rstrip("\n").split("\n"))
        yield target.splice(at, at, code, kind, prior, text.strip().split("\n")[0][:50])


def _alike(target: Target, stmt: ast.stmt) -> Iterator[tuple[Site, float]]:
    """Compound statements with a header or a body like this one's, and how much that says."""
    corpus = corpus_of(target.project)
    mine, first = own_tokens(target.source, stmt), getattr(stmt, "body", [stmt])[0]
    inner = loose_key(own_tokens(target.source, first))
    for site in _sharing_words(corpus, target, stmt, first):
        if type(site.stmt) is not type(stmt) or site.stmt is stmt:
            continue
        same_head = loose_key(site.tokens) == loose_key(mine)
        same_body = loose_key(own_tokens(site.source, getattr(site.stmt, "body")[0])) == inner  # noqa: B009
        if same_head or same_body:
            yield site, nearness(target, site) * (0.9 if same_head and same_body else 0.5)


def _sharing_words(corpus: Corpus, target: Target, *stmts: ast.stmt) -> Iterator[Site]:
    """Statements that share the rarest words of these, each once."""
    words = {t.text for stmt in stmts for t in own_tokens(target.source, stmt) if t.kind == "name"} - {"self"}
    seen: set[int] = set()
    for word in sorted(words, key=lambda word: (len(corpus.by_word.get(word, ())), word))[:5]:
        for site in corpus.by_word.get(word, ())[:MOST_SITES]:
            for near in (site, _around(corpus, site)):
                if near is not None and id(near.stmt) not in seen:
                    seen.add(id(near.stmt))
                    yield near


def _around(corpus: Corpus, site: Site) -> Site | None:
    """The compound statement that holds a site."""
    return next((s for s in corpus.of_function.get(site.function, ()) if s.stmt is site.parent), None)


def _learned(target: Target, site: Site) -> Renaming:
    """What the donor's names stand for, from the headers and from the first statements of the bodies."""
    renaming = Renaming()
    mine, theirs = [target.stmt, *getattr(target.stmt, "body", [])], [site.stmt, *getattr(site.stmt, "body", [])]
    for their, own in zip(theirs[:3], mine[:3], strict=False):
        one, other = own_tokens(site.source, their), own_tokens(target.source, own)
        if loose_key(one) == loose_key(other):
            renaming.learn(one, other)
    return renaming


def _block_text(
    target: Target, site: Site, block: list[ast.stmt], own: str | None = None
) -> Iterator[tuple[str, float]]:
    """A block of the donor in the names of this place, its lines indented by a tab; `own` is a name it brings along."""
    start, end = site.source.block(block[0])[0], site.source.block(block[-1])[1]
    if (block[-1].end_lineno or 0) - first_line(block[0]) >= MOST_LINES:
        return
    text = reindented(site.source.text[start:end].replace("\r\n", "\n"), site.source.indent(block[0]), "\t")
    text = "".join(_tabs(line, unit(site.source)) for line in text.splitlines(keepends=True))
    known = {**_learned(target, site), **({own: own} if own else {})}
    for mapped, share in mapped_names(target, block, known):
        yield renamed(text, mapped), share


def _tabs(line: str, step: str) -> str:
    """A line whose steps of indentation behind the first are written as tabs too."""
    head, rest = line[:1], line[1:]
    while step and rest.startswith(step):
        head, rest = head + "\t", rest[len(step) :]
    return head + rest


def alternatives(target: Target) -> Iterator[Edit]:
    """An `elif` that another chain over the like conditions has and this one has not."""
    stmt, source = target.stmt, target.source
    if not isinstance(stmt, ast.If) or target.function is None or not source.owns_line(stmt.body[-1]):
        return
    have = {_shape(source, branch) for branch in chain_of(source, stmt)}
    texts: dict[str, float] = {}
    for site, worth in _alike(target, stmt):
        assert isinstance(site.stmt, ast.If)
        for branch in chain_of(site.source, site.stmt)[1:]:
            header = site.source.segment(branch.test)
            if "\n" in header or _shape(site.source, branch) in have:
                continue
            for body, share in _block_text(target, site, branch.body):
                renaming = _learned(target, site)
                test = renamed(header, renaming)
                text = f"elif {test}:\n{body}"
                texts[text] = max(texts.get(text, 0.0), 0.5 * worth * share)
    at = source.block(stmt.body[-1])[1]
    yield from _ranked(target, texts, at, source.indent(stmt), "branch.added")


def head(source: SourceFile, stmt: ast.stmt) -> ast.stmt:
    """The `if` that an `elif` belongs to."""
    while isinstance(stmt, ast.If) and is_elif(source, stmt):
        parent = source.parents[stmt]
        assert isinstance(parent, ast.stmt)
        stmt = parent
    return stmt


def chain_of(source: SourceFile, stmt: ast.If) -> list[ast.If]:
    """The branches of an if/elif chain from this one on."""
    found = [stmt]
    while found[-1].orelse and is_elif(source, found[-1].orelse[0]):
        following = found[-1].orelse[0]
        assert isinstance(following, ast.If)
        found.append(following)
    return found


def _shape(source: SourceFile, branch: ast.If) -> tuple[str, ...]:
    """Constants, types and attributes that a branch asks for: what tells it from the others of its chain."""
    names = [node for node in ast.walk(branch.test) if isinstance(node, (ast.Constant, ast.Attribute, ast.Name))]
    return tuple(source.segment(node) for node in names[1:])


def handlers(target: Target) -> Iterator[Edit]:
    """An `except` or a `finally` as another `try` around the like of this body has it."""
    stmt, source = target.stmt, target.source
    if not isinstance(stmt, ast.Try) or target.function is None or not stmt.handlers:
        return
    known = {source.segment(handler.type) for handler in stmt.handlers if handler.type is not None}
    texts: dict[str, float] = {}
    ends: dict[str, float] = {}
    for site, worth in _alike(target, stmt):
        assert isinstance(site.stmt, ast.Try)
        for body, share in _block_text(target, site, site.stmt.finalbody) if site.stmt.finalbody else ():
            ends[f"finally:\n{body}"] = max(ends.get(f"finally:\n{body}", 0.0), 0.5 * worth * share)
        for handler in site.stmt.handlers:
            kind = site.source.segment(handler.type) if handler.type is not None else ""
            if not kind or kind in known:
                continue
            wanted = 1.5 if any(error in kind for error in target.clues.errors) else 1.0
            name = f" as {handler.name}" if handler.name else ""
            for body, share in _block_text(target, site, handler.body, handler.name):
                text = f"except {kind}{name}:\n{body}"
                texts[text] = max(texts.get(text, 0.0), min(0.6, 0.4 * worth * share * wanted))
    at = source.block(stmt.handlers[0].body[-1])[1]
    if source.owns_line(stmt.handlers[0].body[-1]):
        yield from _ranked(target, texts, at, source.indent(stmt), "handler.added")
    if source.owns_line(stmt) and not stmt.finalbody:
        yield from _ranked(target, ends, source.block(stmt)[1], source.indent(stmt), "handler.added")
