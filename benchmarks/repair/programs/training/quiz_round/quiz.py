"""A quiz with points for streaks."""


class Quiz:
    def __init__(self):
        self.points = 0
        self.streak = 0
        self.round = 1
        self.answers = []

    def answer(self, right):
        """Take in an answer; the points that it gives."""
        self.answers.append(right)
        if not right:
            self.streak = 0
            return 0
        self.streak += 1
        gained = 10 * self.streak
        self.points += gained
        return gained

    def next_round(self):
        """Points stay, streaks don't."""
        self.round += 1
        self.answers = []

    def summary(self):
        return f"round {self.round}: {self.points} points, {sum(self.answers)} of {len(self.answers)} right"
