"""LiF 4.1(2), 4.1(5): ballots and votes sealed on a device, and handed over from it. Pure."""

import hashlib
import re
from functools import partial

from campaign.kernel.decisions import Command
from campaign.kernel.interview.derived import answered, derived, interview
from campaign.kernel.terminal import verbs
from campaign.kernel.terminal.steps import GetSealCard, Unfit
from campaign.lif.board.commands import RevealBallot, RevealVote
from campaign.lif.board.waiting import CHOICES
from campaign.lif.names import country, the_country
from campaign.lif.parameters import POWER
from campaign.lif.roster import POWERS, SEATS
from campaign.lif.state import State
from events import seal_secrets
from events.sealed import Opening, Subject, commit

# --- LiF 4.1(2): markers sealed under a seal secret, by hand at a keyboard ----------------------

SECRET = verbs.VerbOption(
    "--secret",
    "A file whose last line is your recovery code, or - for standard input.",
    verbs.FilePath(dash=True),
    metavar="FILE",
)


def secret_in(file: str) -> verbs.Course[bytes]:
    """The seal secret in a file: its last line that is not empty is the recovery code."""
    lines = (yield from verbs.read_bytes(file)).decode("utf-8", "replace").split("\n")
    code = next((line for line in reversed(lines) if line.strip()), "")
    secret = seal_secrets.read(code)
    if isinstance(secret, seal_secrets.Unreadable):
        return (yield from verbs.fail(f"--secret: {secret.why}"))
    return secret


def opening_from(kind: str, power: str, secret: bytes) -> verbs.Course[Opening]:
    """LiF 4.1(2): what opens the marker that a power has sealed, from the secret that sealed it."""
    state = yield from verbs.state_of(State)
    marker = state.board.markers.get(power)
    if state.board.phase != f"{kind}s" or marker is None or not marker.device:
        text = f"{the_country(power)} has sealed no {kind} on a device"
        return (yield from verbs.refuse(text, "LiF 4.1"))
    about = Subject(state.campaign.id, kind, state.board.draw, power)
    recovered = seal_secrets.recovered(secret, about, CHOICES[kind], marker.commitment)
    if recovered is None:
        return (yield from verbs.fail(f"--secret: this secret did not seal {power}'s {kind}"))
    return recovered.opening


# --- LiF 4.1(2), 4.1(5): ballots and votes sealed on a device, and handed over from it ----------

_SEALED_LINES = 3
"""Commitment, choice and nonce: the lines of a file that `seal` wrote."""


def _choose(kind: str, power: str) -> verbs.Course[str]:
    """Asks for a choice where no campaign is known: nobody can say what it costs."""
    words = CHOICES[kind]

    def read(typed: str) -> str | Unfit:
        choice = typed.strip().lower()
        return choice if choice in words else Unfit(f"one of {', '.join(words)}")

    return (yield from verbs.unseen(f"{country(power)}, unseen: {' or '.join(words)}", read))


def _seal(
    call: verbs.Call,
    campaign_id: str | None,
    kind: str | None,
    draw: int | None,
    power: str | None,
    choice: str | None,
    secret: str | None,
    attempt: int,
    out: str | None,
    page: str | None,
) -> verbs.Course[None]:
    """Seals a ballot or a vote on your own device: no store, no network. Send the commitment now;
    keep choice and nonce to yourself until the host calls for them, then hand them over with
    reveal-ballot or reveal-vote. A seal that is never opened counts against you.
    """
    if page is not None:
        others = (campaign_id, kind, draw, power, choice, secret, out)
        yield from _write_card(page, is_alone=not call.as_json and others == (None,) * len(others))
        return
    if campaign_id is None or kind is None or draw is None or power is None:
        yield from verbs.fail("--campaign-id, --kind, --draw and --power are needed")
        return
    about = Subject(campaign_id, kind, draw, power)
    opening = yield from _chosen(about, choice, secret, attempt)
    if out is not None:
        yield from _to_file(call, about, opening, out)
    else:
        yield from _to_screen(call, about, opening)


def _chosen(
    about: Subject, choice: str | None, secret: str | None, attempt: int
) -> verbs.Course[Opening]:
    """The choice, typed unseen unless it was given, and a nonce: fresh, or from the secret."""
    kind, power = about.kind, about.power
    if choice is None and secret == "-":
        yield from verbs.fail("--choice is needed where the secret comes from standard input")
    if not re.fullmatch(r"[0-9a-f]{32}", about.campaign_id):
        text = "--campaign-id: it is 32 hex digits; `campaign status NAME` shows it"
        yield from verbs.fail(text)
    chosen = choice.lower() if choice is not None else (yield from _choose(kind, power))
    if chosen not in CHOICES[kind]:
        yield from verbs.fail(f"--choice: a {kind} is {', '.join(CHOICES[kind])}")
    if secret is None:
        return Opening(chosen, (yield from verbs.fresh_nonce()))
    return Opening(chosen, seal_secrets.nonce((yield from secret_in(secret)), about, attempt))


