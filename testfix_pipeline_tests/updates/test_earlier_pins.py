"""The pins before the newest commits, as git knows them."""

from packaging.version import Version

from testfix_pipeline.core.update_records import InstalledVersions
from testfix_pipeline.execution.pins import read_pins
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import is_newer
from testfix_pipeline.updates.earlier_pins import earlier_pins
from testfix_pipeline.updates.known_versions import KnownVersions, earlier_requirements
from testfix_pipeline.workspace.git.git_client import GitClient


def test_the_pins_before_each_of_the_newest_commits(repository):
    repo = repository()
    repo.commit("first", **{"part/requirements.txt": "boxlib==1.0\n", "part/requirements/dev.txt": "tool==1\n"})
    repo.commit("other", **{"part/a.py": "a = 1\n"})
    repo.commit("dev", **{"part/requirements/dev.txt": "tool==2\n"})
    head = repo.commit("update", **{"part/requirements.txt": "boxlib==2.0\n", "part/dev-requirements.txt": "x==1\n"})
    found = earlier_pins(GitClient(repo.root), head, "part")
    assert [[(pin.library, str(pin.specifier)) for pin in one.pins.found] for one in found] == [
        [("boxlib", "==1.0")],
        [("tool", "==1")],
    ]
    installed = InstalledVersions(python="3.9.1", distributions={"boxlib": "2.0"})
    then = KnownVersions(installed, look_back=lambda: found).before("boxlib")
    assert then.before == "1.0" and f"until commit {head[:7]}" in then.source
    assert is_newer(Version("2.0"), found[0].pins.found[0].specifier)


def test_a_damaged_lock_of_the_past_and_no_commit_say_nothing(repository):
    repo = repository()
    repo.commit("first", **{"uv.lock": "[[package"})
    head = repo.commit("fixed", **{"uv.lock": ""})
    assert earlier_pins(GitClient(repo.root), head) == []
    assert earlier_pins(GitClient(repo.root), "0" * 40) == []


def test_what_was_asked_for_before_is_a_requirement():
    installed = InstalledVersions(distributions={"one": "3.0", "two": "2.5", "three": "1.0", "four": "9"})
    pins = read_pins(["requirements.txt"], lambda name: "one==1.2\ntwo>=1,<2\nthree==1.0\n")
    assert earlier_requirements(KnownVersions(installed, pins)) == {"one": "==1.2", "two": "<2,>=1"}
