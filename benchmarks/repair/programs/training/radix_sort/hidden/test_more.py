from radix_sort import radix_sort


def test_ten():
    assert radix_sort([10]) == [10]


def test_duplicates():
    assert radix_sort([33, 11, 33]) == [11, 33, 33]


def test_large():
    numbers = [(i * 7919) % 10007 for i in range(30)]
    assert radix_sort(numbers) == sorted(numbers)


def test_only_negative():
    assert radix_sort([-1, -100, -20]) == [-100, -20, -1]


def test_single_digits():
    assert radix_sort([5, -5, 4]) == [-5, 4, 5]
