"""LiF 3.2: what the use of an ability asks: who uses which, where and for whom. Pure.

How many units it serves, the map it counts on and a way across maps are asked for by the rules.
"""

from typing import Any

from msgspec.structs import replace

from campaign.kernel.interview.answers import Choice, Option
from campaign.kernel.interview.asking import Given, Interviews
from campaign.kernel.interview.by_type import assembled
from campaign.kernel.interview.pages import Interview, Page
from campaign.lif.abilities import catalogue, usage
from campaign.lif.abilities.usage import UseAbility
from campaign.lif.politics import sides
from campaign.lif.state import State


def asks_use(state: State, form: Given) -> Interview:
    """LiF 3.2: the leader's own power is helped where nobody else is named."""
    fields = yield form.page("leader")
    who = fields["leader"]
    own = sides.allegiance(state, who).power if who in state.sheet else None
    page = form.page(
        "ability", "hex", "helps",
        "attacking", "stacked_with_participant", "in_attacked_hex", "combat",
    )  # fmt: skip
    changes: dict[str, dict[str, Any]] = {
        "ability": {"kind": _abilities(state, who)},
        "helps": {"is_optional": own is not None, "default": (own,) if own else None},
        "combat": {"is_rare": True},
    }
    questions = tuple(replace(one, **changes.get(one.key, {})) for one in page.questions)
    return assembled(fields | (yield Page(questions)))


def _abilities(state: State, who: str) -> Choice:
    """The abilities of a leader; one that was used in this step stands with that."""
    if who not in state.sheet:
        return Choice(is_open=True)
    known = catalogue.for_leader(who, state.sheet, state.campaign.rulebook)
    options = []
    for one in known:
        command = UseAbility(leader=who, ability=one.number, hex="", helps=())
        refused = usage.in_another_step(state, command)
        if not (state.play.placements.get(who) and "every-hex" in one.traits):
            refused = refused or usage.used_already(state, command)
        why = refused.reason if refused else ""
        options.append(Option(str(one.number), one.name, refused=why))
    return Choice(tuple(options), is_open=True)


INTERVIEWS = Interviews[State](
    asked={UseAbility: asks_use},
)
