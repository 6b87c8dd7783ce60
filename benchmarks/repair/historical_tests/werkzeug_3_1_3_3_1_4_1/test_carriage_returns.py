import pytest
from werkzeug.sansio.multipart import Data, MultipartDecoder

HEAD = b'--foo\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n'


def pieces_of(chunks):
    decoder = MultipartDecoder(b"foo")
    found = []
    for chunk in chunks:
        decoder.receive_data(chunk)
        while type(event := decoder.next_event()).__name__ not in ("NeedData", "Epilogue"):
            if isinstance(event, Data):
                found.append(event.data)
    return found


BODY = b"A\r\nB" + b"C" * 30 + b"\r\nD\r\n\r\nE"


@pytest.mark.parametrize("cut", range(1, len(BODY)))
def test_a_break_of_lines_stays_in_one_piece(cut):
    found = pieces_of([HEAD + BODY[:cut], BODY[cut:] + b"\r\n--foo--"])
    assert b"".join(found) == BODY
    assert not any(piece.endswith(b"\r") for piece in found[:-1])


def test_one_piece():
    assert b"".join(pieces_of([HEAD + BODY + b"\r\n--foo--"])) == BODY
