"""The type of edit producers, and the weighed proposals of a producer for a statement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.edits import dataflow_bonus as pull
from testfix_pipeline.repair.languages.python.edits import repeated_mistakes as parallel


@dataclass(frozen=True)
class EditProducer:
    """A function that proposes edits. `id`: stable. `bound`: the producer's highest prior. `rich`: needs ingredients or
    restructures code."""

    id: str
    propose: Callable[[PythonEditSite], Iterator[Edit]]
    bound: float
    rich: bool = False


def weighed_proposals(target: PythonEditSite, producer: EditProducer) -> list[Edit]:
    """The edits that a producer proposes for a statement, weighed by their effect on unused definitions, with their
    repetitions."""
    edits = pull.with_dataflow_priors(target, producer.propose(target))
    return [*edits, *parallel.repeat_edits(target, edits)]
