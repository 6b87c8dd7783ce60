"""Leases of IPv4 addresses from one network, as a small DHCP server hands them out."""

from collections.abc import Iterable, Iterator
from ipaddress import IPv4Address, IPv4Network


class PoolExhausted(Exception):
    """Every address of the pool is leased or reserved."""


class AddressPool:
    """Hands out the lowest free address; a client that comes back gets its old one while that is free.

    The network and the broadcast address are never leased, nor are reserved ones.
    """

    def __init__(self, network: str, reserved: Iterable[str] = ()) -> None:
        self.network = IPv4Network(network)
        self.reserved = {IPv4Address(address) for address in reserved}
        outside = [str(address) for address in sorted(self.reserved) if address not in self.network]
        if outside:
            raise ValueError(f"not in {self.network}: {', '.join(outside)}")
        self._leases: dict[str, IPv4Address] = {}
        self._previous: dict[str, IPv4Address] = {}

    def __len__(self) -> int:
        """The number of leases."""
        return len(self._leases)

    def _hosts(self) -> Iterator[IPv4Address]:
        """Every address that may be leased, lowest first."""
        first = int(self.network.network_address) + 1
        last = int(self.network.broadcast_address) - 1
        for number in range(first, last):
            address = IPv4Address(number)
            if address not in self.reserved:
                yield address

    def _is_free(self, address: IPv4Address) -> bool:
        return address not in self._leases.values()

    def lease(self, client: str) -> str:
        """The address of `client`, a new one where it has none. Raises PoolExhausted."""
        if client in self._leases:
            return str(self._leases[client])
        address = self._previous.get(client)
        if address is None or not self._is_free(address):
            address = self._lowest_free()
        self._leases[client] = address
        return str(address)

    def _lowest_free(self) -> IPv4Address:
        for address in self._hosts():
            if self._is_free(address):
                return address
        raise PoolExhausted(f"{self.network} has no free address")

    def release(self, client: str) -> None:
        """End the lease of `client`. Raises KeyError where it has none."""
        self._previous[client] = self._leases.pop(client)

    def owner(self, address: str) -> str | None:
        """The client that has leased `address`."""
        wanted = IPv4Address(address)
        for client, leased in self._leases.items():
            if leased == wanted:
                return client
        return None

    def free(self) -> list[str]:
        """All addresses that can be leased now, lowest first."""
        return [str(address) for address in self._hosts() if self._is_free(address)]
