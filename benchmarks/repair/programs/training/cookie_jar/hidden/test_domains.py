import pytest

from cookies import CookieJar
from cookies.match import domain_match


@pytest.mark.parametrize("host", ["mybank.test", "x-bank.test", "a.mybank.test", "1bank.test"])
def test_names_that_only_end_alike(host):
    assert not domain_match(host, "bank.test")
    assert not domain_match(host, ".bank.test")


@pytest.mark.parametrize("host", ["bank.test", "a.bank.test", "b.a.bank.test", "A.BANK.test"])
def test_names_below(host):
    assert domain_match(host, "Bank.Test")
    assert domain_match(host, ".bank.test")


def test_parents_do_not_match():
    assert not domain_match("bank.test", "a.bank.test")
    assert not domain_match("test", "bank.test")


def test_refused_for_a_name_inside_another():
    jar = CookieJar()
    assert not jar.store("s=1; Domain=bank.test", "mybank.test")
    assert jar.header("bank.test") == ""


def test_deep_host_may_set():
    jar = CookieJar()
    assert jar.store("s=1; Domain=.bank.test", "x.y.bank.test")
    assert jar.header("z.bank.test") == "s=1"
    assert jar.header("zbank.test") == ""


def test_address():
    assert not domain_match("192.168.0.10", "168.0.10")
