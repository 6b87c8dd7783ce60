"""Controls what a process reaches by its sockets.

Settings: `network`, `refused` or `answering`: each outer address leads to a server that says `{}` by HTTP. `ports`:
numbers of local ports with `+` between, on which another server listens already.
"""

import errno
import socket
import threading

from testfix_reads import reads

_LOCAL = ("localhost", "", "0.0.0.0", "::1", "::", "<broadcast>", "localhost.localdomain")
_OUTER = "198.18.0.1"  # of a network for tests
_ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
_real = {name: getattr(socket, name) for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex")}
_connect, _connect_ex, _bind = socket.socket.connect, socket.socket.connect_ex, socket.socket.bind
_state = {"network": "", "sink": None, "own": []}


def apply(settings):
    """Refuse or answer as the settings say."""
    _state["network"] = settings.get("network", "")


def open_servers(settings):
    """Open the servers that the settings want; a process with their threads is no good one to fork."""
    if _state["network"] == "answering":
        _state["sink"] = _serve(0, _ANSWER)
    for port in filter(None, settings.get("ports", "").split("+")):
        _serve(int(port), b"")


def install():
    """Watch what is connected, bound and looked up."""
    socket.getaddrinfo, socket.gethostbyname, socket.gethostbyname_ex = _addresses, _address, _address_ex
    socket.socket.connect, socket.socket.connect_ex, socket.socket.bind = _connect_to, _connect_ex_to, _bind_to


def _serve(port, answer):
    """Start a server on a port, unless it is taken; returns its address."""
    server = socket.socket()
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # after the server of an earlier run
    try:
        _bind(server, ("127.0.0.1", port))
        server.listen(50)
    except OSError:
        server.close()
        return None
    _state["own"].append(server)
    threading.Thread.__dict__["_testfix_start"](
        threading.Thread(target=_answer_all, args=(server, answer), daemon=True)
    )
    return server.getsockname()


def _answer_all(server, answer):
    while True:
        client, _ = server.accept()
        with client:
            if answer:
                client.settimeout(1)
                try:
                    client.recv(65536)
                    client.sendall(answer)
                except OSError:
                    pass


def _is_local(host):
    name = host.decode() if isinstance(host, bytes) else host
    return name is None or name in _LOCAL or name.startswith("127.") or name == socket.gethostname()


def _outer(host):
    """Note an outer address; returns what becomes of it."""
    reads.add_here("network", "%s" % (host.decode() if isinstance(host, bytes) else host))
    return _state["network"]


def _addresses(host, port, *args, **options):
    if _is_answered(host):
        port = port if isinstance(port, int) else 80
        return [(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", (_OUTER, port))]
    return _real["getaddrinfo"](host, port, *args, **options)


def _address(host):
    return _OUTER if _is_answered(host) else _real["gethostbyname"](host)


def _is_answered(host):
    """Whether a name has our address. Raises `socket.gaierror` if it has none."""
    said = "" if _is_local(host) else _outer(host)
    if said == "refused":
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")
    return said == "answering"


def _address_ex(host):
    return (host, [], [_address(host)]) if not _is_local(host) else _real["gethostbyname_ex"](host)


def _has_port(address):
    return isinstance(address, tuple) and isinstance(address[0], (str, bytes))


def _target(address):
    """Where a connection really goes; None if it is refused."""
    if not _has_port(address):
        return address
    if _is_local(address[0]):
        reads.add_here("ports", str(address[1]))
        return address
    said = _outer(address[0])
    return None if said == "refused" else _state["sink"] or address if said == "answering" else address


def _connect_ex_to(self, address):
    target = _target(address)
    return errno.ENETUNREACH if target is None else _connect_ex(self, target)


def _connect_to(self, address):
    target = _target(address)
    if target is None:
        raise OSError(errno.ENETUNREACH, "Network is unreachable")
    return _connect(self, target)


def _bind_to(self, address):
    if _has_port(address) and address[1]:
        reads.add_here("ports", str(address[1]))
    return _bind(self, address)
