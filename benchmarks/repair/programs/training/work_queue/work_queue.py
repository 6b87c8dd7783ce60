"""A queue whose failed jobs are tried again, at the end of the line."""

from collections import deque


class WorkQueue:
    def __init__(self, most_tries=3):
        self.most_tries = most_tries
        self.waiting = deque()
        self.done = []
        self.given_up = []

    def add(self, name, work):
        self.waiting.append((name, work, 0))

    def step(self):
        """Work on the next job; False where none waits. A job that failed `most_tries` times is given up."""
        if not self.waiting:
            return False
        name, work, tries = self.waiting.popleft()
        try:
            result = work()
        except Exception as error:
            tries += 1
            if tries > self.most_tries:
                self.given_up.append((name, str(error)))
            else:
                self.waiting.append((name, work, tries))
        else:
            self.done.append((name, result))
        return True

    def run(self):
        """Work until nothing waits any more; the number of steps."""
        steps = 0
        while self.step():
            steps += 1
        return steps
