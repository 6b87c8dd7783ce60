"""Claims of attempts by real git: never two holders, nothing lost, nothing lands twice, whoever dies when."""

import json
import resource
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.cluster.claim_worker import PROGRAM, landed, local, opened
from testfix_pipeline.core.errors import InvalidConfig, UsageError
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.git.publication import branch_ref
from testfix_pipeline.workspace.git.repository import FALLBACK_AUTHOR
from testfix_pipeline.workspace.git.trees import commit_tree
from testfix_pipeline.workspace.shared.attempt_claims import DONE, LANDED, LEASED, OPEN, AttemptClaims
from testfix_pipeline.workspace.shared.checkouts import worker_checkout
from testfix_pipeline.workspace.shared.leases import HeldLease, LeaseWatch, record_commit
from testfix_pipeline.workspace.shared.remote import (
    Move,
    Remote,
    RemoteDenied,
    RemoteRefused,
    RemoteUnreachable,
    check_remote,
)

LEASE_S = 1000.0  # no beat comes in between, and the clock is the test's
KEYS = ["one", "two"]
WORKERS = 3
LOOKS = 2000  # so often a test looks at a ref that a thread moves
ACTIONS = st.tuples(
    st.sampled_from(["claim", "done", "land", "wait"]), st.integers(0, WORKERS - 1), st.sampled_from(KEYS)
)


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """An empty remote."""
    local(tmp_path / "remote.git")
    return tmp_path / "remote.git"


@pytest.fixture
def worker(bare: Path, tmp_path: Path) -> Callable[..., AttemptClaims]:
    """Make a worker with a repository of its own."""
    numbers = count()

    def make(session: str = "WFS-one", clock: Clock | None = None, program: str = PROGRAM) -> AttemptClaims:
        number = next(numbers)
        remote = Remote(local(tmp_path / f"worker-{number % WORKERS}.git"), str(bare))
        given = {} if clock is None else {"clock": clock}
        return AttemptClaims(remote, SessionId(session), f"worker {number}", program, LEASE_S, **given)

    return make


def see(claims: AttemptClaims, key: str) -> bool:
    """Look once more: whether the attempt may be claimed."""
    return claims.is_claimable(claims.look([key])[key])


SESSIONS = count()


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(ACTIONS, min_size=4, max_size=14))
def test_whatever_the_order_one_holds_and_lands_once(worker, actions) -> None:
    session, clock = f"WFS-{next(SESSIONS)}", Clock()
    workers = [worker(session, clock) for _ in range(WORKERS)]
    opened(workers[0].remote, SessionId(session), KEYS, LEASE_S)
    held: dict[tuple[int, str], HeldLease] = {}
    state, holder = dict.fromkeys(KEYS, OPEN), dict.fromkeys(KEYS, -1)
    for action, number, key in actions:
        mine = workers[number]
        if action == "wait":  # long enough for every lease, in the small steps that count
            for _ in range(4):
                see(mine, key)
                clock.now += LEASE_S / 3
        elif action == "claim":
            seen = mine.look([key])[key]
            if mine.is_claimable(seen) and (taken := mine.claim(seen)) is not None:
                assert state[key] in (OPEN, LEASED)
                held[number, key] = taken
                state[key], holder[key] = LEASED, number
        elif action == "done" and (number, key) in held:
            moved = held.pop((number, key)).move_on({"state": DONE, "key": key})
            assert moved == (state[key] == LEASED and holder[key] == number), "only the last holder hands in"
            state[key] = DONE if moved else state[key]
        elif action == "land":
            land_all(mine, session)
            state = {key: LANDED if now == DONE else now for key, now in state.items()}
    for lease in held.values():
        lease.give_up()
    assert {key: claim.state for key, claim in workers[0].look().items()} == state
    counts = Counter(landed(workers[0].remote, SessionId(session)))
    assert counts == Counter(key for key, now in state.items() if now == LANDED)


def land_all(claims: AttemptClaims, session: str) -> None:
    """Land what is done, branch and attempts in one push."""
    done = [claim for claim in claims.look().values() if claim.state == DONE]
    if not done:
        return
    remote, branch = claims.remote, branch_ref(SessionId(session))
    tip = remote.look(branch)[branch]
    remote.fetch([tip])
    message = "".join(f"landed {claim.key}\n" for claim in done)
    made = commit_tree(remote.git, remote.git.line("rev-parse", f"{tip}^{{tree}}"), [tip], message, FALLBACK_AUTHOR)
    assert remote.swap(Move(branch, tip, made), *(claims.moving(claim, LANDED) for claim in done))


def test_a_worker_whose_lease_ran_out_hands_in_nothing_and_lands_nothing(worker: Callable[..., AttemptClaims]) -> None:
    clock = Clock()
    slow, quick = worker(clock=clock), worker(clock=clock)
    opened(slow.remote, SessionId("WFS-one"), ["one"], LEASE_S)
    stale = slow.claim(slow.look()["one"])
    assert stale is not None and not see(quick, "one")
    for _ in range(3):
        clock.now += LEASE_S / 3
        claimable = see(quick, "one")
    assert claimable
    taken = quick.claim(quick.look()["one"])
    assert taken is not None
    assert not stale.move_on({"state": DONE, "by": "slow"}) and stale.lost
    assert taken.move_on({"state": DONE, "by": "quick"})
    (found,) = slow.look().values()
    assert found.record["by"] == "quick"


