import itertools

import pytest

from moderation import Room


@pytest.mark.parametrize("authors", ["".join(p) for p in itertools.product("ab", repeat=4)])
def test_all_messages_go(authors):
    room = Room(per_minute=10)
    for at, author in enumerate(authors):
        room.post(author, str(at), at)
    kept = [f"a: {at}" for at, author in enumerate(authors) if author == "a"]
    assert room.kick("b") == authors.count("b")
    assert room.history() == kept
