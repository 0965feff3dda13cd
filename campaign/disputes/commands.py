"""What members may ask of the record itself: disputes, rulings, corrections, undo. Pure."""

from typing import Annotated

import msgspec

from campaign.diary import commands as diary
from campaign.kernel import shared_rules
from campaign.kernel.decisions import BesidePlay, Command, MembersWord, Needs
from campaign.kernel.members import about
from campaign.text.json_values import JsonObject
from campaign.text.moments import LINES, ONE_LINE
from events.base import Digest, Slug
from events.disputes import Term, Verdict
from events.seats import Seat

Words = Annotated[
    str,
    msgspec.Meta(
        min_length=1, max_length=2000, pattern=LINES, description="in the member's own words"
    ),
]
DisputeId = Annotated[str, msgspec.Meta(pattern=r"^d[1-9][0-9]{0,5}$(?!\n)", description="its id")]
Version = Annotated[int, msgspec.Meta(ge=1, extra={"choices": "journal line"})]
_DAY = r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
_CLOCK = r"([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,6})?)?"
Time = Annotated[
    str,
    msgspec.Meta(
        pattern=rf"^{_DAY}(T{_CLOCK}Z)?$(?!\n)",
        description="a day, or a time in UTC: 2026-01-31 or 2026-01-31T20:00Z",
        extra={"holds": "moment", "hint": "in UTC"},
    ),
]


class InDispute(MembersWord, frozen=True, kw_only=True):
    """A command about one dispute."""

    dispute: DisputeId


class RaiseDispute(MembersWord, frozen=True, kw_only=True):
    """Disputes: a member disputes one event or more, with a claim."""

    verb = "dispute raise"
    versions: Annotated[
        tuple[Version, ...],
        msgspec.Meta(min_length=1, description="the events, by version", extra={"hint": ""}),
    ]
    claim: Words
    powers: Annotated[tuple[Seat, ...], about("powers concerned besides those it names")] = ()


class AddEvidence(InDispute, frozen=True, kw_only=True):
    """Disputes: a member adds evidence while the dispute is open."""

    verb = "dispute evidence"
    text: Words
    file_digest: Annotated[Digest | None, about("SHA-256 of a file that the member keeps")] = None


class AnswerDispute(InDispute, frozen=True, kw_only=True):
    """Disputes: a member answers the claim."""

    verb = "dispute answer DISPUTE TEXT"
    in_short = "Answer a claim."
    example = 'campaign --as anna dispute answer club d1 "The clock of that machine is wrong."'
    text: Words


class WithdrawDispute(InDispute, frozen=True, kw_only=True):
    """Disputes: whoever raised it drops it; once upheld, they or its judge close it."""

    verb = "dispute withdraw DISPUTE"
    in_short = "Drop your own dispute, or close it."
    example = """
    campaign dispute raise club 7 8 "Nobody saw that."
    campaign dispute withdraw club d2
    """


class SetTerm(InDispute, frozen=True, kw_only=True):
    """Disputes: the host says until when to answer, or to appeal."""

    verb = "dispute until DISPUTE WHAT UNTIL"
    in_short = "Set a term for answers or appeals."
    example = "campaign dispute until club d1 answer 2100-01-31"
    who = "host"
    what: Annotated[Term, about("answer or appeal")]
    until: Time


class FreezePlay(InDispute, frozen=True, kw_only=True):
    """Disputes: the host lets play rest until the dispute is settled."""

    verb = "dispute freeze DISPUTE"
    in_short = "Let play rest until it is settled."
    example = "campaign dispute freeze club d1"
    who = "host"


class ResumePlay(BesidePlay, frozen=True, kw_only=True):
    """Disputes: the host lets play go on."""

    verb = "dispute resume"
    in_short = "Let play go on."
    example = "campaign dispute resume club"


class GiveRuling(InDispute, frozen=True, kw_only=True):
    """Disputes: a referee who holds no power concerned rules; a host who plays needs consent."""

    verb = "dispute rule DISPUTE VERDICT TEXT"
    options = {"switches": "--set"}  # noqa: RUF012
    in_short = "Rule on a dispute."
    example = 'campaign --as ref dispute rule club d1 rejected "It came before the count."'
    who = "referee"
    verdict: Annotated[Verdict, about("upheld, partly or rejected")]
    text: Words
    switches: Annotated[
        dict[str, str | int | bool], about("rulings on the rules that hold from here on")
    ] = msgspec.field(default_factory=dict)


