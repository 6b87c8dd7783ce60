from buffer import Ring


def test_mixed():
    ring = Ring(3)
    seen = []
    for n in range(20):
        ring.push(n)
        if n % 3 == 2:
            seen.append(ring.pop())
    assert seen == [0, 3, 6, 9, 12, 15]
    assert ring.values() == [17, 18, 19][-len(ring):]


def test_last():
    ring = Ring(2)
    for n in range(7):
        ring.push(n)
    assert ring[-1] == 6 and ring[0] == 5
