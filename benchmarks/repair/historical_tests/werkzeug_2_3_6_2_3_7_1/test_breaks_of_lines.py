import pytest
from werkzeug.sansio.multipart import Data, MultipartDecoder

HEAD = b'--foo\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n'


def content(pieces):
    decoder = MultipartDecoder(b"foo")
    found, last = [], False
    for piece in pieces:
        decoder.receive_data(piece)
        while type(event := decoder.next_event()).__name__ not in ("NeedData", "Epilogue"):
            if isinstance(event, Data):
                found.append(event.data)
                last = not event.more_data
    assert last
    return b"".join(found)


@pytest.mark.parametrize("start", [b"A", b"\n", b"\r\n", b"\n\n", b"A\r\nB\n", b"0123456789\nABC"])
@pytest.mark.parametrize("cut", range(1, 9))
def test_nothing_is_lost_between_pieces(start, cut):
    body = start + b"\r\nBCDE\r\n\r\nF"
    end = b"\r\n--foo--"
    assert content([HEAD + body[:cut], body[cut:] + end]) == body


def test_one_piece():
    assert content([HEAD + b"x\ny\r\n--foo--"]) == b"x\ny"
