import pytest

from nest_egg import RateTable, SavingsAccount, months_to_goal


@pytest.fixture
def account():
    return SavingsAccount(RateTable({0: 1.2, 100_000: 2.4}))


def test_one_month(account):
    account.deposit(50_000, 0)
    account.run_to(30)
    assert account.balance == 50_050
    assert account.entries[-1] == (30, "interest", 50)


def test_better_rate(account):
    account.deposit(100_000, 0)
    account.run_to(15)
    assert account.accrued == 100
    assert account.balance == 100_000


def test_small_savings(account):
    account.deposit(450, 0)
    account.run_to(30 * 10)
    assert account.earned() == 4
    assert account.balance == 454


def test_part_of_a_cent(account):
    account.deposit(1_500, 0)
    account.run_to(90)
    assert [e for e in account.entries if e[1] == "interest"] == [
        (30, "interest", 1),
        (60, "interest", 2),
        (90, "interest", 1),
    ]


def test_withdraw(account):
    account.deposit(60_000, 0)
    account.withdraw(30_000, 15)
    account.run_to(30)
    assert account.balance == 30_045
    with pytest.raises(ValueError):
        account.withdraw(40_000, 30)


def test_close(account):
    account.deposit(100_000, 3)
    assert account.close(18) == 100_100
    assert account.balance == 0


def test_earned_between(account):
    account.deposit(50_000, 0)
    account.run_to(65)
    assert account.earned(31) == 50
    assert account.earned(0, 60) == 100


def test_backwards(account):
    account.run_to(5)
    with pytest.raises(ValueError):
        account.deposit(1, 4)


def test_goal():
    table = RateTable({0: 0})
    assert months_to_goal(table, 100, 50, 300) == 4
    assert months_to_goal(table, 100, 0, 300) is None
