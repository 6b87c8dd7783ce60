"""Runs the tasks of a plan, with retries."""
from dataclasses import dataclass

DONE = "done"
FAILED = "failed"
SKIPPED = "skipped"


@dataclass
class Outcome:
    state: str
    attempts: int = 0
    result: object = None
    error: Exception | None = None


class Relay:
    """Runs every task once its needs are there.

    An action gets a dict with the results of its needs. A need that is
    optional may fail: its result is None then.
    """

    def __init__(self, plan, on_retry=None):
        self.plan = plan
        self.on_retry = on_retry
        self.outcomes = {}

    def run(self, targets=None):
        for name in self.plan.order(targets):
            if name in self.outcomes:
                continue
            task = self.plan[name]
            if any(self._blocks(need) for need in task.needs):
                self.outcomes[name] = Outcome(SKIPPED)
            else:
                self.outcomes[name] = self._attempt(task)
        return self.outcomes

    def _blocks(self, name):
        outcome = self.outcomes[name]
        return outcome.state == FAILED and not self.plan[name].optional

    def _attempt(self, task):
        inputs = {need: self.outcomes[need].result for need in task.needs}
        attempts = 0
        while True:
            attempts += 1
            try:
                return Outcome(DONE, attempts, task.action(inputs))
            except Exception as error:
                if attempts > task.retries:
                    return Outcome(FAILED, attempts, error=error)
                if self.on_retry:
                    self.on_retry(task.name, attempts)

    def names(self, state):
        return [name for name, outcome in self.outcomes.items() if outcome.state == state]

    @property
    def ok(self):
        """True if nothing but optional tasks is missing."""
        return all(outcome.state == DONE or self.plan[name].optional
                   for name, outcome in self.outcomes.items())

    def summary(self):
        counts = {state: len(self.names(state)) for state in (DONE, FAILED, SKIPPED)}
        return ", ".join(f"{number} {state}" for state, number in counts.items() if number)