class ConsentToRuling(InDispute, frozen=True, kw_only=True):
    """Disputes: a second member consents to the ruling of a host who plays."""

    verb = "dispute consent DISPUTE"
    in_short = "Consent to a ruling."
    example = """
    campaign dispute rule club d1 rejected "The other witness says the same."
    campaign --as ref dispute consent club d1
    """


class AppealRuling(InDispute, frozen=True, kw_only=True):
    """Disputes: a member appeals before anything was corrected; another referee rules anew."""

    verb = "dispute appeal DISPUTE TEXT"
    in_short = "Appeal against a ruling."
    example = 'campaign --as anna dispute appeal club d1 "Nobody asked the other witness."'
    text: Words


class SetBookmark(MembersWord, frozen=True, kw_only=True):
    """Record: marks an event for others to find, with a note."""

    verb = "bookmark VERSION NOTE…"
    helped = "history bookmark: Mark an event for others to find."
    example = 'campaign bookmark club 3 "the draw that anna asked about"'
    version: Version
    note: Annotated[
        str, msgspec.Meta(min_length=1, max_length=200, pattern=ONE_LINE, description="a note")
    ]


class NameKeeper(BesidePlay, frozen=True, kw_only=True):
    """Vault: the host names a member without a power who keeps the vault; nobody, where empty."""

    verb = "keeper"
    helped = "trust keeper: Name a member who plays nothing as keeper of the vault."
    member: Annotated[
        str, msgspec.Meta(pattern=r"^([a-z0-9][a-z0-9-]{0,62})?$(?!\n)", description="the keeper")
    ]


class AskOpening(MembersWord, frozen=True, kw_only=True):
    """Vault: asks for a sealed value to be opened outside the rules, with a reason."""

    verb = "unseal ask VERSION"
    in_short = "Ask for it, with a reason."
    example = """
    campaign start late --scenario <scenario>
    campaign enrol late eve --name Eve --role observer
    <sealing>
    campaign unseal ask late 9 --reason "<sealed by> left the club"
    """
    version: Annotated[Version, about("the event that sealed it")]
    reason: Words


class ConsentToOpening(MembersWord, frozen=True, kw_only=True):
    """Vault: the keeper, or else a second member, consents; the value is opened for all to see."""

    verb = "unseal consent VERSION"
    in_short = "Consent as the second member."
    example = "campaign unseal consent late 9 --as eve"
    version: Annotated[Version, about("the event that sealed it")]


class RenewVault(BesidePlay, frozen=True, kw_only=True):
    """Vault: a new key and new draw seeds, so that a former keeper foresees nothing any more."""

    verb = "vault-renew"
    helped = (
        "trust renew: Give the vault a new key and the draws new seeds. "
        "[stolen leaked hand-over host]"
    )
    example = "campaign vault-renew club"
    who = "keeper"


# --- the end ------------------------------------------------------------------------------------


class ReopenCampaign(BesidePlay, frozen=True, kw_only=True):
    """Calendar: a host asks to reopen a closed campaign whose end was a slip."""

    verb = "reopen"
    helped = "turn reopen: Go on after an end that was a slip."
    reason: Annotated[
        str,
        msgspec.Meta(
            min_length=1, max_length=200, pattern=ONE_LINE, description="why, in a few words"
        ),
    ]


class ConsentToReopening(MembersWord, frozen=True, kw_only=True):
    """Calendar: a second member consents to what the host asked, and the campaign goes on."""

    verb = "reopen"


# --- corrections --------------------------------------------------------------------------------

Seen = Annotated[Digest, about("digest of the preview, so that what was looked at is what happens")]
Also = Annotated[
    tuple[Version, ...], about("later events struck along with it, as the preview names them")
]
Because = Annotated[
    str, msgspec.Meta(max_length=200, pattern=rf"^$|{ONE_LINE}", description="why, in a few words")
]


class Correct(BesidePlay, frozen=True, kw_only=True):
    """Corrections: what each of them needs: a ruling that holds, and a preview that was seen."""

    who = "referee"
    unseen = {"seen": "0" * 64}  # noqa: RUF012
    dispute: Annotated[DisputeId, about("the ruling that it rests on", "ruling")]
    reason: Because = ""
    also: Also = ()
    seen: Seen


