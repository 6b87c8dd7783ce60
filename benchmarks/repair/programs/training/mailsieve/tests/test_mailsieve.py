import pytest

from mailsieve import Filter, Message, RuleError

RULES = """
# mail of lists
list-id like *.example.org -> folder Lists; mark read
from contains boss@ -> mark important; stop
to !contains me@home.net -> folder Bulk
subject is  Invoice , from contains shop -> folder Bills
"""


def mail(**headers):
    return Message({name.replace("_", "-"): value for name, value in headers.items()})


@pytest.fixture
def sieve():
    return Filter(RULES)


def test_list(sieve):
    message = sieve.process(mail(List_Id="Dev.Example.org", To="me@home.net"))
    assert message.folder == "Lists"
    assert message.flags == {"read"}


def test_stop(sieve):
    message = sieve.process(mail(From="boss@work.com", To="all@work.com"))
    assert message.folder == "Inbox"
    assert message.flags == {"important"}


def test_all_conditions_needed(sieve):
    message = mail(From="Shop <a@shop.com>", To="me@home.net", Subject="invoice")
    assert sieve.process(message).folder == "Bills"
    message = mail(From="aunt@home.net", To="me@home.net", Subject="invoice")
    assert sieve.process(message).folder == "Inbox"


def test_negated(sieve):
    assert sieve.process(mail(From="x@y.z", To="you@home.net")).folder == "Bulk"
    assert sieve.process(mail(From="x@y.z", To="ME@home.net")).folder == "Inbox"


def test_without_recipient(sieve):
    assert sieve.process(mail(From="x@y.z")).folder == "Bulk"


def test_without_subject(sieve):
    assert sieve.process(mail(From="shop", To="me@home.net")).folder == "Inbox"


def test_sort_and_hits(sieve):
    folders = sieve.sort([mail(To="me@home.net"), mail(To="b"), mail(To="c")])
    assert {name: len(found) for name, found in folders.items()} == {"Inbox": 1, "Bulk": 2}
    assert [rule.hits for rule in sieve.rules] == [0, 0, 2, 0]


@pytest.mark.parametrize("line", ["from contains x", "from -> stop", "from has x -> stop"])
def test_bad_rules(line):
    with pytest.raises(RuleError):
        Filter(line)
