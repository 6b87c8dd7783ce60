"""The states of a change under review."""


class ReviewError(Exception):
    """A step that isn't possible in this state."""


class Review:
    """Open until it is merged or closed; merging needs approvals of its present version and no open objection."""

    def __init__(self, author, needed=2):
        self.author = author
        self.needed = needed
        self.state = "open"
        self.version = 1
        self.approvals = set()
        self.objections = set()

    def push(self):
        """A new version by the author."""
        self._must_be_open()
        self.version += 1

    def approve(self, reviewer):
        self._must_be_open()
        if reviewer == self.author:
            raise ReviewError("nobody approves their own change")
        self.objections.discard(reviewer)
        self.approvals.add(reviewer)

    def object(self, reviewer):
        self._must_be_open()
        self.approvals.discard(reviewer)
        self.objections.add(reviewer)

    def merge(self):
        self._must_be_open()
        if self.objections or len(self.approvals) < self.needed:
            raise ReviewError("not approved")
        self.state = "merged"

    def _must_be_open(self):
        if self.state != "open":
            raise ReviewError(f"the change is {self.state}")
