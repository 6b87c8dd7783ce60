"""What a producer of edits is, and what it proposes for a statement with all that goes for every producer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.edits import dataflow_bonus as pull
from testfix_pipeline.repair.languages.python.edits import repeated_mistakes as parallel


@dataclass(frozen=True)
class EditProducer:
    """`id`: stable. `bound`: the highest prior the producer gives. `rich` ones need ingredients or restructure code."""

    id: str
    propose: Callable[[PythonEditSite], Iterator[Edit]]
    bound: float
    rich: bool = False


def weighed_proposals(target: PythonEditSite, producer: EditProducer) -> list[Edit]:
    """What a producer proposes for a statement, weighed by what it does to the unused definitions of the function."""
    edits = [pull.weighed(target, edit) for edit in producer.propose(target)]
    return [*edits, *parallel.everywhere(target, edits)]
