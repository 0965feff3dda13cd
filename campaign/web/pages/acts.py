"""Any act that the rules know, by a form made from its command."""

import re
from collections.abc import Mapping

from campaign.kernel.decisions import Command, secret
from campaign.text.english import capital
from campaign.web.answering import given, given_before
from campaign.web.command_forms import about, fields_of, title
from campaign.web.forms import NotReadError, filled
from campaign.web.pages.errors import missing
from campaign.web.passing import looked_at
from campaign.web.place import Place
from campaign.web.replies import Reply, see_other
from campaign.web.screens import campaign_screen
from campaign.web.visits import ID_LETTERS, Visit

BY_ITSELF = frozenset({"TakeSeat"})
"""Commands that the service sends by itself."""

WORD_LETTERS = 80
"""How much of what somebody looks for counts."""


def catalogue(visit: Visit) -> Reply:
    """Every command: those that the visitor's roles allow first."""
    here = visit.here
    word = visit.query.get("word", "").strip()[:WORD_LETTERS]
    found: dict[str, list[tuple[str, str, str, bool]]] = {}
    for name, kind in here.live.system.rules.commands.items():
        if name in BY_ITSELF or kind.module not in ("", *here.campaign.modules):
            continue
        rule, text = about(kind)
        if word.casefold() not in f"{title(name)} {rule} {text} {kind.verb}".casefold():
            continue
        chapter = rule.partition("(")[0].strip()
        found.setdefault(chapter, []).append((name, title(name), text, _may(visit, kind)))
    groups = {rule: found[rule] for rule in sorted(found, key=_place)}
    return campaign_screen(visit, "acts.html", "acts", groups=groups, word=word)


def _place(rule: str) -> tuple[str, list[int]]:
    """Where a group stands: those without a number first, then by the numbers of the rules."""
    numbers = [int(number) for number in re.findall(r"\d+", rule)]
    return (rule.rstrip(",.0123456789 ") if numbers else "", numbers)


def _may(visit: Visit, kind: type[Command]) -> bool:
    """Whether the visitor's roles allow a command; the rules may ask for more."""
    here = visit.here
    if here.is_host or kind.who == "member":
        return True
    if kind.who == "referee":
        return "referee" in here.campaign.members[here.member].roles
    if kind.who == "keeper":
        return here.campaign.record.keeper == here.member
    return kind.who == "holder" and bool(here.seats)


def _command(visit: Visit) -> tuple[str, type[Command]] | None:
    name = visit.path["command"]
    known = visit.here.live.system.rules.commands
    return (name, known[name]) if name in known and name not in BY_ITSELF else None


def form(visit: Visit) -> Reply:
    """The form of a command; what its address says is filled in."""
    found = _command(visit)
    if found is None:
        return missing(visit.house)
    return _shown(visit, *found, visit.query)


def _shown(
    visit: Visit,
    name: str,
    kind: type[Command],
    typed: Mapping[str, str],
    field: str = "",
    why: str = "",
    status: int = 200,
) -> Reply:
    rule, text = about(kind)
    made = fields_of(visit, kind)
    is_known = any(one.name == field for one in made)
    return campaign_screen(
        visit,
        "act.html",
        "acts",
        status,
        name=name,
        title=title(name),
        rule=rule,
        about=text,
        fields=made,
        typed=typed,
        wrong=field if is_known else "",
        why=why,
        may=_may(visit, kind),
    )


def act(visit: Visit) -> Reply:
    """Sends a command as its form was filled in; what was typed stays when it is refused."""
    found = _command(visit)
    if found is None:
        return missing(visit.house)
    name, kind = found
    key = visit.form.get("id", "")[:ID_LETTERS]
    if (again := given_before(visit, key)) is not None:
        return again
    try:
        command = {"command": name, **filled(fields_of(visit, kind), visit.form)}
    except NotReadError as error:
        why = f"{capital(error.why)}. Nothing was recorded."
        return _shown(visit, name, kind, visit.form, error.field, why, 422)
    looked = looked_at(visit, command, title(name))
    if isinstance(looked, Reply):
        return looked
    command = {**looked, **({"id": key} if key else {})}
    outcome = visit.send(command)
    if (refused := outcome.refused) is not None:
        field = refused.about.field
        rule = f" ({refused.rule})" if refused.rule else ""
        paper = f" {capital(outcome.unkept)}." if outcome.unkept else ""
        why = f"{capital(refused.in_place)}{rule}. Nothing was recorded.{paper}"
        status = 409 if refused.rule else 422
        return _shown(visit, name, kind, visit.form, field, why, status)
    if secret(kind) or "receipt" not in outcome.answer:
        return given(visit, outcome.answer, key, command)
    number = outcome.answer["receipt"]["id"].rpartition("/")[2]
    return see_other(f"/c/{visit.here.name}/receipts/{number}?new")


PLACES = (
    Place("/c/{name}/do", catalogue, "member", about="every act"),
    Place("/c/{name}/do/{command}", form, "member", about="the form of an act"),
    Place("/c/{name}/do/{command}", act, "member", ("POST",), about="act", sends=True),
)
