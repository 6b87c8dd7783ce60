import pytest
from itsdangerous.exc import BadTimeSignature
from itsdangerous.timed import TimestampSigner


class Clock(TimestampSigner):
    now = 10**14

    def get_timestamp(self):
        return self.now


@pytest.mark.parametrize("max_age", [None, 10])
@pytest.mark.parametrize("now", [10**12, 10**14, 10**17])
def test_a_wrong_signature_with_a_date_beyond_all_years(now, max_age):
    signer = Clock("one key")
    signer.now = now
    with pytest.raises(BadTimeSignature) as caught:
        TimestampSigner("another key").unsign(signer.sign("value"), max_age=max_age)
    assert caught.value.payload == b"value"
    assert caught.value.date_signed is None


def test_a_wrong_signature_with_a_good_date():
    with pytest.raises(BadTimeSignature) as caught:
        TimestampSigner("another key").unsign(TimestampSigner("one key").sign("value"))
    assert caught.value.payload == b"value"
    assert caught.value.date_signed.year > 2000
