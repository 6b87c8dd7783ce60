from word_suggest import WordSuggest


def make(limit=3, **words):
    t = WordSuggest(limit)
    for word, times in words.items():
        t.add(word, times)
    return t


def test_every_prefix_is_fresh():
    t = make(stone=3, stop=2, stow=1)
    for prefix in ("", "s", "st", "sto"):
        assert t.suggest(prefix) == ["stone", "stop", "stow"]
    t.remove("stop")
    for prefix in ("", "s", "st", "sto"):
        assert t.suggest(prefix) == ["stone", "stow"]


def test_word_node_itself():
    t = make(car=3, card=2)
    assert t.suggest("car") == ["car", "card"]
    t.remove("car")
    assert t.suggest("car") == ["card"]
    assert t.suggest("card") == ["card"]


def test_last_word():
    t = make(a=1)
    assert t.suggest("") == ["a"]
    t.remove("a")
    assert t.suggest("") == []
    assert t.words() == [] and len(t) == 0


def test_limit_one_next_best():
    t = make(limit=1, pear=2, peach=9)
    assert t.suggest("pe") == ["peach"]
    t.remove("peach")
    assert t.suggest("pe") == ["pear"]


def test_remove_unknown_changes_nothing():
    t = make(pear=2, peach=9)
    assert t.suggest("pe") == ["peach", "pear"]
    assert not t.remove("pea")
    assert not t.remove("zebra")
    assert t.suggest("pe") == ["peach", "pear"]


def test_remove_normalises():
    t = make(pear=2, peach=9)
    t.suggest("p")
    assert t.remove(" Pear ")
    assert t.suggest("p") == ["peach"]


def test_add_again_after_remove():
    t = make(pear=5, peach=3)
    t.suggest("p")
    t.remove("pear")
    t.add("pear")
    assert t.frequency("pear") == 1
    assert t.suggest("p") == ["peach", "pear"]


def test_result_is_a_copy():
    t = make(pear=5)
    t.suggest("p").append("junk")
    assert t.suggest("p") == ["pear"]


def test_several_removals():
    t = make(aa=4, ab=3, ac=2, ad=1)
    assert t.suggest("a") == ["aa", "ab", "ac"]
    t.remove("aa")
    assert t.suggest("a") == ["ab", "ac", "ad"]
    t.remove("ac")
    assert t.suggest("a") == ["ab", "ad"]


def test_other_branch_untouched():
    t = make(one=1, two=2)
    assert t.suggest("t") == ["two"]
    t.remove("one")
    assert t.suggest("t") == ["two"]
    assert t.suggest("o") == []
