from mime_sniff import DEFAULT, extension, guess, looks_like_text, mismatch, sniff, totals


def test_extension():
    assert extension("a.tar.GZ") == "gz"
    assert extension("README") == ""
    assert extension(".profile") == ""


def test_pictures():
    assert sniff(b"\x89PNG\r\n\x1a\n\0\0") == "image/png"
    assert sniff(b"\xff\xd8\xff\xe0") == "image/jpeg"
    assert sniff(b"GIF89a\x01\x00\x01\x00") == "image/gif"


def test_old_gif():
    assert sniff(b"GIF87a\x20\x00\x20\x00") == "image/gif"
    assert guess("logo.gif", b"GIF87a\x20\x00\x20\x00") == "image/gif"


def test_riff():
    assert sniff(b"RIFF\x10\0\0\0WEBPVP8 ") == "image/webp"
    assert sniff(b"RIFF\x10\0\0\0WAVEfmt ") == "audio/wav"
    assert sniff(b"RIFF\x10\0\0\0AVI LIST") is None


def test_tar():
    assert sniff(b"notes.txt".ljust(257, b"\0") + b"ustar\0") == "application/x-tar"


def test_text():
    assert looks_like_text("grün".encode())
    assert looks_like_text("grü".encode()[:-1])
    assert not looks_like_text(b"a\0b")


def test_name_refines_text():
    assert guess("a.csv", b"a,b\n1,2\n") == "text/csv"
    assert guess("a.exe", b"a,b\n") == "text/plain"


def test_name_refines_zip():
    assert guess("letter.docx", b"PK\x03\x04....").endswith("wordprocessingml.document")
    assert guess("letter.doc", b"PK\x03\x04....") == "application/zip"


def test_name_alone():
    assert guess("photo.JPG") == "image/jpeg"
    assert guess("photo.xyz") == DEFAULT


def test_mismatch():
    assert mismatch("photo.jpg", b"%PDF-1.4")
    assert not mismatch("notes.txt", b"hello")


def test_totals():
    files = [("a.png", b""), ("b", b"%PDF-1"), ("c", b"%PDF-2")]
    assert totals(files) == [("application/pdf", 2), ("image/png", 1)]
