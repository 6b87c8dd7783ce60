from radix_sort import radix_sort


def test_empty():
    assert radix_sort([]) == []


def test_digits():
    assert radix_sort([7, 1, 9, 0, 3]) == [0, 1, 3, 7, 9]


def test_equal_digits():
    assert radix_sort([2, 1, 2, 1]) == [1, 1, 2, 2]


def test_zeros():
    assert radix_sort([0, 0]) == [0, 0]


def test_negative_digits():
    assert radix_sort([3, -5, 0, -1]) == [-5, -1, 0, 3]


def test_two_digits():
    assert radix_sort([42, 7, 18, 10]) == [7, 10, 18, 42]


def test_many_digits():
    assert radix_sort([802, 1024, 45, 2]) == [2, 45, 802, 1024]


def test_negative_numbers():
    assert radix_sort([-30, 12, -4, 100]) == [-30, -4, 12, 100]


def test_new_list():
    numbers = [2, 1]
    radix_sort(numbers)
    assert numbers == [2, 1]
