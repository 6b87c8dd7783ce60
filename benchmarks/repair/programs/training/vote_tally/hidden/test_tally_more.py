from tally import Ballot, run


def test_many_ballots():
    papers = []
    for voter in range(5):
        papers.append(Ballot(str(voter)).rank("A" if voter < 2 else "B"))
    assert [len(p.ranking) for p in papers] == [1] * 5
    assert run(papers, "AB")[0] == "B"


def test_given_ranking_is_used():
    ballot = Ballot("x", ["B"])
    assert ballot.rank("A").ranking == ["B", "A"]
