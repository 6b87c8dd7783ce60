"""The registry file as people write it, right and wrong, and which projects a night is for."""

import re
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from testfix_pipeline.core.configuration.setting_sources import merge_config
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.registry.cron_schedule import check_cron
from testfix_pipeline.registry.registered_projects import Entry, Registry, should_run

HEAD = "a" * 40


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "shop").mkdir()
    return tmp_path / "projects.yaml"


def load(file: Path, text: str) -> Registry:
    file.write_text(text, encoding="utf-8")
    return Registry.load(file)


def refused(file: Path, text: str) -> InvalidConfig:
    """The error of the file, or of its one wrong entry."""
    try:
        registry = load(file, text)
    except InvalidConfig as error:
        return error
    (broken,) = registry.broken
    return broken.error


def test_a_full_entry_is_read(file):
    registry = load(
        file,
        """
projects:
  - name: shop
    path: shop
    branch: main
    input: fix
    test_command: pytest -q
    agents: [builtin]
    budget_seconds: 1800
    schedule: "30 2 * * mon-fri"
    trusted: true
    sandbox: {network: true}
  - name: remote
    git: https://example.org/remote.git
    input: Cover the parser
""",
    )
    shop, remote = registry.entries
    assert (shop.path, shop.branch, shop.trusted, shop.schedule) == (
        *(file.parent / "shop", "main", True, "30 2 * * mon-fri"),
    )
    assert shop.is_fix and not remote.is_fix
    assert shop.layer() == {
        **{"test_command": "pytest -q", "agents": ["builtin"]},
        **{"budget_seconds": 1800, "sandbox": {"network": True}, "trusted": True},
    }
    config = merge_config(launch={"project": str(shop.path)}, registry=shop.layer(), trusted=shop.trusted)
    assert config.budget_seconds == 1800 and config.sandbox.network
    assert remote.folder(file.parent / "clones") == file.parent / "clones" / "remote"
    assert registry.problems() == []


def test_no_file_and_an_empty_one_are_an_empty_registry(file, monkeypatch):
    monkeypatch.setenv("DAGSTER_HOME", str(file.parent))
    assert Registry.load().entries == ()
    for text in ("", "# nothing yet\n", "projects:\n", "projects: []\n"):
        assert load(file, text).entries == ()
    load(file, "projects:\n- {name: a, path: shop}\n")
    assert [entry.name for entry in Registry.load().entries] == ["a"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "projects:\n- {name: a, path: shop, tset_command: pytest}",
            r"'a'.*'tset_command'.*Did you mean test_command\?",
        ),
        ("projects:\n- {name: a, path: shop, budget_seconds: -1}", r"'a'.*budget_seconds must be a number of seconds"),
        ("projects:\n- {name: a, path: shop, session_id: WFS-x}", "'session_id'"),
        ("project:\n- {name: a, path: shop}", r"Did you mean projects\?"),
        ("projects:\n- {name: a, path: shop}\n- {name: a, path: shop}", "Two projects in .* have the name 'a'"),
        ("projects:\n- {name: a, path: shop, schedule: '0 25 * * *'}", "the hour must be from 0 to 23"),
        ("projects:\n- {name: a, path: shop, schedule: nightly}", "1 fields and not five"),
        ("projects:\n- {name: a}", "neither `path` nor `git`"),
        ("projects:\n- {name: a, path: shop, git: https://x/y}", "both `path` and `git`"),
        ("projects:\n- {path: shop}", "Project 1 .*is no name"),
        ("projects:\n- {name: ../a, path: shop}", "is no name"),
        ("projects:\n- {name: 12, path: shop}", "name must be a text"),
        ("projects:\n- {name: a, git: 'ext::sh -c id'}", "is no git address"),
        ("projects:\n- {name: a, git: --upload-pack=id}", "is no git address"),
        ("projects:\n- {name: a, git: 'https://me:hunter2@x/y'}", "holds a password"),
        ("projects:\n- {name: a, path: shop, branch: -f}", "is no name of a branch"),
        ("projects:\n- {name: a, path: shop, trusted: yes please}", "trusted must be true or false"),
        ("projects:\n- {name: a, path: shop, name: b}", "'name' is given twice in line 2"),
        ("projects:\n- {name: a, path: shop, timezone: Mars/Olympus}", "'a'.*timezone can't be 'Mars/Olympus'"),
        ("projects:\n- {name: a, path: shop, timezone: /etc/passwd}", "timezone can't be"),
        ("projects:\n- {name: a, path: shop, missed: never}", "missed can't be 'never'.*run, skip"),
        ("projects:\n- {name: a, path: shop, enabled: 1}", "enabled must be true or false"),
        ("projects:\n- {name: a, path: shop, notify: x}", "notify is no mapping.*env:TEAM_CHAT"),
        ("projects:\n- {name: a, path: shop, notify: {to: []}}", "notify.to must be a list"),
        ("projects:\n- {name: a, path: shop, notify: {to: [hunter2]}}", "address 1 is none"),
        ("projects:\n- {name: a, path: shop, notify: {to: ['json://me:hunter2@x']}}", "holds a password"),
        ("projects:\n- {name: a, path: shop, notify: {to: env:X, when: red-ish}}", "notify.when can't be 'red-ish'"),
        ("projects:\n- {name: a, path: shop, notify: {too: env:X}}", r"Did you mean notify.to"),
        ("projects:\n- {name: a-b, path: shop}\n- {name: a.b, path: shop}", "share the schedule nightly_a_b"),
        ("defaults: {path: shop}\nprojects: []", "`defaults`.*no setting 'path'"),
        ("defaults: {schedule: x}\nprojects: []", "`defaults`.*no cron schedule"),
        ("defaults: []\nprojects: x", "`projects`.*is no list"),
        ("retention: {sesion_days: 3}", r"`retention`.*Did you mean session_days\?"),
        ("retention: {session_days: -3}", "session_days can't be '-3'.*a whole number"),
        ("retention: {unmerged: yes}", "unmerged can't be 'True'.*keep or remove"),
        ("retention: 3", "`retention`.*no mapping"),
        ("projects:\n- shop", "Project 1 .* is no mapping"),
        ("projects: shop", "is no list"),
        ("- shop", "is no mapping"),
        ("projects: [", "can't be read: .* in line 1"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(file, text, said):
    error = refused(file, text)
    assert re.search(said, str(error))
    assert str(file) in str(error)
    assert "hunter2" not in str(error)
    assert error.next_step


def test_what_is_no_text_is_refused(file):
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidConfig, match="can't be read"):
        Registry.load(file)
    with pytest.raises(InvalidConfig, match="can't be read"):
        Registry.load(file.parent)