def test_a_reader_that_was_stopped_itself_takes_no_lease(worker: Callable[..., AttemptClaims]) -> None:
    clock = Clock()
    claims = worker(clock=clock)
    opened(claims.remote, SessionId("WFS-one"), ["one"], LEASE_S)
    held = claims.claim(claims.look()["one"])
    assert held is not None and not see(claims, "one")
    clock.now += 3600  # an hour in one step: a suspended machine, or a clock that was set
    assert not see(claims, "one")
    held.give_up()


def test_a_beat_moves_the_ref_and_keeps_the_lease(worker: Callable[..., AttemptClaims], tmp_path: Path) -> None:
    claims = worker()
    opened(claims.remote, SessionId("WFS-one"), ["one"], LEASE_S)
    seen = claims.look()["one"]
    held = HeldLease.take(claims.remote, "refs/testfix/WFS-one/attempts/one", seen.object_id, {"state": LEASED}, 0.03)
    assert held is not None
    before = claims.look()["one"].object_id
    moved = (claims.look()["one"].object_id != before for _ in range(LOOKS))
    assert any(moved)
    assert held.move_on({"state": DONE}) and not held.lost
    watch = LeaseWatch(LEASE_S)
    assert not watch.is_over("ref", "id")


@pytest.fixture
def troubled(bare: Path, tmp_path: Path) -> Callable[[str], Remote]:
    """Reach the remote by an `ssh` whose next push ends with these words."""
    words, command = tmp_path / "words", tmp_path / "ssh"
    command.write_text(
        "#!/bin/sh\nfor last; do :; done\n"
        f"case $last in *receive-pack*) if [ -e {words} ]; then cat {words} >&2; rm {words}; exit 255; fi;; esac\n"
        'eval "$last"\n'
    )
    command.chmod(0o755)

    def make(said: str) -> Remote:
        client = local(tmp_path / "mine.git")
        remote = Remote(client, f"ssh://git@host{bare}")
        remote.git = remote.git.with_env(GIT_SSH_COMMAND=str(command))
        words.write_text(said)
        return remote

    return make


def test_a_push_whose_connection_is_reset_is_repeated(troubled: Callable[[str], Remote]) -> None:
    remote = troubled("Connection reset by peer")
    made = record_commit(remote, {"state": OPEN}, [])
    assert remote.swap(Move("refs/testfix/one", "", made))
    assert remote.look("refs/testfix/*") == {"refs/testfix/one": made}


def test_a_push_whose_answer_is_lost_was_made_though_the_next_owner_moved_on(worker, bare) -> None:
    remote, hook = worker().remote, bare / "hooks" / "reference-transaction"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(
        '#!/bin/sh\n[ "$1" = committed ] && [ ! -e moved ] || exit 0\ntouch moved\n'
        "new=$(git rev-parse refs/testfix/one)\nexport GIT_AUTHOR_NAME=o GIT_AUTHOR_EMAIL=o@o GIT_COMMITTER_NAME=o\n"
        "export GIT_COMMITTER_EMAIL=o@o\nnext=$(git commit-tree -p $new -m next $(git mktree </dev/null))\n"
        "git update-ref refs/testfix/one $next\nkill -9 $PPID\n"
    )
    hook.chmod(0o755)
    made = record_commit(remote, {"state": OPEN}, [])
    assert remote.swap(Move("refs/testfix/one", "", made))
    assert remote.look("refs/testfix/one") != {"refs/testfix/one": made}
    other = record_commit(remote, {"state": OPEN}, [])
    assert not remote.swap(Move("refs/testfix/one", made, other))


def test_a_lease_outlives_a_beat_that_the_machine_refuses(worker: Callable[..., AttemptClaims]) -> None:
    remote, ref = worker().remote, "refs/testfix/one"
    held = HeldLease.take(remote, ref, "", {"state": LEASED}, LEASE_S)
    assert held is not None
    before = remote.look(ref)
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, limits[1]))  # no file can be opened, no process be started
    try:
        held._beat()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    assert remote.look(ref) == before
    held._beat()
    assert remote.look(ref) != before and not held.lost
    held.give_up()


def test_no_keys_are_no_attempts(worker: Callable[..., AttemptClaims]) -> None:
    claims = worker()
    opened(claims.remote, SessionId("WFS-one"), ["one"], LEASE_S)
    assert claims.look([]) == {}


