import pytest

from path_router import MethodNotAllowed, NotFound, Router


@pytest.fixture
def router():
    r = Router()

    @r.route("/users")
    def users():
        return "list"

    @r.route("/users", methods=["POST"])
    def create_user():
        return "created"

    @r.route("/users/<int:id>/")
    def user(id):
        return f"user {id}"

    @r.route("/files/<path:where>", methods=["GET", "DELETE"])
    def files(where):
        return f"file {where}"

    return r


def test_first_route(router):
    assert router.dispatch("GET", "/users/") == "list"
    assert router.dispatch("HEAD", "/users") == "list"


def test_same_path_other_method(router):
    assert router.dispatch("POST", "/users") == "created"


def test_int_parameter(router):
    assert router.dispatch("get", "/users/12?full=1") == "user 12"
    with pytest.raises(NotFound):
        router.dispatch("GET", "/users/bob")


def test_path_parameter(router):
    assert router.dispatch("DELETE", "/files/a/b%20c.txt") == "file a/b c.txt"


def test_not_allowed(router):
    with pytest.raises(MethodNotAllowed) as info:
        router.dispatch("POST", "/users/3")
    assert info.value.allowed == ["GET", "HEAD"]


def test_not_allowed_by_any(router):
    with pytest.raises(MethodNotAllowed) as info:
        router.dispatch("DELETE", "/users")
    assert info.value.allowed == ["GET", "HEAD", "POST"]


def test_not_found(router):
    with pytest.raises(NotFound):
        router.dispatch("GET", "/nothing")


def test_url_for(router):
    assert router.url_for("user", id=4) == "/users/4"
    with pytest.raises(LookupError):
        router.url_for("user")


def test_mount(router):
    site = Router()
    site.mount("/api", router)
    assert site.dispatch("GET", "/api/users/7") == "user 7"
    assert site.url_for("users") == "/api/users"
