"""The words that answer a request by mail: the list, and how a request gets its own."""

import itertools
from collections import Counter
from pathlib import Path

import pytest

from campaign.extensions.mail_out.answers import COUNT, ReplyWords, request_words, word, word_list
from campaign.kernel.pages import OneAnswer, Task
from campaign.store.vault import KEY_VARIABLE, Vault, VaultError

KEY = bytes(range(32))
CLUB = "0" * 32
_FORBIDDEN = """
VETO VETOES NOVETO YES NO NOPE YEAH OKAY STOP ABSENT ABSENCE ABSTAIN ANOTHER SUPPORT ACCEPT REJECT
REFUSE AGREE AGREED CONFIRM APPROVE CONSENT VOTE BALLOT CANCEL RESUME REPLY ANSWER FROM SUBJECT
UNSUBSCRIBE THANKS THANK HELLO PLEASE GREAT GOOD FINE SURE NEVER ALWAYS MAYBE AXIS ALLIES LEADER
CHIT FLAMES IMPULSE MISSION PLATOON SECTOR MILITIA GERMANY ITALY JAPAN FRANCE CHINA KILL
"""
FORBIDDEN = frozenset(_FORBIDDEN.split())
"""What a reader could take for an answer of another kind."""


def test_the_list_has_4096_plain_words_each_once() -> None:
    """Four to eight letters from A to Z."""
    words = word_list()
    assert len(words) == COUNT == len(set(words))
    assert all(4 <= len(one) <= 8 and one.isascii() and one.isalpha() for one in words)
    assert all(one == one.upper() for one in words)
    assert not FORBIDDEN.intersection(words)


def test_no_two_words_differ_by_a_single_letter() -> None:
    """A slip of the finger never makes another word: none changed, left out or added."""
    masks: Counter[str] = Counter()
    words = set(word_list())
    for one in words:
        masks.update({f"{one[:at]}?{one[at + 1 :]}" for at in range(len(one))})
        assert not words.intersection(f"{one[:at]}{one[at + 1 :]}" for at in range(len(one)))
    assert masks.most_common(1)[0][1] == 1


def test_the_words_of_a_request_differ_also_between_seats_of_one_member() -> None:
    """Eight seats with three answers each, in a hundred requests: 24 words every time."""
    seats = tuple("abcdefgh")
    for draw in range(100):
        drawn = [
            found
            for seat in seats
            for found in request_words(
                KEY, CLUB, f"vote:{draw}", seat, ("x", "y", "z"), seats
            ).values()
        ]
        assert len(set(drawn)) == 24


def test_words_that_meet_are_drawn_again() -> None:
    """Of 256 words for a seat all can be given out, and none twice."""
    values = [str(number) for number in range(256)]
    found = request_words(KEY, CLUB, "ballot:1", "a", values, tuple("abcdefghijklmnop"))
    assert len(set(found.values())) == 256


def test_a_word_is_the_same_again_and_another_for_everything_it_depends_on() -> None:
    """Key, campaign, request, seat and answer: each changes it."""
    ours = (KEY, CLUB, "ballot:1", "a", "x")
    changed = (
        (bytes(32), *ours[1:]),
        (KEY, "1" * 32, *ours[2:]),
        (KEY, CLUB, "ballot:2", "a", "x"),
        (*ours[:3], "b", "x"),
        (*ours[:4], "y"),
    )
    assert word(*ours) == word(*ours)
    assert word(*ours) not in {word(*other) for other in changed}


def test_a_part_never_runs_into_the_next() -> None:
    """Where one ends is part of what is drawn from."""
    assert word(KEY, CLUB, "ballot:1", "ab", "c") != word(KEY, CLUB, "ballot:1", "a", "bc")


def test_words_tell_no_choice_in_the_long_run() -> None:
    """Over a thousand requests either answer has the earlier word in the alphabet about as often:
    within five standard deviations (79) of 500."""
    earlier = sum(
        word(KEY, CLUB, f"ballot:{draw}", "a", "x", ("y",))
        < word(KEY, CLUB, f"ballot:{draw}", "a", "y", ("x",))
        for draw in range(1000)
    )
    assert 421 <= earlier <= 579


def test_the_letter_gets_a_word_for_each_answer_or_none_without_a_key() -> None:
    """Where the vault's key is elsewhere, the letter says the answers themselves."""
    answers = (OneAnswer("x", "X"), OneAnswer("y", "Y"))
    owed = Task("ballots", "ballot:1", "t", "d", "a", answers=answers)
    words = ReplyWords(KEY, CLUB, ("a", "b"))
    assert {words(owed, answer) for answer in answers} == set(words.of(owed).values())
    assert words.of(owed) == request_words(KEY, CLUB, "ballot:1", "a", ("x", "y"), ("a", "b"))
    assert [ReplyWords(b"", CLUB, ("a",))(owed, answer) for answer in answers] == ["", ""]


def test_a_derived_key_is_bound_to_purpose_campaign_and_vault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is no key of the vault, and stays until the vault gets another."""
    monkeypatch.delenv(KEY_VARIABLE, raising=False)
    vault = Vault(tmp_path / "club.vault")
    vault.create()
    key = vault.derived("reply words", CLUB)
    others = (vault.derived("else", CLUB), vault.derived("reply words", "1" * 32))
    assert key == Vault(vault.path).derived("reply words", CLUB)
    assert len(key) == 32 and key not in others
    assert key.hex() not in vault.path.read_text()
    vault.renew()
    assert vault.derived("reply words", CLUB) != key


def test_without_the_vault_there_is_no_derived_key(tmp_path: Path) -> None:
    """The program says which file is missing."""
    with pytest.raises(VaultError, match=r"club\.vault is missing; put it back or set"):
        Vault(tmp_path / "club.vault").derived("reply words", CLUB)


def test_all_pairs_of_seats_have_pools_of_their_own() -> None:
    """Sixteen seats share the list out: 256 words each, none in two."""
    seats = tuple(f"s{number}" for number in range(16))
    pools = [
        set(request_words(KEY, CLUB, "d", seat, [str(n) for n in range(256)], seats).values())
        for seat in seats
    ]
    assert all(not one & other for one, other in itertools.combinations(pools, 2))