def test_the_locks_of_a_git_that_was_killed_with_its_worker_go(own_world: Path) -> None:
    code = "from testfix_pipeline.workspace.shared.checkouts import worker_checkout as w; print(w('/srv/r.git', 'r'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    git_dir = Path(done.stdout.strip()) / ".git"
    locks = [git_dir / name for name in ("index.lock", "testfix-WFS-one.index.lock", "refs/heads/main.lock")]
    for lock in locks:
        lock.touch()
    assert worker_checkout("/srv/r.git", "r") == git_dir.parent
    assert not any(lock.exists() for lock in locks)


def test_another_version_of_the_program_claims_nothing(worker: Callable[..., AttemptClaims]) -> None:
    claims = worker(program="0.0.9")
    opened(claims.remote, SessionId("WFS-one"), ["one"], LEASE_S)
    with pytest.raises(UsageError, match=r"planned by testfix proof, and this worker has 0\.0\.9") as refused:
        claims.claim(claims.look()["one"])
    assert "Install the same version on every worker" in refused.value.next_step
    assert claims.look()["one"].state == OPEN


POINTS = [0.0, 0.5, 1.0, 2.0, 2.5, 3.0, 3.5, 5.0, 6.5, 8.0, 9.5]


@pytest.fixture(scope="module")
def race(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str, float | None], int]]:
    """Run a process of a worker on a session with two attempts; its exit code."""
    top = tmp_path_factory.mktemp("race")
    remote = Remote(local(top / "mine.git"), str(top / "remote.git"))
    local(top / "remote.git")

    def start(session: str, dies_at: float | None) -> int:
        if not remote.look(branch_ref(SessionId(session))):
            opened(remote, SessionId(session), KEYS, 0.6)
        dying = [] if dies_at is None else [str(dies_at)]
        command = [sys.executable, "-m", "benchmarks.cluster.claim_worker", str(top / "remote.git")]
        command += [str(top / f"{session}-{dies_at}.git"), session, "0.6", "0", *dying]
        root = Path(__file__).parents[2]
        return subprocess.run(command, cwd=root, check=False).returncode

    start.remote = remote  # type: ignore[attr-defined]
    yield start
    shutil.rmtree(top)


@pytest.mark.parametrize("point", POINTS)
def test_killed_at_any_call_the_next_worker_finishes_and_nothing_lands_twice(race, point) -> None:
    session = f"WFS-{str(point).replace('.', '-')}"
    assert race(session, point) == -signal.SIGKILL
    assert race(session, None) == 0
    assert sorted(landed(race.remote, SessionId(session))) == sorted(KEYS)  # type: ignore[attr-defined]


def test_a_remote_that_is_not_there_is_named(tmp_path: Path) -> None:
    remote = Remote(local(tmp_path / "mine.git"), str(tmp_path / "nowhere.git"))
    with pytest.raises(RemoteUnreachable, match=r"nowhere\.git can't be reached: .*does not appear") as refused:
        remote.look("refs/*")
    assert "Check the address and the network" in refused.value.next_step


def test_a_push_that_a_hook_refuses_is_named_and_moves_nothing(worker, bare) -> None:
    claims = worker()
    opened(claims.remote, SessionId("WFS-one"), ["one"], LEASE_S)
    hook = bare / "hooks" / "update"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\ncase $1 in refs/testfix/*) echo protected by the administrator >&2; exit 1;; esac\n")
    hook.chmod(0o755)
    before = claims.look()["one"].object_id
    with pytest.raises(RemoteRefused, match=r"refuses a push: .*protected by the administrator") as refused:
        claims.claim(claims.look()["one"])
    assert "Allow pushes to refs/testfix/*" in refused.value.next_step
    assert claims.look()["one"].object_id == before


def test_credentials_that_the_server_does_not_take_are_named(tmp_path: Path, bare: Path) -> None:
    (tmp_path / "ssh").write_text("#!/bin/sh\necho 'git@host: Permission denied (publickey).' >&2; exit 255\n")
    (tmp_path / "ssh").chmod(0o755)
    client = local(tmp_path / "mine.git")
    remote = Remote(client, "ssh://git@host/repository.git")
    remote.git = client.with_env(GIT_SSH_COMMAND=str(tmp_path / "ssh"))
    with pytest.raises(RemoteDenied, match=r"does not take the credentials of this machine: .*Permission denied"):
        remote.look("refs/*")


@pytest.mark.parametrize(
    ("url", "is_secret"),
    [
        ("https://ada:hunter2@host/r.git", True),
        ("https://ghp_token@host/r.git", True),
        ("ssh://git@host/r.git", False),
        ("git@host:r.git", False),
        ("/srv/git/r.git", False),
        ("https://host/r.git", False),
    ],
)
def test_an_address_holds_no_credentials(url: str, is_secret: bool) -> None:
    if not is_secret:
        check_remote(url)
        return
    with pytest.raises(InvalidConfig) as refused:
        check_remote(url)
    assert "hunter2" not in str(refused.value) and "ghp" not in str(refused.value)
    assert "credential helper" in json.dumps(refused.value.next_step)


def test_an_address_that_can_not_be_read_is_refused() -> None:
    with pytest.raises(InvalidConfig, match="none that can be read"):
        check_remote("https://ada:hunter2@[host/r.git")
