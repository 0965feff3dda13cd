"""The colours of the service: what is read has its contrast, by day and by night."""

import re
from itertools import product

import pytest

from campaign.reports.rendering import TEMPLATES
from campaign.systems import SYSTEMS
from campaign.web.rendering import STATIC, style_of

CSS = (STATIC / "web.css").read_text(encoding="utf-8")
DAY, NIGHT = re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)[:2]
TEXT, PART = 4.5, 3.0
"""WCAG AA: of text, and of what else must be seen."""


def colours(block: str) -> dict[str, str]:
    """The variables of a block that are colours without anything shining through."""
    return dict(re.findall(r"--([a-z]+): (#[0-9a-f]{3}(?:[0-9a-f]{3})?);", block))


def light(colour: str) -> float:
    """WCAG: relative luminance."""
    digits = colour.removeprefix("#")
    full = digits if len(digits) > 3 else "".join(digit * 2 for digit in digits)
    parts = (int(full[at : at + 2], 16) / 255 for at in (0, 2, 4))
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """WCAG: from 1 to 21."""
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


SCHEMES = {"day": colours(DAY), "night": {**colours(DAY), **colours(NIGHT)}}


def test_black_on_white_is_twenty_one() -> None:
    assert contrast("#fff", "#000000") == pytest.approx(21)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(
    ("letters", "grounds"),
    [
        (("ink", "soft"), ("sheet", "card", "wash", "desk")),
        (("red", "blue", "green", "gold"), ("sheet", "card", "wash")),
        (("on",), ("act",)),
        (("tok",), ("idle",)),
    ],
)
def test_letters_are_read_on_their_grounds(
    scheme: str, letters: tuple[str, ...], grounds: tuple[str, ...]
) -> None:
    known = SCHEMES[scheme]
    weak = [
        (one, ground, round(contrast(known[one], known[ground]), 2))
        for one, ground in product(letters, grounds)
        if contrast(known[one], known[ground]) < TEXT
    ]
    assert weak == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_edges_of_controls_are_seen(scheme: str) -> None:
    known = SCHEMES[scheme]
    assert all(contrast(known["edge"], known[ground]) >= PART for ground in ("sheet", "card"))


@pytest.mark.parametrize("system", [name for name in SYSTEMS if not SYSTEMS[name].seats.own])
def test_seats_are_read_by_night_and_all_as_bright(system: str) -> None:
    """White letters on each, each on the card; none brighter than another by more than a trifle."""
    emblems = SYSTEMS[system].pages.look.emblems
    assert {one.id for one in emblems} >= set(SYSTEMS[system].seats.ids)
    card = SCHEMES["night"]["card"]
    for one in emblems:
        assert contrast("#ffffff", one.night) >= TEXT, one.id
        assert contrast(one.night, card) >= PART, one.id
        assert f".p-{one.id}{{--b:{one.night}}}" in style_of(system)
    lights = [light(one.night) for one in emblems]
    assert max(lights) - min(lights) < 0.03


def test_every_seat_has_a_shape_of_its_own() -> None:
    for system in SYSTEMS.values():
        paths = [one.path for one in system.pages.look.emblems]
        assert len(set(paths)) == len(paths)


@pytest.mark.parametrize("template", ["board.html", "interview.html"])
def test_the_adviser_has_its_style_where_it_speaks(template: str) -> None:
    """The Board loads other sheets than an act does: the rule is in the one that all pages have."""
    page = (TEMPLATES / "web" / template).read_text(encoding="utf-8")
    assert 'class="adviser"' in page
    assert re.search(r"^\.adviser \{", CSS, re.MULTILINE)
