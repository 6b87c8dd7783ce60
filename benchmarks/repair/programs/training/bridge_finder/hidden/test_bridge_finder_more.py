from bridge_finder import Network


def net(*pairs):
    n = Network()
    for i, (a, b) in enumerate(pairs):
        n.link(i, a, b)
    return n


def brute(n):
    def reach(a, b, skip):
        todo, seen = [a], {a}
        while todo:
            x = todo.pop()
            for i, (p, q) in n.links.items():
                if i != skip and x in (p, q):
                    y = q if x == p else p
                    if y not in seen:
                        seen.add(y)
                        todo.append(y)
        return b in seen
    return [i for i, (a, b) in n.links.items() if not reach(a, b, i)]


def check(*pairs):
    n = net(*pairs)
    assert n.bridges() == brute(n)


def test_triple():
    check("ab", "ab", "ab")


def test_self_loop():
    check("aa", "ab", "bb")


def test_tail_on_double():
    check("ab", "ab", "bc", "cd", "dc", "de")


def test_square_with_tail():
    check("ab", "bc", "cd", "da", "ae", "ef")


def test_two_parts():
    check("ab", "cd", "cd", "de")


def test_star_of_doubles():
    check("ab", "ab", "ac", "ac", "ad")


def test_robust():
    assert net("ab", "ab", "bc", "bc").is_robust()
    assert not net("ab", "ab", "bc").is_robust()
    assert Network().is_robust()
