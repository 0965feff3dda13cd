"""Calls to addresses that somebody else has named reach nothing but the public internet."""

from pathlib import Path

import pytest

from campaign.notifications.outgoing_requests import own_addresses
from campaign.notifications.public_addresses import is_public


@pytest.mark.parametrize(
    "address",
    ["8.8.8.8", "93.184.215.14", "172.15.0.1", "172.32.0.1", "100.63.0.1", "100.128.0.1",
     "223.255.255.255", "2606:4700:4700::1111", "2a00:1450::1", "2001:4860:4860::8888"],
)  # fmt: skip
def test_what_is_public(address: str) -> None:
    """The neighbours of the networks above are."""
    assert is_public(address)


def test_the_machines_addresses_are_read_from_the_system(tmp_path: Path) -> None:
    """Linux lists those of IPv6: 32 hex digits, the rest of the line is not looked at."""
    table = tmp_path / "if_inet6"
    table.write_text("2a0014504001080b0000000000000005 02 40 00 80     eth0\n")
    assert "2a00:1450:4001:80b::5" in own_addresses(table)
    assert isinstance(own_addresses(tmp_path / "none"), tuple)
