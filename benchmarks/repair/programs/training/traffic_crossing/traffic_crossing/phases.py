from enum import Enum


class Phase(Enum):
    """What the lights show: (cars, walkers)."""

    CARS = ("green", "red")
    CARS_STOPPING = ("yellow", "red")
    WALK = ("red", "green")
    CLEARING = ("red", "blink")
    CARS_STARTING = ("red-yellow", "red")


DURATIONS = {
    Phase.CARS: 10,
    Phase.CARS_STOPPING: 3,
    Phase.WALK: 6,
    Phase.CLEARING: 4,
    Phase.CARS_STARTING: 2,
}

NEXT = {
    Phase.CARS: Phase.CARS_STOPPING,
    Phase.CARS_STOPPING: Phase.WALK,
    Phase.WALK: Phase.CLEARING,
    Phase.CLEARING: Phase.CARS_STARTING,
    Phase.CARS_STARTING: Phase.CARS,
}
