from wizard import Step, Wizard, mailbox_wizard, not_empty


def test_back_all_the_way():
    w = mailbox_wizard()
    for v in ("Jo", "imap", "srv", "in"):
        w.answer(v)
    assert [w.back() for _ in range(5)] == [True, True, True, True, False]
    assert w.answers == {}


def test_back_from_finished():
    w = Wizard([Step("a", not_empty)])
    w.answer("x")
    assert w.back() is True
    assert not w.finished()


def test_back_then_other_answer():
    w = mailbox_wizard()
    w.answer("Jo")
    w.answer("local")
    assert w.back() is True
    assert w.answer("imap") is None
    assert w.current().name == "server"


def test_back_on_empty_wizard():
    assert Wizard([]).back() is False


def test_all_skipped():
    w = Wizard([Step("a", not_empty, lambda _: True)])
    assert w.finished()
    assert w.back() is False


def test_back_false_keeps_answers():
    w = mailbox_wizard()
    w.back()
    assert w.index == 0 and w.answers == {}
