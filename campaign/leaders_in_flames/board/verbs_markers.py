"""LiF 4.1(2), 4.1(5): secret ballots and votes, laid here or sealed on a device. Pure."""

import re
from collections.abc import Mapping

from campaign.kernel.courses import (
    Call,
    Course,
    act,
    fail,
    fresh_nonce,
    json_line,
    must_play,
    read_bytes,
    refuse,
    say,
    state_of,
    unseen,
    write_secret,
)
from campaign.kernel.decisions import Command
from campaign.kernel.steps import Unfit
from campaign.kernel.verbs import Argument, FilePath, Number, OneOf, Verb, VerbOption
from campaign.leaders_in_flames.board.choices import SHORT, SUPPORT, choice_of, draw_now, offered
from campaign.leaders_in_flames.board.commands import RevealBallot, RevealVote, SealBallot, SealVote
from campaign.leaders_in_flames.board.hints import hint
from campaign.leaders_in_flames.board.keys import meanwhile
from campaign.leaders_in_flames.names import country
from campaign.leaders_in_flames.parameters import POWER, the_power, words_of
from campaign.leaders_in_flames.state import State
from events.lif.board import Choice, Voice
from events.sealed import Opening, Subject, commit

CHOICES: Mapping[str, tuple[str, ...]] = {
    "ballot": tuple(words_of(Choice)()),
    "vote": tuple(words_of(Voice)()),
}
"""What a marker of each kind can say."""
_SEALS: Mapping[str, type[Command]] = {"ballot": SealBallot, "vote": SealVote}
_REVEALS: Mapping[str, type[Command]] = {"ballot": RevealBallot, "vote": RevealVote}
_SEALED_LINES = 3
"""Commitment, choice and nonce: the lines of a file that `seal` wrote."""


# --- a choice typed unseen ----------------------------------------------------------------------


def _choose(kind: str, power: str) -> Course[str]:
    """Asks for a choice where no campaign is known: nobody can say what it costs."""
    words = CHOICES[kind]

    def read(typed: str) -> str | Unfit:
        choice = typed.strip().lower()
        return choice if choice in words else Unfit(f"one of {', '.join(words)}")

    return (yield from unseen(f"{country(power)}, unseen: {' or '.join(words)}", read))


def _choose_now(state: State, kind: str, power: str) -> Course[str]:
    """A choice for the board now; refused before it is typed if the board takes none."""
    if state.board.phase != f"{kind}s":
        comes = hint(state, _SEALS[kind])
        text = f"the board is not taking {kind}s ({comes})"
        return (yield from refuse(text, "LiF 4.1"))
    leader = state.board.leader if kind == "ballot" else None
    whose = f"{country(power)} on {state.sheet[leader].name}" if leader else country(power)
    words = [
        f"{choice} (costs {cost})" if cost else choice
        for choice, cost in offered(state, power).items()
    ]
    label = f"{whose}, unseen: {' or '.join(words)}"
    return (yield from unseen(label, lambda typed: choice_of(state, power, typed)))


def _support(power: str) -> Course[str]:
    """What support is in the record; only the leader's own side has it to give."""
    meant = choice_of((yield from state_of(State)), power, SUPPORT)
    if isinstance(meant, Unfit):
        text = f"CHOICE: {country(power)}: write {meant.text}"
        return (yield from fail(f"{text}. Nothing was recorded"))
    return meant


# --- laid here ----------------------------------------------------------------------------------


def _lay(
    kind: str, power: str, choice: str | None, commitment: str | None, draw: int | None
) -> Course[None]:
    """Lays a marker for the draw that was before the Board when the choice was asked for."""
    if choice is not None and commitment is not None:
        yield from fail("give a choice or a commitment, not both")
    yield from must_play()
    state = yield from state_of(State)
    if choice is None and commitment is None:
        choice = yield from _choose_now(state, kind, power)
        if gone := meanwhile(state, (yield from state_of(State))):
            yield from refuse(f"{gone} Nothing was recorded", "LiF 4.1")
    if choice == SUPPORT:
        choice = yield from _support(power)
    sealed = commitment.strip().lower() if commitment else None
    meant = draw or draw_now(state)
    yield from act(_SEALS[kind], power=power, choice=choice, commitment=sealed, draw=meant)