def test_a_vanished_folder_keeps_only_its_own_project_from_running(file):
    registry = load(file, "projects:\n- {name: gone, path: nowhere}\n- {name: shop, path: shop}")
    gone, shop = registry.entries
    assert registry.problems() == [f"The folder of the project 'gone' is gone: {file.parent / 'nowhere'}."]
    with pytest.raises(InvalidConfig, match="is gone"):
        registry.resolve("gone")
    assert should_run(gone, HEAD, None, False) == (False, registry.problems()[0])
    assert should_run(shop, HEAD, None, False) == (True, "It has no session yet.")


def test_one_wrong_entry_leaves_the_others_their_nights(file):
    registry = load(
        file, "projects:\n- {name: a, path: shop, budgett: 3}\n- {name: b, path: shop}\n- {name: b, git: x}"
    )
    assert [entry.name for entry in registry.entries] == ["b"]
    assert [one.name for one in registry.broken] == ["a", "b"]
    assert "budgett" in registry.problems()[0]
    with pytest.raises(InvalidConfig, match="budgett"):
        registry.named("a")


def test_defaults_hold_where_an_entry_is_silent(file):
    text = """
defaults: {schedule: "0 4 * * *", timezone: Europe/Berlin, budget_seconds: 60, notify: {to: env:CHAT, on: red}}
retention: off
projects:
- {name: a, path: shop}
- {name: b, path: shop, schedule: off, budget_seconds: 90, notify: {to: [env:OTHER]}}
"""
    registry = load(file, text)
    a, b = registry.entries
    assert (a.schedule, a.timezone, a.settings["budget_seconds"]) == ("0 4 * * *", "Europe/Berlin", 60)
    assert (a.notify.to, a.notify.when) == (("env:CHAT",), "red")
    assert (b.schedule, b.settings["budget_seconds"]) == ("", 90)
    assert (b.notify.to, b.notify.when) == (("env:OTHER",), "changed")
    assert not registry.retention.enabled
    (silent,) = load(file, "projects:\n- {name: a, path: shop}").entries
    assert (silent.schedule, silent.timezone, silent.enabled, silent.missed) == ("0 2 * * *", "UTC", True, "run")


