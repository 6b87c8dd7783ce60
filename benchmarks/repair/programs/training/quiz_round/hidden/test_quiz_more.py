from quiz import Quiz


def test_more():
    q = Quiz()
    q.answer(True)
    q.next_round()
    assert q.streak == 0 and q.points == 10 and q.round == 2
