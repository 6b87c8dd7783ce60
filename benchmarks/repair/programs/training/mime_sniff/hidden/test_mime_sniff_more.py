from mime_sniff import guess, mismatch, sniff, totals


def test_both_kinds_of_gif():
    assert sniff(b"GIF87a") == "image/gif"
    assert sniff(b"GIF89a") == "image/gif"


def test_other_texts_are_no_gif():
    assert sniff(b"GIF88a is no version") == "text/plain"
    assert sniff(b"GIF files are old") == "text/plain"
    assert sniff(b"GIF8") == "text/plain"


def test_gif_with_other_sizes():
    assert sniff(b"GIF87a\xff\xff\x01\x00\xf7") == "image/gif"
    assert guess("noname", b"GIF87a;") == "image/gif"


def test_not_at_the_start():
    assert sniff(b"\0GIF87a") is None


def test_mismatch_of_old_gif():
    assert mismatch("logo.png", b"GIF87a\0\0")
    assert mismatch("logo.txt", b"GIF87a and more")


def test_totals():
    assert totals([("a", b"GIF87a."), ("b", b"GIF89a."), ("c", b"OggS")]) == [("image/gif", 2), ("audio/ogg", 1)]
