"""Multi-step wizard for setting up a mailbox."""


class Step:
    def __init__(self, name, check, skip_if=None):
        self.name = name
        self.check = check
        self.skip_if = skip_if

    def skipped(self, answers):
        return self.skip_if is not None and self.skip_if(answers)


class Wizard:
    def __init__(self, steps):
        self.steps = list(steps)
        self.answers = {}
        self.index = 0
        self._skip_forward()

    def _skip_forward(self):
        while self.index < len(self.steps) and self.current().skipped(self.answers):
            self.index += 1

    def current(self):
        return self.steps[self.index] if self.index < len(self.steps) else None

    def finished(self):
        return self.index >= len(self.steps)

    def answer(self, value):
        """Give the answer to the current step.

        Returns an error text, or None if the wizard has moved on.
        """
        if self.finished():
            return "the wizard is finished"
        step = self.current()
        error = step.check(value)
        if error:
            return error
        self.answers[step.name] = value
        self.index += 1
        self._skip_forward()
        return None

    def back(self):
        """Return to the previous step that is not skipped; False at the start."""
        i = self.index - 1
        while i >= 0 and self.steps[i].skipped(self.answers):
            i -= 1
        if i < 0:
            return False
        self.index = i
        self.answers.pop(self.steps[i].name, None)


def not_empty(value):
    return None if value.strip() else "please enter something"


def one_of(*choices):
    def check(value):
        if value in choices:
            return None
        return "choose one of " + ", ".join(choices)
    return check


def mailbox_wizard():
    return Wizard([
        Step("name", not_empty),
        Step("kind", one_of("imap", "local")),
        Step("server", not_empty, skip_if=lambda a: a.get("kind") == "local"),
        Step("folder", not_empty),
    ])
