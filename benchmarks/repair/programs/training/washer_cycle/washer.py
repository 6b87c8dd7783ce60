"""The controller of a washing machine: a state machine driven by minutes and by the door."""

from enum import Enum


class State(Enum):
    IDLE = "idle"
    FILLING = "filling"
    WASHING = "washing"
    RINSING = "rinsing"
    SPINNING = "spinning"
    PAUSED = "paused"
    DONE = "done"


PROGRAMS = {
    "cotton": {State.FILLING: 3, State.WASHING: 40, State.RINSING: 12, State.SPINNING: 10},
    "wool": {State.FILLING: 3, State.WASHING: 20, State.RINSING: 8},
    "spin": {State.SPINNING: 10},
}
LOCKED = frozenset({State.SPINNING})


class WasherError(RuntimeError):
    """Something the machine can't do in its present state."""


class Washer:
    """A machine that runs one program at a time. The door can't be opened while it spins."""

    def __init__(self):
        self.state = State.IDLE
        self.minutes_left = 0
        self._phases = []
        self._paused_in = None

    @property
    def running(self):
        return self.state not in (State.IDLE, State.PAUSED, State.DONE)

    def start(self, program):
        """Start a program, or raise WasherError where one is under way or there is none of that name."""
        if self.state not in (State.IDLE, State.DONE):
            raise WasherError(f"can't start while {self.state.value}")
        if program not in PROGRAMS:
            raise WasherError(f"no program {program!r}")
        self._phases = list(PROGRAMS[program].items())
        self._next_phase()

    def _next_phase(self):
        if self._phases:
            self.state, self.minutes_left = self._phases.pop(0)
        else:
            self.state, self.minutes_left = State.DONE, 0

    def open_door(self):
        """Open the door, which pauses a running program."""
        if self.state in LOCKED:
            raise WasherError("the door is locked")
        if self.running:
            self.state = State.PAUSED
            self._paused_in = self.state
        elif self.state is State.DONE:
            self.state = State.IDLE

    def close_door(self):
        """Close the door; a paused program goes on where it was."""
        if self.state is State.PAUSED:
            self.state = self._paused_in
            self._paused_in = None

    def cancel(self):
        """Give up the program, if any."""
        self._phases = []
        self._paused_in = None
        self.state, self.minutes_left = State.IDLE, 0

    def tick(self, minutes=1):
        """Let time pass. A paused program doesn't get any further."""
        while minutes > 0 and self.running:
            step = min(minutes, self.minutes_left)
            self.minutes_left -= step
            minutes -= step
            if self.minutes_left == 0:
                self._next_phase()

    def remaining(self):
        """The minutes until the program is done."""
        return self.minutes_left + sum(minutes for _, minutes in self._phases)
