import pytest

from review_gate import Review, ReviewError


def test_one_old_and_one_new_approval():
    review = Review("ann")
    review.approve("bob")
    review.push()
    review.approve("cat")
    with pytest.raises(ReviewError):
        review.merge()


def test_approved_again():
    review = Review("ann", needed=1)
    review.approve("bob")
    review.push()
    assert review.approvals == set()
    review.approve("bob")
    review.merge()
    assert review.state == "merged"


def test_objection_outlives_a_push():
    review = Review("ann", needed=1)
    review.object("bob")
    review.push()
    review.approve("cat")
    with pytest.raises(ReviewError):
        review.merge()


def test_versions():
    review = Review("ann")
    review.push()
    review.push()
    assert review.version == 3


def test_no_approval_needed():
    review = Review("ann", needed=0)
    review.merge()
    assert review.state == "merged"
