from telegraph import Receiver, from_signal, to_signal


def test_single_letter():
    assert from_signal([(True, 3)]) == "T"


def test_unknown_letter_at_the_end():
    assert from_signal([(True, 1), (False, 1)] * 8) == "#"


def test_receiver_is_empty_after_finish():
    receiver = Receiver()
    receiver.feed(True, 1)
    assert receiver.finish() == "E"
    receiver.feed(True, 3)
    assert receiver.finish() == "T"
    assert receiver.finish() == ""


def test_no_doubled_letter_after_silence():
    assert from_signal(to_signal("go") + [(False, 3)]) == "GO"
    assert from_signal(to_signal("go") + [(False, 7)]) == "GO"


def test_slow_hand():
    signal = [(pressed, length * 60) for pressed, length in to_signal("qrz? x")]
    assert from_signal(signal, unit=60) == "QRZ? X"
