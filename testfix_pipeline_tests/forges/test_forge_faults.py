"""What forges answer when they refuse, and when they do not answer: a clear line, nothing lost, nothing twice."""

import time
from collections.abc import Callable
from email.utils import formatdate

import pytest

from testfix_pipeline.forges.port import ForgeError
from testfix_pipeline.forges.rest_client import RequestLimits
from testfix_pipeline_tests.forges.conftest import Pair
from testfix_pipeline_tests.forges.loopback_forge import TOKEN, Fault

MARKER = "<!-- testfix-ci 1 -->"
BODY = f"{MARKER}\nIt is green."
HASTY = RequestLimits(request_s=0.3, total_s=60.0, tries=2)
FAULTS = {
    401: "does not know the token",
    403: "does not allow this",
    404: "shows the token no such",
    409: "reports a conflict",
    422: "does not take the content",
    429: "takes no more requests",
    500: "has an error of its own",
}


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("status", FAULTS)
def test_a_refusal_is_a_clear_line_without_the_token(pair: Pair, method: str, status: int) -> None:
    pair.real.faults = [Fault(status, method=method, says=f"Bad credentials:\n{TOKEN}")]
    with pytest.raises(ForgeError) as raised:
        pair.asking.put_comment(MARKER, BODY)
    error = raised.value
    assert FAULTS[status] in error.what and f"({status}: Bad credentials: ***)" in error.what
    assert error.next_step and (error.exit_code, error.status) == (1, status)
    assert TOKEN not in f"{error!r} {error} {error.__dict__} {pair.asking!r} {vars(pair.asking)}"
    assert not pair.real.comments


@pytest.mark.parametrize("kind", ["hang", "stall", "reset"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_forge_that_gives_no_answer_is_given_up(pair, connected, method, kind) -> None:
    pair.real.faults = [Fault(kind=kind, method=method)]  # type: ignore[arg-type]
    with pytest.raises(ForgeError, match="can't be reached, or hangs") as raised:
        connected(pair.real, HASTY).asking.put_comment(MARKER, BODY)
    assert TOKEN not in str(raised.value) and "nothing" not in str(raised.value)
    assert not pair.real.comments


def test_nobody_listening_is_said_so(connected: Callable[..., Pair], pair: Pair) -> None:
    pair.real.faults = [Fault(kind="not_json")]
    with pytest.raises(ForgeError, match="it is no JSON"):
        pair.asking.put_comment(MARKER, BODY)


def test_a_rate_limit_is_waited_for_as_long_as_the_forge_says(pair: Pair) -> None:
    pair.real.faults = [Fault(429, method="POST", headers={"Retry-After": "7"}, times=1)]
    assert pair.asking.put_comment(MARKER, BODY).is_new
    assert pair.waits == [7.0] and len(pair.real.comments) == 1


def test_a_rate_limit_may_name_a_date_or_a_moment(pair: Pair) -> None:
    now = time.time()
    pair.real.faults = [
        Fault(503, headers={"Retry-After": formatdate(now + 30, usegmt=True)}, times=1),
        Fault(403, headers={"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(int(now + 40))}, times=1),
    ]
    assert pair.asking.put_comment(MARKER, BODY).is_new
    assert pair.waits[0] == pytest.approx(30, abs=15) and pair.waits[1] == pytest.approx(41, abs=15)


def test_a_limit_that_ends_too_late_is_not_waited_for(pair: Pair) -> None:
    pair.real.faults = [Fault(429, headers={"Retry-After": "3600"})]
    with pytest.raises(ForgeError, match=r"takes no more requests until \d\d:\d\d:\d\d UTC"):
        pair.asking.put_comment(MARKER, BODY)
    assert pair.waits == [] and len(pair.real.asked) == 1


def test_passing_errors_are_tried_again_a_little_later(pair: Pair) -> None:
    pair.real.faults = [Fault(502, method="GET", times=2)]
    assert pair.asking.put_comment(MARKER, BODY).is_new
    assert pair.waits == [1.0, 2.0]


def test_what_was_carried_out_all_the_same_is_not_posted_twice(pair: Pair) -> None:
    pair.real.faults = [Fault(500, method="POST", times=1, is_late=True)]
    pair.asking.put_comment(MARKER, BODY)
    assert [one["body"].partition("\n")[2] for one in pair.real.comments] == ["It is green."]


def test_a_redirect_is_not_followed_with_the_token(pair: Pair) -> None:
    pair.real.faults = [Fault(302, headers={"Location": pair.real.address + "/user"})]
    with pytest.raises(ForgeError, match="another address"):
        pair.asking.put_comment(MARKER, BODY)
    assert len(pair.real.asked) == 1


def test_pages_elsewhere_are_not_asked_for(pair: Pair, connected: Callable[..., Pair]) -> None:
    with type(pair.real)() as other:
        pair.real.faults = [Fault(200, headers={"Link": f'<{other.address}/x>; rel="next"'})]
        assert pair.asking.edit_comment(MARKER, BODY) is None
        assert len(pair.real.asked) == 1 and not other.asked
