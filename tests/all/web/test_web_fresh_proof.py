"""What matters most wants a fresh proof: a token, another passkey; and programs' own page.

What takes longer, waits or starts something, beside `web/test_web_fresh_proof.py`.
"""

from support.door import KeptPost, clock_at, codes_in, give_address, make_passkey, touch
from support.passkeys import Passkey
from support.web import WebClub, words
from tests.web.test_web_fresh_proof import ASKS, FORM, LATER, made

__all__ = ["made"]


def test_nobody_proves_with_anothers_passkey_or_code(made: WebClub, post: KeptPost) -> None:
    """Each shows only whose it is."""
    anna, ben, bens = made.browser("anna"), made.browser("ben"), Passkey()
    make_passkey(anna, Passkey(), "annas")
    make_passkey(ben, bens, "bens")
    clock_at(made, LATER)
    page = touch(anna, ASKS, bens, "bens")
    assert page.status_code == 403 and "This passkey was not accepted." in words(page)
    assert anna.post("/me/tokens", FORM).url.path == ASKS
    give_address(made, "ben", "ben@example.org")
    ben.post(ASKS, {"send": "yes"})
    (letter,) = post.round()[-1:]
    anna.client.cookies["__Host-code"] = ben.client.cookies["__Host-code"]
    assert anna.post(ASKS, {"code": codes_in(letter)[0]}).status_code == 403
    assert anna.post("/me/tokens", FORM).url.path == ASKS
