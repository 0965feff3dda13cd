"""The commands of campaigns by a club's own rules."""

from typing import Annotated

import msgspec

from campaign.kernel.decisions import SECRET, Command
from campaign.kernel.members import Confirmed, Why, about
from campaign.text.moments import A_NAME, ONE_LINE
from events.base import Digest
from events.seats import Seat

ActName = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[a-z][a-z0-9_]{0,29}$(?!\n)",
        description="an act of the campaign's rules",
        extra={"choices": "acts"},
    ),
]
Filled = Annotated[
    dict[
        Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]{0,29}$(?!\n)")],
        Annotated[str, msgspec.Meta(max_length=200, pattern=ONE_LINE)],
    ],
    about("what is filled in, by field: numbers, yes or no, words, ids of rows"),
]
WhoActs = Annotated[Seat | None, about("who acts; left out where the sender plays one seat")]
Written = Annotated[str, msgspec.Meta(max_length=2_000, pattern=ONE_LINE)]
Number = Annotated[int, msgspec.Meta(ge=1, description="the number of what waits")]
Reason = Annotated[
    str, msgspec.Meta(min_length=1, max_length=200, pattern=ONE_LINE, description="why")
]


class PlayAct(Command, frozen=True, kw_only=True):
    """Does what the rules let somebody do, or proposes it where somebody has to confirm it."""

    verb = "act ACT_NAME [VALUES]…"
    helped = "act: Do what the club's own rules let you do."
    example = "campaign act bridges raid whom=brida --seat anselm"
    who = "member"
    act_name: ActName
    seat: WhoActs = None
    values: Filled = msgspec.field(default_factory=dict)


class ConfirmAct(Command, frozen=True, kw_only=True):
    """Confirms what somebody proposed; the ledger rolls only now."""

    verb = "confirm-act NUMBER"
    helped = "confirm-act (act): Confirm what somebody proposed."
    example = """
    campaign act bridges battle winner=anselm loser=brida bridge=north bloody=no
    campaign confirm-act bridges 1
    """
    who = "member"
    number: Number


class DeclineAct(Command, frozen=True, kw_only=True):
    """Does not confirm what somebody proposed."""

    verb = "decline-act NUMBER"
    helped = "decline-act (act): Do not confirm what somebody proposed."
    example = """
    campaign act bridges battle winner=corvin loser=dorte bridge=north bloody=no
    campaign decline-act bridges 2
    """
    who = "member"
    number: Number
    reason: Annotated[
        Annotated[str, msgspec.Meta(max_length=200, pattern=ONE_LINE)] | None,
        about("why; may be left out"),
    ] = None


class SealChoice(Command, frozen=True, kw_only=True):
    """Seals a choice that nobody sees before all are opened; a later one replaces it."""

    verb = "seal-act ACT_NAME [VALUES]…"
    helped = "seal-act (act): Seal a choice that nobody sees before all are opened."
    example = """
    campaign start narrows --scenario naval
    campaign seal-act narrows sail to=banks raid=yes --seat vale
    """
    who = "holder"
    act_name: ActName
    seat: WhoActs = None
    values: Annotated[Filled, SECRET] = msgspec.field(default_factory=dict)
    choice: Annotated[Written | None, about("the same in one line, in place of values"), SECRET] = (
        None
    )
    commitment: Annotated[
        Digest | None, about("64 hex digits of what a device sealed, in place of values")
    ] = None


class HandInChoice(Command, frozen=True, kw_only=True):
    """Hands in what opens a choice that a device sealed; it stays sealed until all are opened."""

    verb = "hand-in-act ACT_NAME [CHOICE] [NONCE]"
    helped = "hand-in-act (act): Hand in what opens a choice that a device sealed."
    example = r"""
    campaign start straits --scenario naval
    nonce=$(printf '%064d' 7)
    choice=$(printf '%-37s' 'to=banks;raid=yes' | tr ' ' ';')
    about=$(printf '%s\nkit-sail\n1\nvale' "$(campaign status straits --id)")
    seal=$(printf 'campaign-tracker seal 1\n%s\n%s\n%s\n' "$about" "$choice" "$nonce" \
        | sha256sum | head -c 64)
    campaign seal-act straits sail --commitment "$seal" --seat vale
    campaign hand-in-act straits sail "$choice" "$nonce" --seat vale
    """
    who = "holder"
    counts_unsigned = True
    unseen = {"choice": "-", "nonce": "0" * 64}  # noqa: RUF012
    act_name: ActName
    seat: WhoActs = None
    choice: Annotated[Written, about("the choice that was sealed, in one line"), SECRET]
    nonce: Annotated[Digest, about("the nonce that the device kept, 64 hex digits"), SECRET]


class OpenChoices(Command, frozen=True, kw_only=True):
    """Opens all sealed choices together."""

    verb = "open-act ACT_NAME"
    helped = "open-act (act): Open all sealed choices together."
    example = "campaign open-act narrows sail --yes"
    why_field = "why"
    act_name: ActName
    why: Why = None
    confirmed: Confirmed = None


class EndPhase(Command, frozen=True, kw_only=True):
    """Ends the phase; the last one ends with the turn."""

    verb = "phase"
    helped = "turn phase: End the phase of the turn."
    example = "campaign phase narrows --yes"
    why_field = "why"
    why: Why = None
    confirmed: Confirmed = None


class PassTurn(Command, frozen=True, kw_only=True):
    """A seat is done, and the next one acts."""

    verb = "done [SEAT]"
    helped = "act done: Say that you are done, where one acts after another."
    example = """
    campaign start wards --scenario sectors
    campaign done wards
    """
    who = "holder"
    seat: WhoActs = None


class AddSeat(Command, frozen=True, kw_only=True):
    """Adds a seat, up to the number that the rules allow."""

    verb = "add-seat SEAT"
    helped = "add-seat (member): Add a seat."
    example = """
    campaign new-rules big.toml --like evening
    sed -i 's/^rows = /enrol = 6\\nrows = /' big.toml
    campaign start big --rules big.toml
    campaign add-seat big erik --name "Erik the Late"
    """
    seat: Annotated[
        str,
        msgspec.Meta(
            pattern=r"^[a-z][a-z0-9]{0,23}$(?!\n)", description="its id: small letters and digits"
        ),
    ]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80, pattern=A_NAME)]
    side: Annotated[str | None, about("the side that it is on, where there are sides")] = None


class SetHouseRule(Command, frozen=True, kw_only=True):
    """Sets a switch of the club's; it holds from here on."""

    verb = "house"
    helped = "rules house: Set a switch of the club's."
    example = "campaign house bridges raids yes 'everybody asked for it'"
    name: Annotated[str, about("the switch", choices="house")]
    value: Annotated[str, msgspec.Meta(max_length=60, pattern=ONE_LINE)]
    reason: Reason


class ChangeRules(Command, frozen=True, kw_only=True):
    """Changes the rules; the new text holds from here on, and what was done keeps the old one."""

    verb = "change-rules TEXT REASON"
    helped = "change-rules (rules): Change the rules in mid-campaign."
    example = """
    campaign new-rules bridges.toml --like evening
    echo '# ours since the first evening' >> bridges.toml
    campaign change-rules bridges bridges.toml "it is ours now"
    """
    text: Annotated[str, msgspec.Meta(max_length=48_000, description="the whole file")]
    reason: Reason
