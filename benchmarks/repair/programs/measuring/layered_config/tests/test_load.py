import json

import pytest

from appconf import ConfigError, load


@pytest.fixture
def write(tmp_path):
    def write(content):
        path = tmp_path / "app.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    return write


def test_defaults():
    assert load()["server"]["port"] == 8080


def test_no_file(tmp_path):
    assert load(tmp_path / "none.json") == load()


def test_file(write):
    config = load(write({"server": {"port": 9000}, "extra": 1}))
    assert config["server"] == {"host": "localhost", "port": 9000, "tls": False}
    assert config["extra"] == 1


def test_environment():
    config = load(environ={"APP_SERVER__TLS": "yes", "APP_LOG__TARGETS": "a, b", "HOME": "/"})
    assert config["server"]["tls"] is True
    assert config["log"]["targets"] == ["a", "b"]


def test_environment_beats_the_file(write):
    assert load(write({"name": "file"}), {"APP_NAME": "env"})["name"] == "env"


def test_unknown_variable():
    with pytest.raises(ConfigError, match="APP_SPEED"):
        load(environ={"APP_SPEED": "1"})


def test_bad_number():
    with pytest.raises(ConfigError):
        load(environ={"APP_SERVER__PORT": "many"})


def test_broken_file(write):
    with pytest.raises(ConfigError, match="app.json:2"):
        load(write("{\n oops"))


def test_file_is_a_list(write):
    with pytest.raises(ConfigError, match="not an object"):
        load(write("[]"))
