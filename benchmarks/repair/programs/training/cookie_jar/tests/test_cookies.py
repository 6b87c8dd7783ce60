import pytest

from cookies import CookieJar
from cookies.match import default_path, domain_match, path_match


@pytest.fixture
def jar():
    return CookieJar()


def test_domain_match():
    assert domain_match("example.com", "example.com")
    assert domain_match("WWW.Example.com", ".example.com")
    assert not domain_match("example.com", "www.example.com")
    assert not domain_match("example.org", "example.com")


def test_domain_match_whole_labels():
    assert not domain_match("badexample.com", "example.com")


def test_addresses_match_only_themselves():
    assert domain_match("10.0.0.1", "10.0.0.1")
    assert not domain_match("10.0.0.1", "0.0.1")


def test_path_match():
    assert path_match("/docs/web", "/docs")
    assert path_match("/docs/", "/docs/")
    assert not path_match("/docserver", "/docs")


def test_default_path():
    assert default_path("/docs/web/index.html") == "/docs/web"
    assert default_path("/index.html") == "/"
    assert default_path("") == "/"


def test_host_only(jar):
    assert jar.store("id=7", "example.com")
    assert jar.header("example.com") == "id=7"
    assert jar.header("www.example.com") == ""


def test_shared_domain(jar):
    assert jar.store("id=7; Domain=example.com", "www.example.com")
    assert jar.header("shop.example.com") == "id=7"
    assert jar.header("example.com") == "id=7"


def test_not_sent_to_strangers(jar):
    jar.store("id=7; Domain=example.com", "www.example.com")
    assert jar.header("notexample.com") == ""


def test_foreign_domain_refused(jar):
    assert not jar.store("id=7; Domain=example.com", "evil-example.com")
    assert not jar.store("id=7; Domain=other.com", "example.com")


def test_replaced(jar):
    jar.store("id=7", "example.com")
    jar.store("id=8", "example.com")
    assert jar.header("example.com") == "id=8"


def test_longer_paths_first(jar):
    jar.store("a=1; Path=/", "example.com")
    jar.store("b=2; Path=/shop", "example.com")
    assert jar.header("example.com", "/shop/cart") == "b=2; a=1"


def test_secure(jar):
    jar.store("id=7; Secure", "example.com")
    assert jar.header("example.com") == ""
    assert jar.header("example.com", secure=True) == "id=7"


def test_max_age(jar):
    jar.store("id=7; Max-Age=60", "example.com", now=100)
    assert jar.header("example.com", now=159) == "id=7"
    assert jar.header("example.com", now=160) == ""
