"""`testfix review` on a session that has run."""

from testfix_pipeline.cli.views import review_view
from testfix_pipeline_tests.pipeline.conftest import SESSION, Story


def test_review_shows_the_diff_its_fix_and_the_criteria(story: Story) -> None:
    before = story.repo.fingerprint()
    found = review_view.review(story.repo.root, SESSION, yes=False)
    assert story.repo.fingerprint() == before, "it changes nothing"
    assert (found["status"], found["pass_rate"]) == ("completed", 100.0)
    assert "prices.py" in found["files"] and not any(".workflow" in file for file in found["files"])
    assert "-VAT = 91" in found["diff"] and "+VAT = 19" in found["diff"]
    (fix,) = found["fixes"]
    assert (fix["task_id"], fix["tests"]) == ("IMPL-fix-1", ["test_prices.py::test_gross"])
    assert fix["commit"] in story.repo.git("rev-list", story.branch)
    assert {row["task"] for row in found["acceptance"]} >= {"IMPL-001", "IMPL-002"}
    assert any("what the code does now, right or wrong" in line for line in found["look_first"])
    assert review_view.review(story.repo.root, "", yes=False)["session_id"] == SESSION