class StrikeEvents(Correct, frozen=True, kw_only=True):
    """Corrections: events count no more; what they revealed stays revealed."""

    verb = "correct strike-out"
    versions: Annotated[
        tuple[Version, ...], msgspec.Meta(min_length=1, description="which", extra={"hint": ""})
    ]


class AmendEvent(Correct, frozen=True, kw_only=True):
    """Corrections: an event counts as it should have been recorded.

    A position that was taken over from paper needs no ruling until more is recorded.
    """

    verb = "correct amend DISPUTE VERSION [FIELDS]…"
    dispute: Annotated[
        str,
        msgspec.Meta(pattern=r"^(d[1-9][0-9]{0,5})?$(?!\n)"),
        about("the ruling that it rests on", "ruling"),
    ]
    version: Annotated[Version, about("which", hint="")]
    fields: Annotated[JsonObject, about("the fields that were wrong, as they should be")]


class InsertCommand(Correct, frozen=True, kw_only=True):
    """Corrections: a forgotten command counts at its place, with the events it would have had."""

    verb = "correct insert DISPUTE AFTER [FORGOTTEN]…"
    after: Annotated[Version, about("the event behind which it belongs", hint="")]
    forgotten: Annotated[JsonObject, about("the command that was forgotten, as `submit` takes it")]


class AdjustFigure(Correct, frozen=True, kw_only=True):
    """Corrections: a figure is changed from here on; the past stays as it is."""

    verb = "correct adjust"
    figure: Annotated[Slug, about("its name, as the game has it", "figure", hint="")]
    of: Annotated[Slug, about("whose it is, by id", "seat")]
    change: Annotated[int, msgspec.Meta(ge=-999, le=999, description="by how much")]


class Rewind(Correct, frozen=True, kw_only=True):
    """Corrections: play goes back to where it was after an event."""

    verb = "correct rewind"
    to: Annotated[Version, about("the last event that counts", hint="")]


class UndoAct(MembersWord, frozen=True, kw_only=True):
    """Undo: a member takes back their own last act, while nothing hangs on it.

    With events named, an earlier act and what rests on it, once everybody concerned has consented.
    """

    verb = "undo"
    helped = "undo (campaigns): Take back your own last act. [typo wrong mistake oops back]"
    options = {"versions": "--event"}  # noqa: RUF012
    example = "campaign entropy club 'a slip of the tongue'\ncampaign undo club"
    kept_whole = frozenset({"versions"})
    versions: Annotated[
        tuple[Version, ...], about("an earlier act's events, with those that rest on it")
    ] = ()


class ConsentToUndo(MembersWord, frozen=True, kw_only=True):
    """Undo: consents to another member's taking back an act on which later ones rest."""

    verb = "undo-consent MEMBER VERSIONS…"
    helped = "dispute undo-consent: Consent to another's undo."
    in_short = "Consent to another's undo."
    example = """
    campaign start slips --scenario <scenario>
    campaign enrol slips anna --name Anna --role player
    campaign entropy slips 'a slip of the tongue' --as anna
    campaign undo-consent slips anna 7
    """
    member: Annotated[Slug, about("who asks to take it back")]
    versions: Annotated[
        tuple[Version, ...], msgspec.Meta(min_length=1, description="the events, by version")
    ]


CORRECTING: tuple[type[Correct], ...] = (
    StrikeEvents,
    AmendEvent,
    InsertCommand,
    AdjustFigure,
    Rewind,
)

COMMANDS: tuple[type[Command], ...] = (
    RaiseDispute,
    AddEvidence,
    AnswerDispute,
    WithdrawDispute,
    SetTerm,
    FreezePlay,
    ResumePlay,
    GiveRuling,
    ConsentToRuling,
    AppealRuling,
    *CORRECTING,
    UndoAct,
    ConsentToUndo,
    SetBookmark,
    NameKeeper,
    AskOpening,
    ConsentToOpening,
    ReopenCampaign,
    ConsentToReopening,
    RenewVault,
    *shared_rules.KEY_COMMANDS,
    *diary.COMMANDS,
)


def needs(command: Command) -> Needs:
    """Disputing, correcting or marking events needs the whole log."""
    past = isinstance(
        command, RaiseDispute | SetBookmark | Correct | UndoAct | ConsentToUndo | AskOpening
    )
    return Needs(past=past, last=isinstance(command, UndoAct) and not command.versions)