def test_a_preset_gives_way_to_what_is_said_in_words(file):
    text = "defaults: {{preset: quick, budget_seconds: 900}}\nprojects: [{{name: shop, path: shop{more}}}]"
    (entry,) = load(file, text.format(more="")).entries
    assert (entry.settings["max_iterations"], entry.settings["budget_seconds"]) == (3, 900)
    (entry,) = load(file, text.format(more=", preset: thorough, max_iterations: 7")).entries
    assert (entry.settings["max_iterations"], entry.settings["budget_seconds"]) == (7, 900)
    said = refused(file, "projects: [{name: shop, path: shop, preset: fast}]")
    assert "preset can't be 'fast'" in said.what and "thorough" in said.next_step


def test_a_project_is_found_by_name_and_by_folder(file, monkeypatch):
    registry = load(file, "projects:\n- {name: a, path: shop}\n- {name: b, git: 'git@example.org:x/b.git'}")
    monkeypatch.chdir(file.parent / "shop")
    for wanted in ("a", ".", str(file.parent / "shop"), file.parent / "shop" / ".." / "shop"):
        found = registry.resolve(wanted)
        assert found is not None and found.name == "a"
    assert registry.resolve("b") == registry.entries[1]
    assert registry.resolve("c") is None
    assert registry.resolve("~nobody-of-that-name/x") is None


def session(**fields: Any) -> dict[str, Any]:
    green = {"session_id": "WFS-test-a", "status": "completed", "outcome": "success", "base_commit": HEAD}
    return green | fields


@pytest.mark.parametrize(
    ("last", "running", "changed", "starts", "why"),
    [
        (None, False, False, True, "no session yet"),
        (session(), False, False, False, "green and unchanged since WFS-test-a"),
        (session(), False, True, True, "uncommitted work"),
        (session(base_commit="b" * 40), False, False, True, "new commits since its last session WFS-test-a"),
        (session(outcome="partial", failed=1, errors=0), False, False, True, "ended partial"),
        (session(outcome="partial", failed=0, errors=0), False, False, False, "green and unchanged since WFS-test-a"),
        (session(outcome="blocked"), False, False, True, "ended blocked"),
        (session(outcome="", status="failed"), False, False, True, "ended failed"),
        (None, True, False, False, "in progress."),
        (session(outcome="blocked"), ["run-2", "run-1"], False, False, r"in progress \(run-1, run-2\)"),
    ],
)
def test_only_a_project_with_something_to_do_is_run(tmp_path, last, running, changed, starts, why):
    entry = Entry("shop", path=tmp_path)
    started, reason = should_run(entry, HEAD, last, running, changed=changed)
    assert started is starts
    assert re.search(why, reason)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "0 3 * * *",
            "*/5 0-6 1,15 jan-mar mon-fri",
            "30 2 * * 7",
            "0 0 29 2 *",
            "5/10 * * * *",
            "@daily",
            "0 3 31 2 1",
        ),
        *("0 3 * * SUN", "59 23 31 12 6", "0 0-23/2 * * *"),
    ],
)
def test_schedules_that_cron_knows_are_kept(text):
    assert check_cron(text) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("60 * * * *", "the minute must be from 0 to 59"),
        ("* * * *", "4 fields"),
        ("* * * * * *", "6 fields"),
        ("0 3 31 2 *", "never comes"),
        ("0 3 30 2 *", "never comes"),
        ("*/0 * * * *", "step of 0"),
        ("*/90 * * * *", "step of 90"),
        ("5-1 * * * *", "no range from a lower"),
        ("* * * * 0-0", "no range from a lower"),
        ("0 3 * * funday", "from 0 to 7"),
        ("a,b * * * *", "minute"),
        ("1,, * * * *", "is no number"),
        ("@reboot", "1 fields"),
    ],
)
def test_other_schedules_are_refused_with_the_field(text, said):
    with pytest.raises(InvalidConfig, match=said):
        check_cron(text)


FIELD = st.one_of(
    st.just("*"),
    st.integers(0, 61).map(str),
    st.tuples(st.integers(0, 32), st.integers(0, 32)).map(lambda ends: f"{ends[0]}-{ends[1]}"),
    st.tuples(st.sampled_from(["*", "3", "1-9"]), st.integers(0, 70)).map(lambda step: f"{step[0]}/{step[1]}"),
    st.lists(st.integers(1, 12).map(str), min_size=1, max_size=3).map(",".join),
    st.sampled_from(["jan", "sun", "mon-fri", "L", "?", "1#2", "x", "-1", "1-"]),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(FIELD, min_size=5, max_size=5).map(" ".join))
def test_dagster_takes_every_schedule_that_we_take(text):
    try:
        check_cron(text)
    except InvalidConfig:
        return
    assert dg.ScheduleDefinition(job_name="nightly", cron_schedule=text).cron_schedule == text
