"""What passes between a tool and its model's server, and what does not."""

import http.client

import pytest

from testfix_pipeline.agents.clis.gateway import Gateway, Upstream
from testfix_pipeline_tests.agents.model_server import ModelServer, Say


def status(gateway: Gateway, method: str, path: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", gateway.port, timeout=30)
    try:
        connection.request(method, path, b'{"model": "m"}', {"Authorization": f"Bearer {gateway.token}"})
        return connection.getresponse().status
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("method", "path", "answer", "counted"),
    [
        ("POST", "/v1/chat/completions", 200, 1),
        ("POST", "/v1/chat/completions/", 200, 1),
        ("POST", "/v1/chat/%63ompletions", 200, 1),
        ("POST", "/v1/messages/count_tokens", 200, 0),
        ("GET", "/v1/models", 200, 0),
        ("POST", "/v1/messages/batches", 404, 0),
        ("POST", "/v1/completions", 404, 0),
        ("POST", "/v1beta/models/m:batchGenerateContent", 404, 0),
    ],
)
def test_what_costs_is_counted_or_does_not_pass(method: str, path: str, answer: int, counted: int) -> None:
    with ModelServer([Say("fine")]) as server, Gateway(Upstream(server.address, "k"), None, 30.0, 5) as gateway:
        assert status(gateway, method, path) == answer
        assert len(gateway.exchanges) == counted


def test_nothing_passes_a_gateway_that_is_stopped() -> None:
    with ModelServer([Say("fine")]) as server, Gateway(Upstream(server.address, "k"), None, 30.0, 5) as gateway:
        gateway.stopped.set()
        asked = [("GET", "/v1/models"), ("POST", "/v1/messages/count_tokens"), ("POST", "/v1/chat/completions")]
        assert [status(gateway, *one) for one in asked] == [503, 503, 503]
        assert server.requests == []
