print("test_a.py::test_bad PASSED")
print('{"e": "end"}')
