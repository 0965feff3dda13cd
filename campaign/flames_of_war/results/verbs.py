"""FoW Campaign Sequence: the verbs about battles and their results. Pure."""

from functools import partial

from campaign.flames_of_war.at_the_keyboard import passing_over
from campaign.flames_of_war.results.commands import (
    AbandonBattle,
    BeginBattle,
    ConfirmResult,
    ContestResult,
    ReportResult,
)
from campaign.flames_of_war.results.verbs_shown import SECTORS, STANDINGS
from campaign.kernel.derived import derived
from campaign.kernel.verbs import Verb, VerbFamily

_ABANDON = partial(passing_over, "abandon the battle without them", AbandonBattle)
BATTLE = VerbFamily(
    words="battle",
    help="Begins a line's battle, or abandons it.",
    sections={"": (derived(BeginBattle), derived(AbandonBattle, _ABANDON, confirms=True))},
    story=("begin",),
)
VERBS: dict[str, Verb | VerbFamily] = {
    verb.words: verb
    for verb in (
        BATTLE,
        derived(ReportResult),
        derived(ContestResult),
        derived(ConfirmResult),
        SECTORS,
        STANDINGS,
    )
}