def _to_file(call: verbs.Call, about: Subject, opening: Opening, out: str) -> verbs.Course[None]:
    """Only the commitment is shown."""
    commitment = commit(about, opening)
    text = f"{commitment}\n{opening.choice}\n{opening.nonce}\n"
    yield from verbs.write_secret(out, text, "a seal that is still needed")
    if call.as_json:
        yield from verbs.json_line({"commitment": commitment})
    else:
        yield from verbs.say(commitment)


def _to_screen(call: verbs.Call, about: Subject, opening: Opening) -> verbs.Course[None]:
    """What to send now, and what to keep until it is called for."""
    commitment, choice, nonce = commit(about, opening), opening.choice, opening.nonce
    if call.as_json:
        yield from verbs.json_line({"commitment": commitment, "choice": choice, "nonce": nonce})
        return
    kind, power = about.kind, about.power
    sends = f"campaign {kind} NAME {power} --draw {about.draw} --commitment {commitment}"
    yield from verbs.say(f"Send now:  {sends}")
    yield from verbs.say(f"Keep:      campaign reveal-{kind} NAME {power} {choice} {nonce}")


def _write_card(page: str, *, is_alone: bool) -> verbs.Course[None]:
    """LiF 4.1(2): the same program as a page that works from a disk, for any campaign."""
    if not is_alone:
        yield from verbs.fail("--page stands alone: what it seals is typed into the page")
    seats = tuple((power, country(power)) for power in POWERS)
    text: str = yield GetSealCard(tuple(CHOICES.items()), seats)
    yield from verbs.write_file(page, text, force=False)
    digest = hashlib.sha256(text.encode()).hexdigest()
    yield from verbs.say(f"Its SHA-256 digest: {digest}")


SEAL = verbs.Verb(
    words="seal",
    on_campaign=False,
    example="""
    campaign seal --campaign-id "$(campaign status club --id)" \\
        --kind ballot --draw 1 --power usa --choice no-veto --out usa.seal
    campaign ballot club usa --commitment "$(head -1 usa.seal)"
    """,
    parameters=(
        verbs.VerbOption("--campaign-id", "As `campaign status` shows it.", metavar="HEX"),
        verbs.VerbOption("--kind", "ballot or vote.", verbs.OneOf("kind", lambda: tuple(CHOICES))),
        verbs.VerbOption("--draw", "The number of the draw.", verbs.Number(1)),
        verbs.VerbOption("--power", "The power you play.", POWER),
        verbs.VerbOption("--choice", "Leave it out to type it unseen."),
        SECRET,
        verbs.VerbOption(
            "--attempt",
            "With --secret: how many markers of yours on this draw the log has already.",
            verbs.Number(0, seal_secrets.ATTEMPTS - 1),
            metavar="NUMBER",
            default=0,
        ),
        verbs.VerbOption(
            "--out",
            "Write to a file that only you can read, and show nothing but the commitment.",
            verbs.FilePath(),
            metavar="FILE",
        ),
        verbs.VerbOption(
            "--page",
            "Write a page that seals from a disk, in any browser, without a network.",
            verbs.FilePath(),
            metavar="FILE",
        ),
    ),
    course=_seal,
)


def _hand_over(
    kind: type[Command],
    call: verbs.Call,
    /,
    power: str,
    opening: str | None,
    secret: str | None,
    **typed: object,
) -> verbs.Course[None]:
    """Hands over what opens a marker; from a file or found with the secret, or else asked for."""
    answers = yield from answered(kind, {"power": power, **typed})
    if answers is None:
        return
    is_typed = "choice" in answers or "nonce" in answers
    if secret is not None:
        if is_typed or opening is not None:
            yield from verbs.fail("with --secret give neither choice, nonce nor --opening")
        what = "ballot" if kind is RevealBallot else "vote"
        whose = SEATS.the_one(power)
        if isinstance(whose, Unfit):
            yield from verbs.fail(whose.text)
            return
        sealed = yield from opening_from(what, whose, (yield from secret_in(secret)))
        answers |= {"choice": sealed.choice, "nonce": sealed.nonce}
    if opening is not None:
        if is_typed:
            yield from verbs.fail("give choice and nonce, or --opening, not both")
        answers |= yield from _from_file(opening)
    yield from interview(kind, call, answers)


def _from_file(path: str) -> verbs.Course[dict[str, str]]:
    lines = (yield from verbs.read_bytes(path)).decode("utf-8", "replace").split()
    if len(lines) != _SEALED_LINES:
        yield from verbs.fail(f"{path} is no file that `campaign seal --out` made")
    return {"choice": lines[1], "nonce": lines[2]}


_opening = verbs.VerbOption(
    "--opening",
    "The file that `campaign seal --out` made.",
    verbs.FilePath(exists=True),
    metavar="FILE",
)
REVEALS = tuple(
    derived(kind, partial(_hand_over, kind), more=(_opening, SECRET))
    for kind in (RevealBallot, RevealVote)
)
VERBS = {verb.words: verb for verb in (SEAL, *REVEALS)}
