from backoff import call, schedule


def test_like_the_schedule():
    for factor in (1, 2, 3):
        pauses, left = [], [5]

        def action():
            if left[0]:
                left[0] -= 1
                raise OSError
            return 1

        call(action, pauses.append, tries=6, pause=2, factor=factor)
        assert pauses == schedule(6, pause=2, factor=factor)
