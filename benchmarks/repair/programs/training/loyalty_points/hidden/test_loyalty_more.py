from loyalty import Account


def test_silver():
    account = Account("x", lifetime=1000)
    assert account.buy(7, 3) == 14
    assert account.balance(3) == 14


def test_the_rest_stays():
    assert Account("x", lifetime=999).buy(7, 3) == 7
    assert Account("x", lifetime=5000).buy(7, 3) == 21


def test_silver_reaches_gold():
    account = Account("x", lifetime=4000)
    account.buy(500, 1)
    assert account.tier == "gold"
