"""LiF 4: the verbs about the war around the board. Pure."""

from campaign.kernel.steps import Send, sending
from campaign.kernel.verbs import Argument, Flag, OneOf, Verb, VerbOption
from campaign.leaders_in_flames.parameters import COUNTRY, LEADER, POWER, the_power, words_of
from campaign.leaders_in_flames.politics.commands import (
    CollapseVichy,
    DeclareWar,
    InstallVichy,
    MakePeace,
    SetConquest,
    SetMinor,
)
from events.lif.politics import Conquest, MinorStatus


def _war(attacker: str, target: str, new: bool) -> Send:
    """Records that one power or minor country declares war on another."""
    return sending(DeclareWar, attacker=attacker, target=target, new=new or None)


WAR = Verb(
    words="war",
    example="campaign war club germany poland",
    parameters=(
        Argument("attacker", "ATTACKER", COUNTRY),
        Argument("target", "TARGET", COUNTRY),
        Flag("--new", "Record a country that the list lacks."),
    ),
    sends=_war,
)


def _peace(first: str, second: str, returned: tuple[str, ...]) -> Send:
    """Records a peace. A call-out that it ends sends its leaders back to the reserve pool."""
    return sending(MakePeace, powers=[first, second], returned=list(returned) or None)


PEACE = Verb(
    words="peace",
    example="campaign peace club germany poland",
    parameters=(
        Argument("first", "ONE", COUNTRY),
        Argument("second", "OTHER", COUNTRY),
        VerbOption(
            "--returned",
            "A leader on the map who goes back to reserve with it. Repeatable.",
            LEADER,
            metavar="LEADER",
            many=True,
        ),
    ),
    sends=_peace,
)

CONQUEST = Verb(
    words="conquest",
    help="Records that a major power is incomplete or complete in its conquest, or free again.",
    example="campaign conquest club france incomplete",
    parameters=(
        the_power,
        Argument("status", "STATUS", OneOf("status of conquest", words_of(Conquest))),
    ),
    sends=SetConquest,
)


def _vichy(what: str) -> Send:
    """Records that Vichy France is installed, or collapses."""
    return sending(InstallVichy if what == "install" else CollapseVichy)


VICHY = Verb(
    words="vichy",
    example="campaign vichy club install\ncampaign vichy club collapse",
    parameters=(
        Argument(
            "what", "install|collapse", OneOf("change of Vichy", lambda: ("install", "collapse"))
        ),
    ),
    sends=_vichy,
)

MINOR = Verb(
    words="minor",
    help="Records that a minor country is neutral, aligned with a power, or conquered by one.",
    example="campaign minor club finland aligned germany\ncampaign minor club spain neutral",
    parameters=(
        Argument("minor", "MINOR", COUNTRY),
        Argument("status", "STATUS", OneOf("status of a minor", words_of(MinorStatus))),
        Argument("power", "[POWER]", POWER, required=False),
    ),
    sends=SetMinor,
)

VERBS = {verb.words: verb for verb in (WAR, PEACE, CONQUEST, VICHY, MINOR)}
