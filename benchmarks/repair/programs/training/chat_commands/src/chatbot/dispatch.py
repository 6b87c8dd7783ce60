"""Dispatch of chat commands to the methods of a bot."""

from chatbot.arguments import UsageError, split_message


def command(*aliases, admin=False, args=None):
    """Mark a method as a command; `args` is the number of arguments it takes (None: any)."""

    def mark(method):
        method.command = {"aliases": aliases, "admin": admin, "args": args}
        return method

    return mark


class Bot:
    admins = frozenset()

    def __init__(self):
        self._handlers = {}
        for name in dir(type(self)):
            method = getattr(self, name)
            options = getattr(method, "command", None)
            if options is None:
                continue
            def handler(user, arguments):
                if options["admin"] and user not in self.admins:
                    raise UsageError("only admins may do that")
                if options["args"] not in (None, len(arguments)):
                    raise UsageError(f"{name} takes {options['args']} arguments")
                return method(user, *arguments)

            for alias in (name, *options["aliases"]):
                self._handlers[alias] = handler

    def handle(self, user, text):
        """The answer to a message; None where it was no command."""
        try:
            parsed = split_message(text)
            if parsed is None:
                return None
            name, arguments = parsed
            if name not in self._handlers:
                return f"no command {name}"
            return self._handlers[name](user, arguments)
        except UsageError as error:
            return str(error)


class HouseBot(Bot):
    admins = frozenset({"ada"})

    def __init__(self):
        super().__init__()
        self.topic = "none"

    @command("hi")
    def hello(self, user, *rest):
        return f"hello {user}"

    @command(admin=True, args=1)
    def settopic(self, user, topic):
        self.topic = topic
        return f"topic is now {topic}"

    @command("t", args=0)
    def topic_of_the_day(self, user):
        return self.topic