_draw = VerbOption(
    "--draw",
    "The draw it is meant for: refused if another leader is before the Board.",
    Number(1),
    metavar="NUMBER",
)
_commitment = VerbOption(
    "--commitment", "Sealed on a device: what `campaign seal` printed.", metavar="HEX"
)


def _ballot(
    call: Call, power: str, choice: str | None, commitment: str | None, draw: int | None
) -> Course[None]:
    """A power's secret ballot on the leader drawn; for a leader of your own side, veto is support.
    Leave the choice out to type it unseen; that also keeps it out of the shell's history. A second
    ballot replaces the first.
    """
    return _lay("ballot", power, choice, commitment, draw)


BALLOT = Verb(
    words="ballot",
    example="""
    campaign ballot club germany no-veto --as anna
    echo no-veto | campaign ballot club japan
    """,
    parameters=(
        the_power,
        Argument(
            "choice",
            "[veto|support|no]",
            OneOf("ballot", lambda: (*CHOICES["ballot"], SUPPORT), SHORT.get),
            required=False,
        ),
        _commitment,
        _draw,
    ),
    course=_ballot,
)


def _vote(
    call: Call, power: str, choice: str | None, commitment: str | None, draw: int | None
) -> Course[None]:
    """A power's secret vote on drawing another leader: another costs 1, stop (lif-1998
    only) 2, abstain nothing. Leave it out to type it unseen. A second vote replaces the first.
    """
    return _lay("vote", power, choice, commitment, draw)


VOTE = Verb(
    words="vote",
    example="campaign vote club germany abstain --as anna",
    parameters=(
        the_power,
        Argument(
            "choice",
            "[another|stop|abstain]",
            OneOf("vote", lambda: CHOICES["vote"]),
            required=False,
        ),
        _commitment,
        _draw,
    ),
    course=_vote,
)

# --- sealed on a device -------------------------------------------------------------------------


def _seal(
    call: Call,
    campaign_id: str,
    kind: str,
    draw: int,
    power: str,
    choice: str | None,
    out: str | None,
) -> Course[None]:
    """Seals a ballot or a vote on your own device: no store, no network. Send the commitment now;
    keep choice and nonce to yourself until the host calls for them, then hand them over with
    reveal-ballot or reveal-vote. A seal that is never opened counts against you.
    """
    if not re.fullmatch(r"[0-9a-f]{32}", campaign_id):
        text = "--campaign-id: it is 32 hex digits; `campaign status NAME` shows it"
        yield from fail(text)
    chosen = choice.lower() if choice is not None else (yield from _choose(kind, power))
    if chosen not in CHOICES[kind]:
        yield from fail(f"--choice: a {kind} is {', '.join(CHOICES[kind])}")
    opening = Opening(chosen, (yield from fresh_nonce()))
    commitment = commit(Subject(campaign_id, kind, draw, power), opening)
    if out is not None:
        text = f"{commitment}\n{opening.choice}\n{opening.nonce}\n"
        yield from write_secret(out, text, "a seal that is still needed")
    if call.as_json:
        kept = {} if out is not None else {"choice": opening.choice, "nonce": opening.nonce}
        yield from json_line({"commitment": commitment, **kept})
    elif out is not None:
        yield from say(commitment)
    else:
        handed_over = f"{power} {opening.choice} {opening.nonce}"
        sends = f"campaign {kind} NAME {power} --draw {draw} --commitment {commitment}"
        yield from say(f"Send now:  {sends}")
        yield from say(f"Keep:      campaign reveal-{kind} NAME {handed_over}")


