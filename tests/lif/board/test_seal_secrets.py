"""Seal secrets against vectors that any program can read, each worked out here a second way."""

import base64
import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import pytest

from events import seal_secrets
from events.seal_secrets import Recovered, Unreadable
from events.sealed import Opening, Subject, commit, opens

VECTORS: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parents[2] / "cases" / "sealing.json").read_text(encoding="utf-8")
)
STANDARD = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
"""The letters of RFC 4648, in which the standard library writes five bits each."""
CHOICES = {"ballot": ("veto", "no-veto"), "vote": ("another", "stop", "abstain")}
CODE = VECTORS["recovery_codes"][2]["code"]


def subject(vector: dict[str, Any]) -> Subject:
    """What a vector is about."""
    return Subject(vector["campaign_id"], vector["kind"], vector["draw"], vector["power"])


@pytest.mark.parametrize("vector", VECTORS["seals"])
def test_a_seal_follows_from_secret_subject_and_attempt(vector: dict[str, Any]) -> None:
    """Nonce and commitment, byte by byte as the documents spell them."""
    secret = bytes.fromhex(vector["secret"])
    about = "{campaign_id}\n{kind}\n{draw}\n{power}\n".format(**vector)
    text = f"campaign-tracker nonce 1\n{about}{vector['attempt']}\n"
    nonce = hmac.new(secret, text.encode(), "sha256").hexdigest()
    sealed = f"campaign-tracker seal 1\n{about}{vector['choice']}\n{nonce}\n"
    commitment = hashlib.sha256(sealed.encode()).hexdigest()
    assert (vector["nonce"], vector["commitment"]) == (nonce, commitment)
    assert seal_secrets.nonce(secret, subject(vector), vector["attempt"]) == nonce
    assert commit(subject(vector), Opening(vector["choice"], nonce)) == commitment


@pytest.mark.parametrize("vector", VECTORS["recovery_codes"])
def test_a_code_is_the_secret_in_signs_with_a_check(vector: dict[str, Any]) -> None:
    """Eight groups for 160 bits, and 20 bits of a digest."""
    secret = bytes.fromhex(vector["secret"])
    digest = hashlib.sha256(b"campaign-tracker seal secret 1\n" + secret).digest()
    letters = base64.b32encode(secret).decode() + base64.b32encode(digest).decode()[:4]
    signs = letters.translate(str.maketrans(STANDARD, seal_secrets.SIGNS))
    written = " ".join(signs[place : place + 4] for place in range(0, 36, 4))
    assert vector["code"] == written == seal_secrets.code(secret)
    assert written.endswith(seal_secrets.check(secret))
    assert seal_secrets.read(written) == secret


@pytest.mark.parametrize(
    "typed",
    [
        CODE,
        CODE.lower(),
        CODE.replace(" ", "-"),
        CODE.replace(" ", ""),
        f"\n {CODE} \n",
        CODE.replace("0", "O").replace("1", "l"),
        CODE.replace("1", "i"),
    ],
)
def test_a_code_is_read_as_people_type_it(typed: str) -> None:
    """In any case, with blanks, hyphens or neither, and with the letters that look like digits."""
    assert "0" in CODE and "1" in CODE
    assert seal_secrets.read(typed) == bytes(range(20))


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "a recovery code has 9 groups of 4 signs; this has 0 signs"),
        (CODE[:-1], "a recovery code has 9 groups of 4 signs; this has 35 signs"),
        (CODE + "0", "a recovery code has 9 groups of 4 signs; this has 37 signs"),
        ("U" + CODE[1:], "a recovery code has digits and letters only, and no U"),
        ("Ä" + CODE[1:], "a recovery code has digits and letters only, and no U"),
        ("Z" + CODE[1:], "its last group does not fit the others: a sign is wrong"),
        (CODE[5:9] + " " + CODE[:4] + CODE[9:], "its last group does not fit the others"),
        ("😀" * 36, "a recovery code has digits and letters only, and no U"),
    ],
)
def test_what_is_no_code_is_said(typed: str, why: str) -> None:
    """Without a word of what was typed."""
    found = seal_secrets.read(typed)
    assert isinstance(found, Unreadable)
    assert found.why.startswith(why)


def test_any_single_wrong_sign_is_found() -> None:
    """Each of the 36 signs, put one further in the alphabet."""
    signs = CODE.replace(" ", "")
    alphabet = seal_secrets.SIGNS
    for place, sign in enumerate(signs):
        wrong = alphabet[(alphabet.index(sign) + 1) % 32]
        typed = signs[:place] + wrong + signs[place + 1 :]
        assert isinstance(seal_secrets.read(typed), Unreadable), place


@pytest.mark.parametrize("vector", VECTORS["seals"])
def test_the_secret_alone_opens_what_it_sealed(vector: dict[str, Any]) -> None:
    """From the commitment in the record; another secret, and another subject, open nothing."""
    secret, about = bytes.fromhex(vector["secret"]), subject(vector)
    choices, commitment = CHOICES[vector["kind"]], vector["commitment"]
    found = seal_secrets.recovered(secret, about, choices, commitment)
    assert found == Recovered(Opening(vector["choice"], vector["nonce"]), vector["attempt"])
    assert opens(about, found.opening, commitment)
    assert seal_secrets.recovered(b"\x07" * 20, about, choices, commitment) is None
    elsewhere = Subject(about.campaign_id, about.kind, about.draw + 1, about.power)
    assert seal_secrets.recovered(secret, elsewhere, choices, commitment) is None


def test_what_was_sealed_anew_has_another_nonce() -> None:
    """So that an opened seal tells nothing of the one that it replaced."""
    about = Subject("a" * 32, "ballot", 1, "germany")
    nonces = {seal_secrets.nonce(b"s" * 20, about, attempt) for attempt in range(100)}
    assert len(nonces) == 100
