"""Push: only the browser reads it, it tells no choice, and ends with the device."""

import pytest

from campaign.extensions.push.posts import (
    BrowserKeys,
    authorization,
    encrypted,
    key_of,
    keys_of,
    new_key,
)
from campaign.kernel.keys import from_text, to_text
from support.push_browser import PushBrowser, claims_of, opened

ENDPOINT = "https://push.example/send/tractor-battery"


def raw(text: str) -> bytes:
    """The bytes of base64url."""
    found = from_text(text)
    assert found is not None
    return found


# --- the message --------------------------------------------------------------------------------


def test_the_example_of_the_standard() -> None:
    """RFC 8291, section 5 and appendix A: its keys and salt give its bytes."""
    own = key_of(raw("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    browser = BrowserKeys(
        raw(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        ),
        raw("BTBZMqHH6r4Tts7J_aSIgg"),
    )
    salt = raw("DGv6ra1nlYgDCS1FRnbzlw")
    content = b"When I grow up, I want to be a watermelon"
    made = encrypted(content, browser, lambda: own, lambda size: salt)
    assert to_text(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6T"
        "lzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4"
        "a-fN"
    )
    private = key_of(raw("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
    assert opened(made, private, browser.auth) == content


def test_keys_that_are_none() -> None:
    """Too short, not on the curve, or no letters at all."""
    good = PushBrowser(ENDPOINT).form
    assert keys_of(good["public"], good["auth"]) is not None
    assert keys_of(good["public"][:-4], good["auth"]) is None
    assert keys_of(to_text(b"\4" + bytes(64)), good["auth"]) is None
    assert keys_of("äöü!", good["auth"]) is None
    assert keys_of(good["public"], to_text(bytes(15))) is None


# --- the page -----------------------------------------------------------------------------------


def test_a_key_has_one_spelling() -> None:
    """Base64 with loose bits at its end is none that a browser writes."""
    good = PushBrowser(ENDPOINT).form
    assert len(good["public"]) == 87 and good["public"][-1] in "AEIMQUYcgkosw048"
    loose = good["public"][:-1] + chr(ord(good["public"][-1]) + 1)
    assert keys_of(loose, good["auth"]) is None


@pytest.mark.parametrize("port", ["", ":443", ":8443"])
def test_a_push_service_is_named_as_origins_are(port: str) -> None:
    """RFC 6454: the usual port is left out."""
    word = authorization(
        new_key(), f"https://push.example{port}/send/x", "https://c.example", "2027-01-01T00:00:00Z"
    )
    claims, *_ = claims_of(word)
    assert claims["aud"] == "https://push.example" + ("" if port == ":443" else port)
