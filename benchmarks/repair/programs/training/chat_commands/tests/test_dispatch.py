import pytest

from chatbot.arguments import UsageError, split_message
from chatbot.dispatch import HouseBot


@pytest.fixture
def bot():
    return HouseBot()


def test_plain_talk_is_ignored(bot):
    assert bot.handle("bob", "good morning") is None


def test_only_the_prefix(bot):
    assert bot.handle("bob", "!") is None


def test_unknown(bot):
    assert bot.handle("bob", "!dance") == "no command dance"


def test_unbalanced_quote():
    with pytest.raises(UsageError):
        split_message('!say "oops')


def test_quoted_argument():
    assert split_message('!Say "two words" x') == ("say", ["two words", "x"])


def test_hello(bot):
    assert bot.handle("bob", "!hello there") == "hello bob"


def test_topic(bot):
    assert bot.handle("bob", "!t") == "none"


def test_only_admins_set_the_topic(bot):
    assert bot.handle("bob", "!settopic tea") == "only admins may do that"


def test_admin_sets_the_topic(bot):
    assert bot.handle("ada", "!settopic 'green tea'") == "topic is now green tea"
    assert bot.handle("bob", "!topic_of_the_day") == "green tea"


def test_wrong_number_of_arguments(bot):
    assert bot.handle("bob", "!topic_of_the_day now") == "topic_of_the_day takes 0 arguments"
