"""Splits the input into criteria that tests can be traced to.

A requirements file is split at list items, table rows, scenarios and sentences with a demand; a prompt at its clauses.
Ids in the text (`AC-3`, `REQ-12`) are used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from testfix_pipeline.core.plan_records import Criterion
from testfix_pipeline.planning.criteria.expectations import asks_for_tests
from testfix_pipeline.planning.project.relevance import keywords
from testfix_pipeline.planning.python_code.outline import MODULE, Outline
from testfix_pipeline.planning.python_code.words import stem, word_stems

_OF_TESTS = frozenset(
    map(
        stem,
        re.findall(
            r"\w+",
            "edge corner boundary boundaries border limit invalid valid usual typical normal common happy negative "
            "positive path input value failure exception regression remaining rest other example scenario",
        ),
    )
)
"""Stems of words that say how to test, not what."""


def join_requests(criteria: Sequence[Criterion], outlines: Mapping[str, Outline]) -> list[Criterion]:
    """Return the criteria, with `subjects` set, with the parts of a request that is not split as one criterion.

    A part without functions may be described by the documentation of one module, which then is a subject. The parts
    that speak of code and are described nowhere are the criterion's `without_code`.
    """
    requests: list[list[Criterion]] = []
    asking: list[Criterion] | None = None
    for one in criteria:
        if asking is not None and one.wants_tests and not asks_for_tests(one.text):
            asking.append(one)
            continue
        requests.append([one])
        asking = requests[-1] if one.wants_tests else asking
    return [joined for parts in requests for joined in _joined(parts, outlines)]


def _joined(parts: Sequence[Criterion], outlines: Mapping[str, Outline]) -> Sequence[Criterion]:
    if not parts[0].wants_tests or all(one.subjects for one in parts):
        return parts
    described = {
        one.id: _module_described(one, outlines)
        for one in parts
        if not one.subjects and not _OF_TESTS.issuperset(map(stem, one.words))
    }
    subjects = [subject for one in parts for subject in one.subjects or described.get(one.id, [])]
    lost = [one.text for one in parts if described.get(one.id) == []] if subjects else []
    return [
        parts[0].model_copy(
            update={
                "text": _listed([one.text for one in parts]),
                "words": list(dict.fromkeys(word for one in parts for word in one.words)),
                "subjects": list(dict.fromkeys(subjects)),
                "without_code": lost,
            }
        )
    ]


def _module_described(one: Criterion, outlines: Mapping[str, Outline]) -> list[str]:
    """Return the module whose documentation has all words of a criterion; none if several have."""
    said = set(map(stem, one.words))
    found = [path for path, each in outlines.items() if said <= word_stems(each.docs.get(MODULE, ""))]
    return found if len(found) == 1 else []


def _listed(texts: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(texts[:-1]), texts[-1])))


MOST_CRITERIA = 200
_MARKDOWN = MarkdownIt("commonmark").enable("table").disable(["code", "html_block"])
_MOST_LETTERS = 400
_OWN_ID = re.compile(
    r"^\W{0,3}((?:[A-Z]{1,6}[-_ ]?\d+(?:\.\d+)*)|(?:[A-Z]{2,6}(?:-[A-Z0-9]{1,8})+))\b[\]*`]{0,3}[:.) \t-]*"
)
_DEMANDS = re.compile(
    r"\b(must|shall|should|may not|can(?:not|'t)?|never|always|only|has to|have to|needs? to|is required|are required|"
    r"returns?|raises?|rejects?|refuses?|accepts?|supports?|fails?|when|if|test|verify|check|ensure)\b|必须|应该|应当|支持|返回|测试",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"(?i)^(non-?goals?|out of scope|background|introduction|overview|glossary|references?|links?|change ?log|"
    r"licen[cs]e|history|table of contents|authors?|motivation|notes?)\b"
)
_SAYS_LITTLE = frozenset(
    re.findall(
        r"\w+",
        "must shall never always only required requirement requirements ensure verify check checks improve increase "
        "raise better whole everything anything complete thorough thoroughly suite quality behave behaves behaviour "
        "correctly correct properly raises returns given handle handles support supports works error errors may not",
    )
)
_CLAUSES = re.compile(
    r";\s+|,?\s+and\s+(?=(?:the|that|its|their|how|what|whether|test|verify|check|ensure|make)\b)|"
    r",\s+(?=(?:the|that|how|whether|test|verify|check|ensure)\b)|[；。]"
)
_RESULTS = re.compile(r"(?i)\W*(?:(raises|throws|exceptions?|errors?)|results?|returns|gives|expected|outputs?)\b")
"""The head of a column that says what the call in a column before it ends with."""
_NUMBERS = re.compile(r"(?i)\W*(?:no|nr|num|number|id|row|case|test|step)?\W*")
"""The head of a column of running numbers."""
_SAYS_HOW = re.compile(
    r"(?i)[`*\s]*(?:(?:raises|throws|returns|gives|prints|fails|refuses)\b|(\w*(?:Error|Exception)[`*]*$))"
)
_NOTHING = re.compile(r"[-–—]*")
_SENTENCES = re.compile(r"(?<=[.!?])\s+(?=[A-Z`\"'])|(?<=[。！？])")


class _Piece(NamedTuple):
    text: str
    line: int
    listed: bool
    asked: str = ""
    """The text whose verb says what is asked; "" where that is its own."""


def split_criteria(text: str, stated: Iterable[str] = ()) -> list[Criterion]:
    """Return the criteria of an input and of sentences beside it, in order, at most 200; one if there is any text.

    `words`: the keywords by which the code of a criterion is found; without any it applies to all code.
    """
    pieces = list(_pieces(text))
    if len(text.strip().splitlines()) <= 1:
        pieces = list(_clauses(text.strip()))
    demanded = [piece for piece in pieces if piece.listed or _DEMANDS.search(piece.text)]
    chosen = [piece for piece in demanded or pieces if re.search(r"\w", piece.text)]
    beside = [_Piece(each, 0, True) for each in dict.fromkeys(stated)]
    return list(_criteria_of([*chosen, *beside][:MOST_CRITERIA]))


def _criteria_of(pieces: Iterable[_Piece]) -> Iterator[Criterion]:
    taken: set[str] = set()
    for place, piece in enumerate(pieces, 1):
        own = _OWN_ID.match(piece.text)
        text = piece.text[own.end() :] if own and piece.text[own.end() :].strip() else piece.text
        name = re.sub(r"[ _]", "-", own[1]) if own else f"AC-{place:02d}"
        while name in taken:
            name += "'"
        taken.add(name)
        shown = " ".join(text.split()).strip(" *|")
        yield Criterion(
            id=name,
            text=shown[:_MOST_LETTERS],
            line=piece.line,
            words=_telling_keywords(shown),
            wants_tests=asks_for_tests(piece.asked or shown),
            own_id=own is not None,
        )


def _clauses(text: str) -> Iterator[_Piece]:
    """Yield the clauses of a prompt.

    The verb of the first one also asks for the others: `Test the parsing and the help`.
    """
    first, *others = _CLAUSES.split(text)
    yield _Piece(first, 1, True)
    yield from (_Piece(each, 1, True, f"{first} {each}" if asks_for_tests(first) else "") for each in others)


def _telling_keywords(text: str) -> list[str]:
    return [word for word in keywords(text) if word not in _SAYS_LITTLE]


def _pieces(text: str) -> Iterator[_Piece]:
    """Yield the items, rows, scenarios and sentences of a Markdown text.

    Code blocks, headings and sections that demand nothing are left out.
    """
    aside = False
    for node in SyntaxTreeNode(_MARKDOWN.parse(text)).children:
        if node.type != "heading":
            yield from () if aside else _pieces_below(node, "")
            continue
        title = re.sub(r"^[\d.]+\s+", "", node.children[0].content)
        own = _OWN_ID.match(title)
        aside = bool(_ASIDE.match(title))
        if own and not aside and title[own.end() :].strip():
            yield _Piece(title, _line(node), True)


def _pieces_below(node: SyntaxTreeNode, lead: str) -> Iterator[_Piece]:
    """Yield the pieces in a block; an item that ends in `:` is put in front of the items below it."""
    content = node.children[0].content if node.type == "paragraph" else ""
    if node.type == "list_item":
        first = node.children[0].children[0].content if node.children and node.children[0].children else ""
        inner = f"{first.rstrip(': ')}: " if first.endswith(":") else ""
        for child in node.children:
            yield from _pieces_below(child, lead if child.type == "paragraph" else inner)
    elif node.type == "tr":
        yield from _row(node)
    elif content.endswith(":"):
        return
    elif node.type == "paragraph" and node.parent and node.parent.type == "list_item":
        yield _Piece(lead + re.sub(r"^\[[ xX]\]\s*", "", content), _line(node), True)
    elif re.match(r"(?i)(scenario|given|when|then)\b.*\n", content):
        yield _Piece(content, _line(node), True)
    elif content:
        yield from (_Piece(sentence, _line(node), False) for sentence in _SENTENCES.split(" ".join(content.split())))
    else:
        for child in node.children:
            yield from _pieces_below(child, lead)


def _row(node: SyntaxTreeNode) -> Iterator[_Piece]:
    """Yield a row of a table's body, without its number, and with `gives` or `raises` before a result."""
    cells = [_cell_text(cell) for cell in node.children]
    table = node.parent.parent if node.parent and node.parent.type == "tbody" else None
    if table is None or not any(cells):
        return
    columns = [*zip(map(_cell_text, table.children[0].children[0].children), cells, strict=True)]
    if _RESULTS.match(columns[0][0]):
        columns.append(columns.pop(0))  # what is called is said first
    results = [None, *(_RESULTS.match(head) for head, _ in columns[1:])]
    said = [_with_verb(result, cell) for result, (_, cell) in zip(results, columns, strict=True)]
    if said[0].isdigit() and any(said[1:]) and (_NUMBERS.fullmatch(columns[0][0]) or not any(results)):
        del said[0]
    yield _Piece(" ".join(filter(None, said)), _line(node), True)


def _with_verb(result: re.Match[str] | None, cell: str) -> str:
    """The text of a cell with the verb that leads to it; "" of a dash in a column of results."""
    if result is None or _NOTHING.fullmatch(cell):
        return "" if result else cell
    how = _SAYS_HOW.match(cell)
    verb = "raises " if result[1] or (how and how[1]) else "gives "
    return cell if how and not how[1] else verb + cell


def _cell_text(cell: SyntaxTreeNode) -> str:
    return cell.children[0].content if cell.children else ""


def _line(node: SyntaxTreeNode) -> int:
    return node.map[0] + 1 if node.map else 0
