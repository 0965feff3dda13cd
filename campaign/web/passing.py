"""The step before an act that passes over somebody, or leaves something undone: it names them all.

The first tap names whom; the second does it, before their deadline with a reason.
"""

import msgspec

from campaign.desk.awaited import owed_before_the_end
from campaign.kernel import passing_over
from campaign.kernel.passing_over import LEAST, MOST, WHYS
from campaign.text.english import capital
from campaign.text.json_values import JsonFields
from campaign.web.own_time import by_when
from campaign.web.replies import Reply
from campaign.web.screens import campaign_screen
from campaign.web.visits import Visit

_OWN = ("id", "sure", "because", "own", "sign", "act-key", "act-signature")
"""What the step's own form has; it carries on whatever else was typed."""
_ENDS = ("AdvanceTurn", "CloseCampaign")
"""Commands that leave undone what is owed: it is named, and needs no reason."""


def looked_at(visit: Visit, command: JsonFields, does: str) -> JsonFields | Reply:
    """The command as the second tap sends it; until then the page that names who is passed over."""
    here, form, now = visit.here, visit.form, visit.house.clock()
    live, called = here.live, here.campaign.called
    awaiting, kind = live.system.rules.awaiting, live.system.rules.commands[str(command["command"])]
    try:
        typed = msgspec.convert({**command, "by": here.member}, kind)
    except msgspec.ValidationError:
        return command  # the desk says what is wrong with it
    found = passing_over.passed_over(awaiting, live.state, typed, now)
    owed = owed_before_the_end(live.system, live.state) if command["command"] in _ENDS else ()
    if not found and not owed:
        return command
    has_why = len(getattr(typed, typed.why_field, None) or "") >= LEAST
    early = [] if has_why else [one for one in found if not one.is_late]
    if early and kind.why_field != "why":
        return command  # its own form asks for the reason
    why = form.get("because") or "own"  # words typed without a tap on their button count too
    why = " ".join(form.get("own", "").split()) if why == "own" else why
    fault = ""
    if form.get("sure") and early and not LEAST <= len(why) <= MOST:
        whom = passing_over.who(called, early)
        fault = f"Say why you don't wait for {whom}. Nothing was recorded."
    if form.get("sure") and not fault:
        sure: JsonFields = {"confirmed": True} if owed else {}
        return {**command, **sure, **({"why": why} if early else {})}
    clauses = [passing_over.clause(called, one, by_when(here, one.until)) for one in found]
    return campaign_screen(
        visit,
        "passing.html",
        "acts",
        409 if fault else 200,
        does=does,
        notice=fault,
        passed=[*map(capital, clauses)],
        owed=[*map(capital, owed)] if owed else [],
        whys=WHYS if early else (),
        typed=why,
        kept=[(name, value) for name, value in form.items() if name not in _OWN],
    )
