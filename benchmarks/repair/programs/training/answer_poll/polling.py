"""Asks a source until it has an answer."""


class NoAnswer(Exception):
    pass


class Poller:
    def __init__(self, source, most=3):
        self.source = source
        self.most = most
        self.asked = 0

    def once(self):
        self.asked += 1
        return self.source()

    def poll(self):
        """The first answer. Raises NoAnswer after the most attempts."""
        for _ in range(self.most):
            answer = self.once()
        raise NoAnswer(f"asked {self.asked} times")

    def poll_or(self, default):
        try:
            return self.poll()
        except NoAnswer:
            return default
