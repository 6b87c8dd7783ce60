from telegraph import Receiver, decode, encode, from_signal, to_signal


def test_encode():
    assert encode("sos") == "... --- ..."
    assert encode("Hi  you!") == ".... .. / -.-- --- ..-"


def test_encode_nothing():
    assert encode(" !! ") == ""


def test_decode():
    assert decode("... --- ... / .- -...") == "SOS AB"


def test_decode_unknown_letter():
    assert decode(".- ........ -...") == "A#B"


def test_signal_of_a_word():
    assert to_signal("an") == [(True, 1), (False, 1), (True, 3), (False, 3), (True, 3), (False, 1), (True, 1)]


def test_signal_of_words():
    assert to_signal("e t") == [(True, 1), (False, 7), (True, 3)]


def test_receiver_with_trailing_silence():
    receiver = Receiver(unit=100)
    for pressed, length in [(True, 90), (False, 120), (True, 330), (False, 310), (True, 95), (False, 800)]:
        receiver.feed(pressed, length)
    assert receiver.finish() == "AE"


def test_receiver_hears_words():
    signal = [(True, 1), (False, 7), (True, 3), (False, 9)]
    assert from_signal(signal) == "E T"


def test_round_trip():
    assert from_signal(to_signal("meet me at 9")) == "MEET ME AT 9"


def test_silence():
    assert from_signal([(False, 20)]) == ""
