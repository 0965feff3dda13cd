"""FoW Mission Selector: the verbs about missions. Pure."""

from functools import partial

from campaign.flames_of_war.at_the_keyboard import passing_over
from campaign.flames_of_war.missions.commands import (
    AgreeMission,
    ChangeMission,
    DeclineChange,
    RollMission,
    RollRoles,
)
from campaign.flames_of_war.missions.verbs_card import CARD
from campaign.kernel.derived import derived

_DECLINE = partial(passing_over, "decline in their place", DeclineChange)
_AGREE = partial(passing_over, "agree in their place", AgreeMission)
VERBS = {
    verb.words: verb
    for verb in (
        derived(RollMission),
        derived(DeclineChange, _DECLINE, confirms=True),
        derived(AgreeMission, _AGREE, confirms=True),
        derived(RollRoles),
        CARD,
        derived(ChangeMission),
    )
}
