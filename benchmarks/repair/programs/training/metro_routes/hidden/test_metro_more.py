from metro import Network


def grid():
    network = Network()
    for row in range(4):
        network.add_line(f"row{row}", [(row, n) for n in range(4)])
    for column in range(4):
        network.add_line(f"column{column}", [(n, column) for n in range(4)])
    return network


def test_distances_in_a_grid():
    network = grid()
    for row in range(4):
        for column in range(4):
            assert network.stops((0, 0), (row, column)) == row + column
            assert network.stops((3, 1), (row, column)) == 3 - row + abs(column - 1)
