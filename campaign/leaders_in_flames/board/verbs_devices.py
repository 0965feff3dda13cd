"""LiF 4.1(2), 4.1(5): ballots and votes sealed on a device, and handed over from it. Pure."""

import hashlib
import re
from functools import partial

from campaign.kernel.courses import (
    Call,
    Course,
    fail,
    fresh_nonce,
    json_line,
    read_bytes,
    say,
    unseen,
    write_file,
    write_secret,
)
from campaign.kernel.decisions import Command
from campaign.kernel.derived import answered, derived, interview
from campaign.kernel.steps import GetSealCard, Unfit
from campaign.kernel.verbs import FilePath, Number, OneOf, Verb, VerbOption
from campaign.leaders_in_flames.board.choices import CHOICES
from campaign.leaders_in_flames.board.commands import RevealBallot, RevealVote
from campaign.leaders_in_flames.board.seal_secret import SECRET, found_again, secret_in
from campaign.leaders_in_flames.names import country
from campaign.leaders_in_flames.parameters import POWER
from campaign.leaders_in_flames.powers import POWERS, SEATS
from events import seal_secrets
from events.sealed import Opening, Subject, commit

_SEALED_LINES = 3
"""Commitment, choice and nonce: the lines of a file that `seal` wrote."""


def _choose(kind: str, power: str) -> Course[str]:
    """Asks for a choice where no campaign is known: nobody can say what it costs."""
    words = CHOICES[kind]

    def read(typed: str) -> str | Unfit:
        choice = typed.strip().lower()
        return choice if choice in words else Unfit(f"one of {', '.join(words)}")

    return (yield from unseen(f"{country(power)}, unseen: {' or '.join(words)}", read))


def _seal(
    call: Call,
    campaign_id: str | None,
    kind: str | None,
    draw: int | None,
    power: str | None,
    choice: str | None,
    secret: str | None,
    attempt: int,
    out: str | None,
    page: str | None,
) -> Course[None]:
    """Seals a ballot or a vote on your own device: no store, no network. Send the commitment now;
    keep choice and nonce to yourself until the host calls for them, then hand them over with
    reveal-ballot or reveal-vote. A seal that is never opened counts against you.
    """
    if page is not None:
        given = (campaign_id, kind, draw, power, choice, secret, out)
        if call.as_json or any(one is not None for one in given):
            yield from fail("--page stands alone: what it seals is typed into the page")
        yield from _write_card(page)
        return
    if campaign_id is None or kind is None or draw is None or power is None:
        yield from fail("--campaign-id, --kind, --draw and --power are needed")
        return
    if choice is None and secret == "-":
        yield from fail("--choice is needed where the secret comes from standard input")
    if not re.fullmatch(r"[0-9a-f]{32}", campaign_id):
        text = "--campaign-id: it is 32 hex digits; `campaign status NAME` shows it"
        yield from fail(text)
    chosen = choice.lower() if choice is not None else (yield from _choose(kind, power))
    if chosen not in CHOICES[kind]:
        yield from fail(f"--choice: a {kind} is {', '.join(CHOICES[kind])}")
    about = Subject(campaign_id, kind, draw, power)
    if secret is None:
        drawn = yield from fresh_nonce()
    else:
        drawn = seal_secrets.nonce((yield from secret_in(secret)), about, attempt)
    opening = Opening(chosen, drawn)
    commitment = commit(about, opening)
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


def _write_card(page: str) -> Course[None]:
    """LiF 4.1(2): the same program as a page that works from a disk, for any campaign."""
    seats = tuple((power, country(power)) for power in POWERS)
    text: str = yield GetSealCard(tuple(CHOICES.items()), seats)
    yield from write_file(page, text, force=False)
    digest = hashlib.sha256(text.encode()).hexdigest()
    yield from say(f"Its SHA-256 digest: {digest}")


SEAL = Verb(
    words="seal",
    on_campaign=False,
    example="""
    campaign seal --campaign-id "$(campaign status club --id)" \\
        --kind ballot --draw 1 --power usa --choice no-veto --out usa.seal
    campaign ballot club usa --commitment "$(head -1 usa.seal)"
    """,
    parameters=(
        VerbOption("--campaign-id", "As `campaign status` shows it.", metavar="HEX"),
        VerbOption("--kind", "ballot or vote.", OneOf("kind", lambda: tuple(CHOICES))),
        VerbOption("--draw", "The number of the draw.", Number(1)),
        VerbOption("--power", "The power you play.", POWER),
        VerbOption("--choice", "Leave it out to type it unseen."),
        SECRET,
        VerbOption(
            "--attempt",
            "With --secret: how many markers of yours on this draw the log has already.",
            Number(0, seal_secrets.ATTEMPTS - 1),
            metavar="NUMBER",
            default=0,
        ),
        VerbOption(
            "--out",
            "Write to a file that only you can read, and show nothing but the commitment.",
            FilePath(),
            metavar="FILE",
        ),
        VerbOption(
            "--page",
            "Write a page that seals from a disk, in any browser, without a network.",
            FilePath(),
            metavar="FILE",
        ),
    ),
    course=_seal,
)


def _hand_over(
    kind: type[Command],
    call: Call,
    /,
    power: str,
    opening: str | None,
    secret: str | None,
    **typed: object,
) -> Course[None]:
    """Hands over what opens a marker; from a file or found with the secret, or else asked for."""
    given = yield from answered(kind, {"power": power, **typed})
    if given is None:
        return
    told = "choice" in given or "nonce" in given
    if secret is not None:
        if told or opening is not None:
            yield from fail("with --secret give neither choice, nonce nor --opening")
        what = "ballot" if kind is RevealBallot else "vote"
        whose = SEATS.the_one(power)
        if isinstance(whose, Unfit):
            yield from fail(whose.text)
            return
        found = yield from found_again(what, whose, (yield from secret_in(secret)))
        given |= {"choice": found.choice, "nonce": found.nonce}
    if opening is not None:
        if told:
            yield from fail("give choice and nonce, or --opening, not both")
        lines = (yield from read_bytes(opening)).decode("utf-8", "replace").split()
        if len(lines) != _SEALED_LINES:
            yield from fail(f"{opening} is no file that `campaign seal --out` made")
        _, given["choice"], given["nonce"] = lines
    yield from interview(kind, call, given)


_opening = VerbOption(
    "--opening",
    "The file that `campaign seal --out` made.",
    FilePath(exists=True),
    metavar="FILE",
)
REVEALS = tuple(
    derived(kind, partial(_hand_over, kind), more=(_opening, SECRET))
    for kind in (RevealBallot, RevealVote)
)
