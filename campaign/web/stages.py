"""The stages of the turn, and what is the host's to do next. Pure."""

from campaign.desk.awaited import owed_before_the_end
from campaign.desk.waiting import asked
from campaign.kernel.rooms import StageButton, TurnStage
from campaign.text.english import capital
from campaign.web.visits import Entered


def stages(here: Entered) -> tuple[TurnStage, ...]:
    """The stages of the turn with its end, which is the same in every game."""
    campaign, system, state = here.campaign, here.live.system, here.live.state
    if campaign.closed:
        return (TurnStage("The campaign is over", "done"),)
    return (*system.rooms.stages(state), _end(here))


def _end(here: Entered) -> TurnStage:
    """The end of the turn, or of the campaign in its last turn."""
    campaign, system, state = here.campaign, here.live.system, here.live.state
    may_end = system.front.screens.status(state).may_end
    owed = owed_before_the_end(system, state) if may_end else ()
    note = "; ".join(owed)
    if campaign.turn == campaign.last_turn:
        button = StageButton("end", "End the campaign", form="CloseCampaign", is_careful=True)
        title = "The campaign ends"
    else:
        following = system.calendar.in_words(system.calendar.following(campaign.turn))
        text = f"Begin {following}" + (", though this is owed" if owed else "")
        button = StageButton(
            f"turn:{campaign.turn}", text, {"command": "AdvanceTurn"}, is_careful=bool(owed)
        )
        title = f"Next {system.calendar.noun}"
    if not may_end:
        return TurnStage(title, "later")
    return TurnStage(title, "now", f"{capital(note)}." if note else "", (button,))


def hosts_next(here: Entered, now: str) -> str:
    """What the host can do next, where everybody waits for that: the words of its button.

    Empty for anybody else, while somebody's seat owes an answer, and where play rests or it is a
    what-if.
    """
    record = here.campaign.record
    if not here.is_host or record.branch_of is not None or record.frozen_for:
        return ""
    if any(part.owed.seat for part in asked(here.live.system, here.live.state, now)):
        return ""
    steps = (one for stage in stages(here) if stage.stands == "now" for one in stage.buttons)
    return next((one.text for one in steps if not one.is_careful), "")
