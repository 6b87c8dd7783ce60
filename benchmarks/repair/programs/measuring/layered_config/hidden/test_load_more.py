import json

from appconf import load
from appconf.layers import DEFAULTS


def test_file_wins(tmp_path):
    path = tmp_path / "c.json"
    path.write_text(json.dumps({"name": "mine", "log": {"targets": ["file"]}}))
    config = load(path)
    assert config["name"] == "mine"
    assert config["log"] == {"level": "info", "targets": ["file"]}
    assert config["server"]["port"] == 8080


def test_types_come_from_the_file_too(tmp_path):
    path = tmp_path / "c.json"
    path.write_text(json.dumps({"workers": 2}))
    assert load(path, {"APP_WORKERS": "4"})["workers"] == 4


def test_own_defaults(tmp_path):
    path = tmp_path / "c.json"
    path.write_text(json.dumps({"a": 2}))
    assert load(path, defaults={"a": 1, "b": 1}) == {"a": 2, "b": 1}


def test_defaults_stay():
    load(environ={"APP_NAME": "x"})
    assert DEFAULTS["name"] == "app"