SEAL = Verb(
    words="seal",
    on_campaign=False,
    example="""
    campaign seal --campaign-id "$(campaign status club --id)" \\
        --kind ballot --draw 1 --power usa --choice no-veto --out usa.seal
    campaign ballot club usa --commitment "$(head -1 usa.seal)"
    """,
    parameters=(
        VerbOption("--campaign-id", "As `campaign status` shows it.", metavar="HEX", required=True),
        VerbOption(
            "--kind", "ballot or vote.", OneOf("kind", lambda: tuple(CHOICES)), required=True
        ),
        VerbOption("--draw", "The number of the draw.", Number(1), required=True),
        VerbOption("--power", "The power you play.", POWER, required=True),
        VerbOption("--choice", "Leave it out to type it unseen."),
        VerbOption(
            "--out",
            "Write to a file that only you can read, and show nothing but the commitment.",
            FilePath(),
            metavar="FILE",
        ),
    ),
    course=_seal,
)


def _hand_over(
    kind: str, power: str, choice: str | None, typed_nonce: str | None, opening: str | None
) -> Course[None]:
    if opening is not None:
        if choice is not None or typed_nonce is not None:
            yield from fail("give choice and nonce, or --opening, not both")
        lines = (yield from read_bytes(opening)).decode("utf-8", "replace").split()
        if len(lines) != _SEALED_LINES:
            yield from fail(f"{opening} is no file that `campaign seal --out` made")
        _, choice, typed_nonce = lines
    choice = choice or (yield from _choose(kind, power))
    typed_nonce = typed_nonce or (
        yield from unseen("Nonce, 64 hex digits (what you type is not shown)", _read_nonce)
    )
    yield from act(_REVEALS[kind], power=power, choice=choice, nonce=typed_nonce)


def _read_nonce(typed: str) -> str | Unfit:
    return typed.strip().lower() or Unfit("")


_opening = VerbOption(
    "--opening",
    "The file that `campaign seal --out` made.",
    FilePath(exists=True),
    metavar="FILE",
)
_nonce = Argument("nonce", "[NONCE]", required=False)


def _reveal_ballot(
    call: Call, power: str, choice: str | None, nonce: str | None, opening: str | None
) -> Course[None]:
    """Hands over what opens a ballot that was sealed on a device. It stays sealed, in the vault,
    until all ballots are opened. What is left out is asked for unseen.
    """
    return _hand_over("ballot", power, choice, nonce, opening)


REVEAL_BALLOT = Verb(
    words="reveal-ballot",
    example="campaign reveal-ballot club usa --opening usa.seal",
    parameters=(
        the_power,
        Argument("choice", "[CHOICE]", OneOf("ballot", lambda: CHOICES["ballot"]), required=False),
        _nonce,
        _opening,
    ),
    course=_reveal_ballot,
)


def _reveal_vote(
    call: Call, power: str, choice: str | None, nonce: str | None, opening: str | None
) -> Course[None]:
    """Hands over what opens a vote that was sealed on a device. It stays sealed, in the vault,
    until all votes are opened. What is left out is asked for unseen.
    """
    return _hand_over("vote", power, choice, nonce, opening)


REVEAL_VOTE = Verb(
    words="reveal-vote",
    example="""
    campaign seal --campaign-id "$(campaign status club --id)" \\
        --kind vote --draw 1 --power france --choice abstain --out france.seal
    campaign vote club france --commitment "$(head -1 france.seal)"
    campaign fix club --yes
    campaign reveal-vote club france --opening france.seal
    """,
    parameters=(
        the_power,
        Argument("choice", "[CHOICE]", OneOf("vote", lambda: CHOICES["vote"]), required=False),
        _nonce,
        _opening,
    ),
    course=_reveal_vote,
)

MARKERS = (BALLOT, SEAL, REVEAL_BALLOT, VOTE, REVEAL_VOTE)
