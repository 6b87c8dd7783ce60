from slip import Decoder, encode


def test_two_broken_frames():
    decoder = Decoder(max_length=4)
    assert decoder.feed(encode(b"toolong") + encode(b"ok") + encode(b"toolongtoo") + encode(b"fine")) == [b"ok", b"fine"]
    assert decoder.broken == 2


def test_after_a_dangling_escape():
    decoder = Decoder()
    assert decoder.feed(b"\xc0ab\xdb\xc0" + encode(b"next")) == [b"next"]
    assert decoder.broken == 1


def test_shared_end():
    decoder = Decoder()
    assert decoder.feed(b"\xc0\xdb\x01\xc0next\xc0") == [b"next"]


def test_rest_of_a_broken_frame_is_dropped():
    decoder = Decoder()
    assert decoder.feed(b"\xc0a\xdb\x01rest") == []
    assert decoder.pending == 0
    assert decoder.feed(b" of it\xc0") == []
    assert decoder.feed(b"new\xc0") == [b"new"]


def test_counted_once():
    decoder = Decoder(max_length=2)
    decoder.feed(b"\xc0abcdefgh\xdb\x01\xdb\x02\xc0")
    assert decoder.broken == 1


def test_good_frames_only():
    decoder = Decoder()
    assert decoder.feed(encode(b"x") * 3) == [b"x"] * 3
    assert decoder.broken == 0
