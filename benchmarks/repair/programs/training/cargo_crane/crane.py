"""A crane that follows commands: left, right, lift, drop."""


class Crane:
    def __init__(self, stacks):
        self.stacks = [list(stack) for stack in stacks]
        self.at = 0
        self.load = None

    def lift(self):
        if self.load is None and self.stacks[self.at]:
            self.load = self.stacks[self.at].pop()

    def drop(self):
        if self.load is not None:
            self.stacks[self.at].append(self.load)
            self.load = None

    def follow(self, commands):
        for command in commands.split():
            if command == "left":
                self.at = max(0, self.at - 1)
            elif command == "right":
                self.at = min(len(self.stacks) - 1, self.at + 1)
            elif command == "lift":
                self.lift()
            else:
                raise ValueError(command)
        return self.stacks
