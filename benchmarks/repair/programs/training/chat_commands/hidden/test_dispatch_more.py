from chatbot.dispatch import Bot, command


class Counter(Bot):
    @command("a1", args=1)
    def alpha(self, user, word):
        return f"alpha {word}"

    @command("b1")
    def beta(self, user, *words):
        return f"beta {len(words)}"

    @command("c1", args=0)
    def gamma(self, user):
        return "gamma"


def test_each_has_its_own():
    bot = Counter()
    assert bot.handle("x", "!alpha q") == "alpha q"
    assert bot.handle("x", "!beta q w e") == "beta 3"
    assert bot.handle("x", "!gamma") == "gamma"


def test_aliases():
    bot = Counter()
    assert bot.handle("x", "!a1 q") == "alpha q"
    assert bot.handle("x", "!b1") == "beta 0"
    assert bot.handle("x", "!c1") == "gamma"


def test_own_usage():
    assert Counter().handle("x", "!a1") == "alpha takes 1 arguments"
