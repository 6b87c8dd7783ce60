"""Calls something again when it fails, with growing pauses."""


class GaveUp(Exception):
    def __init__(self, tries, last):
        super().__init__(f"gave up after {tries} tries: {last}")
        self.tries = tries
        self.last = last


def call(action, sleep, tries=4, pause=1, factor=2, longest=30, retry_on=(OSError,)):
    """What the action answers. Raises GaveUp after so many tries; other errors at once."""
    if tries < 1:
        raise ValueError("at least one try")
    last = None
    for number in range(tries):
        try:
            return action()
        except retry_on as error:
            last = error
        if number + 1 < tries:
            sleep(min(pause, longest))
    raise GaveUp(tries, last)


def schedule(tries, pause=1, factor=2, longest=30):
    """The pauses that `call` would make."""
    pauses = []
    for _ in range(tries - 1):
        pauses.append(min(pause, longest))
        pause *= factor
    return pauses


class Budget:
    """So many retries for a whole session."""

    def __init__(self, retries):
        self.left = retries

    def run(self, action, sleep):
        while True:
            try:
                return action()
            except OSError as error:
                if not self.left:
                    raise GaveUp(0, error) from error
                self.left -= 1
                sleep(0)
