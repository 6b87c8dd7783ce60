"""What is and is not visible inside of bubblewrap."""

import sys
import textwrap
from pathlib import Path

import pytest

from testfix_pipeline.execution.processes.sandbox import git_folders, installation_folders
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, clean_environment, containment, run
from testfix_pipeline.execution.project import SandboxPolicy

pytestmark = pytest.mark.bubblewrap


@pytest.fixture
def inside(tmp_path):
    """Run a Python program in the sandbox with `tmp_path/tree` writable; gives what it printed."""
    tree = tmp_path / "tree"
    tree.mkdir()

    def call(code, folder=tree, **policy):
        completed = run(
            [sys.executable, "-c", textwrap.dedent(code)],
            cwd=folder,
            env=clean_environment(),
            limits=ProcessLimits(30),
            policy=SandboxPolicy(**policy),
            writable=[tree],
        )
        assert completed.containment == "bubblewrap"
        assert completed.returncode == 0, completed.stderr
        return completed.stdout.decode().strip()

    return call


def test_strict_is_met(inside):
    assert containment(SandboxPolicy(mode="strict")) == "bubblewrap"
    assert inside("print('ran')", mode="strict") == "ran"


def test_only_the_tree_and_private_folders_are_writable(inside, tmp_path):
    code = f"""
        import os, tempfile
        open("mine", "w").close()
        tempfile.TemporaryFile().close()
        open(os.path.expanduser("~/mine"), "w").close()
        for place in ("/etc/x", "/usr/x", {str(Path(__file__).parent / "x")!r}):
            try:
                open(place, "w")
            except OSError as error:
                print(error.errno)
    """
    assert inside(code).split() == ["30", "30", "30"]
    assert (tmp_path / "tree" / "mine").exists()


def test_project_in_a_folder_of_the_tree_can_write_to_it(inside, tmp_path):
    folder = tmp_path / "tree" / "libs" / "shop"
    folder.mkdir(parents=True)
    inside("open('mine', 'w').close()", folder)
    assert (folder / "mine").exists()


