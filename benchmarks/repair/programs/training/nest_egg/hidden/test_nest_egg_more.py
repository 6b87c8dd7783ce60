from nest_egg import RateTable, SavingsAccount, months_to_goal


def account_with(cents, rate=1.2):
    account = SavingsAccount(RateTable({0: rate}))
    account.deposit(cents, 0)
    return account


def interest(account):
    return [cents for _, kind, cents in account.entries if kind == "interest"]


def test_halves_add_up():
    account = account_with(500)
    account.run_to(60)
    assert interest(account) == [1]
    assert account.balance == 501


def test_thirds_add_up():
    account = account_with(334)
    account.run_to(90)
    assert interest(account) == [1]


def test_nothing_before_a_whole_cent():
    account = account_with(99)
    account.run_to(300)
    assert interest(account) == []
    account.run_to(360)
    assert account.balance == 100


def test_exact_cents():
    account = account_with(1_000)
    account.run_to(30)
    assert account.balance == 1_001
    assert account.accrued == 0


def test_accrued_after_payment_and_time():
    account = account_with(1_900)
    account.run_to(30)
    assert account.accrued == 0
    account.run_to(32)
    assert account.accrued == 1


def test_fraction_survives_withdrawal():
    account = account_with(900)
    account.run_to(30)
    account.withdraw(400, 30)
    account.run_to(60)
    assert interest(account) == [1]


def test_interest_paid_only_once():
    account = account_with(50_000)
    account.run_to(30)
    account.run_to(30)
    assert interest(account) == [50]


def test_in_small_steps():
    slow, fast = account_with(1_234), account_with(1_234)
    for day in range(0, 361, 7):
        slow.run_to(day)
    slow.run_to(360)
    fast.run_to(360)
    assert slow.entries == fast.entries
    assert sum(interest(fast)) == 14


def test_close_pays_whole_cents():
    account = account_with(1_500)
    account.run_to(30)
    assert account.close(45) == 1_502


def test_goal_with_small_interest():
    assert months_to_goal(RateTable({0: 1.2}), 500, 0, 501) == 2


def test_closed_account_stays_empty():
    account = account_with(700)
    account.close(60)
    account.run_to(360)
    assert account.balance == 0
