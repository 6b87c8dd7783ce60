"""Whether sessions keep their budget of time: suites that hang in six ways and two large ones, at three budgets."""
