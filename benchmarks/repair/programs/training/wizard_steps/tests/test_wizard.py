from wizard import Step, Wizard, mailbox_wizard, not_empty


def fill(w, *values):
    return [w.answer(v) for v in values]


def test_full_run():
    w = mailbox_wizard()
    assert fill(w, "Jo", "imap", "mail.test", "inbox") == [None] * 4
    assert w.finished()
    assert w.answers == {"name": "Jo", "kind": "imap", "server": "mail.test", "folder": "inbox"}


def test_skips_server():
    w = mailbox_wizard()
    fill(w, "Jo", "local")
    assert w.current().name == "folder"


def test_error_keeps_step():
    w = mailbox_wizard()
    assert w.answer("  ") == "please enter something"
    assert w.current().name == "name"


def test_choice_error():
    w = mailbox_wizard()
    assert fill(w, "Jo", "pop")[1] == "choose one of imap, local"


def test_answer_after_end():
    w = Wizard([])
    assert w.finished()
    assert w.answer("x") == "the wizard is finished"


def test_back():
    w = mailbox_wizard()
    fill(w, "Jo", "imap")
    assert w.back() is True
    assert w.current().name == "kind"
    assert w.answers == {"name": "Jo"}


def test_back_over_skipped():
    w = mailbox_wizard()
    fill(w, "Jo", "local")
    assert w.back() is True
    assert w.current().name == "kind"


def test_back_at_start():
    assert mailbox_wizard().back() is False


def test_first_step_skipped():
    w = Wizard([Step("a", not_empty, lambda _: True), Step("b", not_empty)])
    assert w.current().name == "b"
    assert w.back() is False
