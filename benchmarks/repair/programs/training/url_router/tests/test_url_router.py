import pytest

from url_router import MethodNotAllowed, NotFound, Router


@pytest.fixture
def router():
    r = Router()
    r.add("/users", "user_list")
    r.add("/users/<int:user_id>", "user_detail", methods=("GET", "DELETE"))
    r.add("/posts/<slug:title>", "post")
    r.add("/files/<name>/raw", "raw_file")
    return r


def test_literal_route(router):
    assert router.resolve("/users") == ("user_list", {})


def test_typed_parameter(router):
    assert router.resolve("/users/42") == ("user_detail", {"user_id": 42})


def test_wrong_type_is_not_found(router):
    with pytest.raises(NotFound):
        router.resolve("/posts/Not_A_Slug")


def test_slug_and_query_string(router):
    assert router.resolve("/posts/my-first-post?page=2") == ("post", {"title": "my-first-post"})


def test_path_deeper_than_the_route(router):
    with pytest.raises(NotFound):
        router.resolve("/posts/hello/comments")


def test_method_not_allowed(router):
    with pytest.raises(MethodNotAllowed) as info:
        router.resolve("/posts/hello", "POST")
    assert info.value.allowed == ["GET"]


def test_parameter_in_the_middle(router):
    assert router.resolve("/files/a.txt/raw") == ("raw_file", {"name": "a.txt"})


def test_url_for(router):
    assert router.url_for("user_detail", user_id=7) == "/users/7"