def test_homes_other_temporary_files_and_sockets_of_services_are_hidden(inside, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    secrets = [tmp_path / "secret", tmp_path / "home" / ".netrc"]
    for secret in secrets:
        secret.parent.mkdir(exist_ok=True)
        secret.write_text("x")
    code = f"import os\nprint([os.path.exists(path) for path in {[str(s) for s in secrets]}], os.listdir('/run'))"
    assert inside(code) == "[False, False] []"


def test_paths_opened_by_name_are_visible_and_writable_ones_writable(inside, tmp_path):
    for name in ("read", "write"):
        (tmp_path / name).mkdir()
    (tmp_path / "read" / "data").write_text("seen")
    code = f"""
        open({str(tmp_path / "write" / "new")!r}, "w").close()
        print(open({str(tmp_path / "read" / "data")!r}).read())
        try:
            open({str(tmp_path / "read" / "new")!r}, "w")
        except OSError as error:
            print(error.errno)
    """
    assert inside(code, read=(str(tmp_path / "read"),), write=(str(tmp_path / "write"),)) == "seen\n30"
    assert (tmp_path / "write" / "new").exists()


def test_a_path_opened_by_name_is_the_same_through_every_link_on_its_way(inside, tmp_path):
    (tmp_path / "real" / "package").mkdir(parents=True)
    (tmp_path / "real" / "package" / "file").write_text("read")
    (tmp_path / "store").symlink_to("real")
    (tmp_path / "link").symlink_to(tmp_path / "store" / "package")
    (tmp_path / "tree" / "modules").symlink_to(tmp_path / "link")
    code = "import os\nprint(open('modules/file').read(), os.path.realpath('modules'))"
    assert inside(code, read=(str(tmp_path / "link"),)) == f"read {tmp_path / 'real' / 'package'}"


def test_what_is_hidden_looks_empty_and_stays_as_it_is(inside, tmp_path):
    folder, file = tmp_path / "tree" / "settings", tmp_path / "tree" / "variables"
    folder.mkdir()
    (folder / "hook").write_text("run me")
    file.write_text("A=1")
    code = """
        import os
        print(os.listdir("settings"), open("variables").read())
        for place in ("settings/new", "variables"):
            try:
                open(place, "w")
            except OSError as error:
                print(error.errno)
    """
    hide = (str(folder), str(file), str(tmp_path / "tree" / "absent"))
    assert inside(code, hide=hide).split("\n") == ["[] ", "30", "30"]
    assert file.read_text() == "A=1"


INTERFACES = "import socket\nprint(sorted(name for _, name in socket.if_nameindex()))"


def test_there_is_loopback_and_no_other_network(inside):
    assert inside(INTERFACES) == "['lo']"
    loopback = """
        import socket
        server = socket.create_server(("127.0.0.1", 0))
        socket.create_connection(server.getsockname()).close()
        print("up")
    """
    assert inside(loopback) == "up"


def test_network_is_opened_by_name(inside):
    import socket

    assert inside(INTERFACES, network=True) == str(sorted(name for _, name in socket.if_nameindex()))


def test_other_processes_can_not_be_seen(inside):
    assert int(inside("import os\nprint(sum(name.isdigit() for name in os.listdir('/proc')))")) <= 3


def test_an_environments_installation_is_followed_through_its_links(tmp_path):
    real = tmp_path / "python" / "bin" / "python3.99"
    real.parent.mkdir(parents=True)
    real.touch()
    link = tmp_path / "venv" / "bin" / "python"
    link.parent.mkdir(parents=True)
    link.symlink_to("../../python/bin/python3.99")
    packages = tmp_path / "venv" / "lib" / "python3.99" / "site-packages"
    packages.mkdir(parents=True)
    (tmp_path / "sibling").mkdir()
    (packages / "sibling.pth").write_text(f"{tmp_path / 'sibling'}\nimport nothing\n")
    assert installation_folders(link) == {tmp_path / "venv", tmp_path / "python", tmp_path / "sibling"}


def test_git_works_in_a_worktree_of_a_shared_clone(inside, tmp_path):
    origin, clone, tree = tmp_path / "origin", tmp_path / "clone", tmp_path / "tree"
    tree.rmdir()
    commands = [
        ["init", "-q", str(origin)],
        ["-C", str(origin), "-c", "user.name=n", "-c", "user.email=e@x", "commit", "-q", "--allow-empty", "-m", "one"],
        ["clone", "-q", "--shared", str(origin), str(clone)],
        ["-C", str(clone), "worktree", "add", "-q", str(tree)],
    ]
    for arguments in commands:
        policy = SandboxPolicy(mode="off")
        completed = run(
            ["git", *arguments],
            cwd=tmp_path,
            env=clean_environment(),
            limits=ProcessLimits(30),
            policy=policy,
            writable=[],
        )
        assert completed.returncode == 0, completed.stderr
    assert origin / ".git" / "objects" in git_folders(tree)
    with pytest.raises(AssertionError, match="Read-only"):
        inside(f"open({str(tree / '.git')!r}, 'w')")
    log = "import subprocess\nprint(subprocess.check_output(['git', 'log', '--format=%s'], text=True))"
    assert inside(log) == "one"


def test_a_program_with_a_sandbox_of_its_own_can_not_open_ours(inside):
    """Root's powers in a namespace would do: to mount is to make the system writable."""
    code = """
        import os, subprocess
        place = "/usr/local/of-a-test-of-the-sandbox"
        remount = "mount -o remount,rw,bind / ; touch " + place
        for shell in (["sh", "-c"], ["unshare", "-Urm", "sh", "-c"], ["bwrap", "--bind", "/", "/", "sh", "-c"]):
            subprocess.run([*shell, remount], capture_output=True)
            if os.path.exists(place):
                os.remove(place)
                print("opened by", shell[0])
        powers = [line.split()[1] for line in open("/proc/self/status") if line.startswith("CapEff")]
        nested = ["bwrap", "--ro-bind", "/", "/", "--unshare-all", "echo", "nested"]
        print(int(powers[0], 16), subprocess.run(nested, capture_output=True, text=True).stdout.strip())
    """
    assert inside(code, nests=True) == "0 nested"


@pytest.mark.parametrize("prefix", ["", ".local"])
def test_a_program_in_the_home_folder_opens_no_more_of_it_than_programs_need(monkeypatch, tmp_path, prefix):
    home = tmp_path / "home"
    monkeypatch.setenv("HOME", str(home))
    place = home / prefix
    for name in ("bin/codex", "lib/node_modules/codex/index.js", "pyvenv.cfg"):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).touch()
    assert installation_folders(place / "bin/codex") == {place / "bin", place / "lib", place / "pyvenv.cfg"}
