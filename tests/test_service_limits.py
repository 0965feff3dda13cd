"""How often callers of the service may ask."""

from campaign.web.door.limits import Limit, Rate, network_of
from support.programs import HandClock


def test_what_is_left_fills_again_at_a_steady_rate() -> None:
    """Three at once, then one in two seconds, and never more than three."""
    clock = HandClock()
    limit = Limit(Rate(3, 0.5), clock.counted)
    assert [limit.wait("anna") for _ in range(4)] == [0, 0, 0, 2]
    assert limit.wait("ben") == 0
    clock.passes(1)
    assert limit.wait("anna") == 1
    clock.passes(1)
    assert [limit.wait("anna") for _ in range(2)] == [0, 2]
    clock.passes(3600)
    assert [limit.wait("anna") for _ in range(4)] == [0, 0, 0, 2]


def test_a_clock_that_goes_back_gives_and_takes_nothing() -> None:
    """What was left stays left."""
    clock = HandClock()
    limit = Limit(Rate(2, 1), clock.counted)
    clock.passes(10)
    assert limit.wait("anna") == 0
    clock.seconds = 0
    assert [limit.wait("anna") for _ in range(2)] == [0, 1]


def test_it_remembers_so_many_callers_and_no_more() -> None:
    """Whoever has not asked for longest is forgotten first."""
    limit = Limit(Rate(1, 0.001), HandClock().counted, most=2)
    assert [limit.wait(who) for who in ("a", "b", "a", "c")] == [0, 0, 1000, 0]
    assert limit.wait("a") == 1000
    assert limit.wait("b") == 0


def test_neighbours_are_counted_together() -> None:
    """Who has many addresses has mostly those beside each other."""
    assert network_of("192.0.2.17") == network_of("192.0.2.200") != network_of("192.0.3.17")
    assert network_of("2001:db8:1:2::3") == network_of("2001:db8:1:ffff::1")
    assert network_of("2001:db8:1::1") != network_of("2001:db8:2::1")
