import pytest

from queue_ import PrintQueue


@pytest.mark.parametrize("priorities", [(1, 2, 3), (3, 2, 1), (2, 2, 5), (0, -1, 4), (-1, 0, 0), (7, 7, 7)])
def test_by_priority(priorities):
    queue = PrintQueue()
    for number, priority in enumerate(priorities):
        queue.add(f"job{number}", 1, priority)
    wanted = sorted(range(3), key=lambda n: (-priorities[n], n))
    assert queue.print_all() == [f"job{n}" for n in wanted]
