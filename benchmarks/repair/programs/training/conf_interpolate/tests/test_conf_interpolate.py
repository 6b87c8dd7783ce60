import pytest

from conf_interpolate import ConfigError, parse

TEXT = """
[paths]
root = /srv/app
data = ${root}/data

# what the server needs
[server]
port = 8080
url = http://${env.HOST:localhost}:${port}/
log = ${paths.data}/server.log
price = 5$$
"""


@pytest.fixture
def config():
    return parse(TEXT)


def test_sections(config):
    assert config.sections() == ["paths", "server"]


def test_plain(config):
    assert config.get("paths", "root") == "/srv/app"


def test_same_section(config):
    assert config.get("paths", "data") == "/srv/app/data"


def test_other_section(config):
    assert config.get("server", "log") == "/srv/app/data/server.log"


def test_default_and_environment(config):
    assert config.get("server", "url") == "http://localhost:8080/"
    assert parse(TEXT, {"HOST": "example.org"}).get("server", "url") == "http://example.org:8080/"


def test_dollar(config):
    assert config.get("server", "price") == "5$"


def test_number(config):
    assert config.get_int("server", "port") == 8080
    with pytest.raises(ConfigError, match="paths.root is no number"):
        config.get_int("paths", "root")


def test_missing_option(config):
    with pytest.raises(ConfigError, match="no option server.host"):
        config.get("server", "host")


def test_missing_target(config):
    config.set("server", "bad", "${paths.nothing}")
    with pytest.raises(ConfigError, match="server.bad refers to paths.nothing"):
        config.get("server", "bad")


def test_changed_target(config):
    config.set("paths", "root", "/tmp")
    assert config.get("server", "log") == "/tmp/data/server.log"


def test_circular_reference():
    config = parse("[a]\nx = ${y}\ny = 1 ${b.z}\n[b]\nz = ${a.x}\n")
    with pytest.raises(ConfigError, match="circular reference: a.x -> a.y -> b.z -> a.x"):
        config.get("a", "x")


def test_refers_to_itself():
    config = parse("[a]\npath = ${path}:/bin\n")
    with pytest.raises(ConfigError, match="circular reference: a.path -> a.path"):
        config.get("a", "path")


def test_same_target_twice():
    config = parse("[a]\nx = ${y} ${y}\ny = ${z}\nz = 7\n")
    assert config.get("a", "x") == "7 7"


def test_line_outside_a_section():
    with pytest.raises(ConfigError, match="line 1"):
        parse("x = 1\n")
