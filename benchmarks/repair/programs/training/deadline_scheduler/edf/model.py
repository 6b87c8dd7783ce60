"""Jobs and the slices of time they get."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Job:
    """Work of some length that arrives at a time and should be done by its deadline."""

    name: str
    arrival: int
    length: int
    deadline: int

    def __post_init__(self):
        if self.length <= 0 or self.arrival < 0:
            raise ValueError(f"{self.name}: bad times")


@dataclass(frozen=True)
class Slice:
    """A job ran from start up to stop."""

    name: str
    start: int
    stop: int
