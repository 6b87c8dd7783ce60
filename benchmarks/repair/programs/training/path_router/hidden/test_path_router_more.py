import pytest

from path_router import MethodNotAllowed, NotFound, Router


def named(text):
    def handler(**params):
        return (text, params)
    return handler


@pytest.fixture
def router():
    r = Router()
    r.add("/pages/new", named("form"), ["GET"], "form")
    r.add("/pages/<slug>", named("page"), ["GET"], "page")
    r.add("/pages/<slug>", named("save"), ["PUT", "PATCH"], "save")
    r.add("/pages/<slug>", named("drop"), ["DELETE"], "drop")
    r.add("/<path:rest>", named("hook"), ["POST"], "hook")
    return r


def allowed(router, method, path):
    with pytest.raises(MethodNotAllowed) as info:
        router.resolve(method, path)
    return info.value.allowed


def test_first_match_wins(router):
    assert router.dispatch("GET", "/pages/new") == ("form", {})


def test_later_method(router):
    assert router.dispatch("PATCH", "/pages/x") == ("save", {"slug": "x"})


def test_last_of_three(router):
    assert router.dispatch("DELETE", "/pages/x") == ("drop", {"slug": "x"})


def test_more_general_pattern(router):
    assert router.dispatch("PUT", "/pages/new") == ("save", {"slug": "new"})


def test_catch_all_of_other_method(router):
    assert router.dispatch("post", "/pages/x") == ("hook", {"rest": "pages/x"})


def test_all_allowed(router):
    assert allowed(router, "OPTIONS", "/pages/x") == [
        "DELETE", "GET", "HEAD", "PATCH", "POST", "PUT",
    ]


def test_allowed_of_one(router):
    assert allowed(router, "GET", "/other") == ["POST"]


def test_allowed_is_not_kept(router):
    allowed(router, "OPTIONS", "/pages/x")
    assert allowed(router, "PUT", "/other/thing") == ["POST"]


def test_not_found_of_empty():
    with pytest.raises(NotFound):
        Router().resolve("GET", "/")


def test_mounted_methods(router):
    site = Router()
    site.mount("v1", router)
    assert site.dispatch("DELETE", "v1/pages/q") == ("drop", {"slug": "q"})
    with pytest.raises(NotFound):
        site.dispatch("DELETE", "/pages/q")


def test_allowed_same_method_twice():
    r = Router()
    r.add("/a", named("one"), ["PUT"])
    r.add("/<b>", named("two"), ["PUT", "GET"])
    assert allowed(r, "DELETE", "/a") == ["GET", "HEAD", "PUT"]
    assert r.dispatch("HEAD", "/a") == ("two", {"b": "a"})
