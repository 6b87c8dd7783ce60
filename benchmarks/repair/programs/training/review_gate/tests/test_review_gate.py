import pytest

from review_gate import Review, ReviewError


@pytest.fixture
def review():
    return Review("ann")


def test_merge(review):
    review.approve("bob")
    review.approve("cat")
    review.merge()
    assert review.state == "merged"


def test_too_few(review):
    review.approve("bob")
    review.approve("bob")
    with pytest.raises(ReviewError):
        review.merge()


def test_own_change(review):
    with pytest.raises(ReviewError):
        review.approve("ann")


def test_objection(review):
    for name in ("bob", "cat"):
        review.approve(name)
    review.object("dan")
    with pytest.raises(ReviewError):
        review.merge()


def test_objection_settled(review):
    review.object("bob")
    review.push()
    review.approve("bob")
    review.approve("cat")
    review.merge()
    assert (review.state, review.version) == ("merged", 2)


def test_push_after_approval(review):
    review.approve("bob")
    review.approve("cat")
    review.push()
    with pytest.raises(ReviewError):
        review.merge()


def test_push_after_merge(review):
    review.approve("bob")
    review.approve("cat")
    review.merge()
    with pytest.raises(ReviewError):
        review.push()
