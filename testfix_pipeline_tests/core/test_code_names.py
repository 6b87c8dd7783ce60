from testfix_pipeline.core.code_names import code_name, name_in_code, split_code_name


def test_a_name_is_the_file_and_the_dotted_name():
    assert code_name("shop/cart.py", "Cart.total") == "shop/cart.py::Cart.total"
    assert split_code_name("shop/cart.py::Cart.total") == ("shop/cart.py", "Cart.total")
    assert name_in_code("shop/cart.py::Cart.total") == "Cart.total"


def test_a_file_alone_has_no_name():
    assert split_code_name("shop/cart.py") == ("shop/cart.py", "")
    assert name_in_code("shop/cart.py") == "shop/cart.py"
