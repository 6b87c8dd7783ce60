import pytest

from config_text import Config, ConfigError

TEXT = """
name = demo
root = "/srv/${name}"

[server.http]
port = 8080   # default
hosts = [a, "b, c", 3]
url = "http://localhost:${server.http.port}/"

[paths]
all = ["${root}/bin", "${root}/lib"]
port = ${server.http.port}
colour = "#fff"
"""


@pytest.fixture
def config():
    return Config(TEXT)


def test_types():
    c = Config("a = 1\nb = 2.5\nc = Yes\nd = none\ne = 'x = y'\nf = [[1, 2], []]")
    assert c.as_dict() == {"a": 1, "b": 2.5, "c": True, "d": None, "e": "x = y", "f": [[1, 2], []]}


def test_sections(config):
    assert config.get("server.http.port") == 8080
    assert config.get("server.http.hosts") == ["a", "b, c", 3]


def test_comment_sign_in_quotes(config):
    assert config.get("paths.colour") == "#fff"


def test_default(config):
    assert config.get("server.ftp.port") is None
    assert config.get("name.first", "x") == "x"


def test_reference(config):
    assert config.get("root") == "/srv/demo"
    assert config.get("server.http.url") == "http://localhost:8080/"


def test_lone_reference_keeps_type(config):
    assert config.get("paths.port") == 8080


def test_references_in_list(config):
    assert config.get("paths.all") == ["/srv/demo/bin", "/srv/demo/lib"]


def test_section_as_dict(config):
    assert config.get("paths") == {
        "all": ["/srv/demo/bin", "/srv/demo/lib"], "port": 8080, "colour": "#fff"}


def test_circular():
    with pytest.raises(ConfigError):
        Config("a = ${b}\nb = x${a}").get("a")


def test_bad_line():
    with pytest.raises(ConfigError) as error:
        Config("a = 1\nnonsense")
    assert error.value.line == 2
