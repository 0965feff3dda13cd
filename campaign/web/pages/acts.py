"""Any act that the rules know, as the pages of its interview."""

import re
from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

import msgspec

from campaign.kernel.by_type import pages
from campaign.kernel.decisions import Command, Refused, secret
from campaign.kernel.interviewing import Setting, interviewed, offers_of
from campaign.kernel.interviews import (
    Answers,
    Complete,
    Confirm,
    Forbidden,
    NextPage,
    Outcome,
    Page,
    TooLongError,
    first_key,
    is_secret,
    refused_at,
)
from campaign.text.english import capital
from campaign.web.answering import given, given_before
from campaign.web.command_forms import about, setting_of, title
from campaign.web.interview_forms import (
    answers_of,
    carried,
    fits_address,
    groups,
    has_own_words,
    said,
    ticked,
    why_not,
)
from campaign.web.pages.errors import missing
from campaign.web.passing import looked_at
from campaign.web.place import Place
from campaign.web.replies import Reply, see_other
from campaign.web.screens import campaign_screen
from campaign.web.signing import nothing_to_sign
from campaign.web.visits import ID_LETTERS, Visit

BY_ITSELF = frozenset({"TakeSeat"})
"""Commands that the service sends by itself."""

CORRECTING = frozenset({"AmendEvent", "InsertCommand"})
"""Commands that only the page of corrections can ask for."""

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
    """The page of an act's interview that comes next; what its address says is answered."""
    found = _command(visit)
    if found is None:
        return missing(visit.house)
    name, kind = found
    if name in CORRECTING:
        return see_other(f"/c/{visit.here.name}/correct")
    typed = {key: text for key, text in visit.query.items() if key not in secret(kind)}
    outcome = _interviewed(visit, name, kind, typed)
    return _screen(visit, name, kind, typed, outcome, 200)


def act(visit: Visit) -> Reply:
    """Takes the answers of a page: the next page, or what was recorded once all is answered.

    What the rules refuse is sent too where it is complete, so that it has its receipt.
    """
    found = _command(visit)
    if found is None:
        return missing(visit.house)
    name, kind = found
    typed = visit.form
    if (again := given_before(visit, typed.get("id", "")[:ID_LETTERS])) is not None:
        return again
    outcome = _interviewed(visit, name, kind, typed)
    is_whole = "record" in typed or "step" not in typed or any(typed.get(s) for s in secret(kind))
    is_sent = is_whole and not typed.get("more")
    if is_sent and outcome.fields is not None:
        return _sent(visit, name, kind, typed, outcome)
    if typed.get("sign") == "ask":
        return nothing_to_sign()
    return _screen(visit, name, kind, typed, outcome, _status(outcome, is_sent=is_sent))


def _interviewed(
    visit: Visit,
    name: str,
    kind: type[Command],
    typed: Mapping[str, str],
    refused: Refused | None = None,
) -> Outcome:
    """Runs the interview with what was typed so far; `refused` is why it was refused when sent."""
    here, rows = visit.here, typed.get("more", "")
    try:
        return interviewed(
            here.live.system,
            here.live.state,
            kind,
            answers_of(typed),
            setting_of(visit.house, here, name)
            if refused is None
            else Setting(here.member, lambda fields: refused),
            asks="people" if visit.method == "POST" and "step" not in typed else "all",
            sent="" if rows else typed.get("step", ""),
            again=rows or typed.get("again", ""),
            also=typed.get("also", "").split(),
        )
    except TooLongError:
        return Forbidden(TOO_LONG)


def _status(outcome: Outcome, *, is_sent: bool) -> int:
    """What answers a form that was sent: a rule forbids it, an answer is wrong, or all is well."""
    refused = None if isinstance(outcome, Complete) else outcome.refused
    if refused is not None:
        return 409 if refused.rule else 422
    return 422 if isinstance(outcome, NextPage) and (outcome.errors or is_sent) else 200


TOO_LONG = Refused(None, "the answers are too long")


def _sent(
    visit: Visit, name: str, kind: type[Command], typed: Mapping[str, str], outcome: Outcome
) -> Reply:
    """Sends the command; a refusal stands beside the answer that it is about."""
    key = typed.get("id", "")[:ID_LETTERS]
    command = {"command": name, **(outcome.fields or {})}
    looked = looked_at(visit, command, title(name))
    if isinstance(looked, Reply):
        return looked
    command = {**looked, **({"id": key} if key else {})}
    found = visit.send(command)
    if (refused := found.refused) is not None:
        answers = answers_of(typed)
        at: Outcome = refused_at(refused, answers, outcome.passed)
        if refused.about.missing:  # what only showed when it was sent
            more = _interviewed(visit, name, kind, typed, refused)
            if isinstance(more, NextPage) and isinstance(more.page, Page) and not more.errors:
                also = " ".join((typed.get("also", ""), *_keys(more.page)))
                return _screen(visit, name, kind, {**typed, "also": also}, more, 422)
        at = outcome if isinstance(outcome, NextPage) and outcome.errors else at
        paper = f" {capital(found.unkept)}." if found.unkept else ""
        return _screen(visit, name, kind, typed, at, 409 if refused.rule else 422, paper)
    if secret(kind) or "receipt" not in found.answer:
        return given(visit, found.answer, key, command)
    number = found.answer["receipt"]["id"].rpartition("/")[2]
    return see_other(f"/c/{visit.here.name}/receipts/{number}?new")


# --- the page -----------------------------------------------------------------------------------


def _screen(
    visit: Visit,
    name: str,
    kind: type[Command],
    typed: Mapping[str, str],
    outcome: Outcome,
    status: int,
    paper: str = "",
) -> Reply:
    """The page of an interview: its questions, a check of all answers, or why it cannot be."""
    rule, text = about(kind)
    answers = answers_of(typed)
    page = outcome.page if isinstance(outcome, NextPage) else None
    why = _why(outcome, paper)
    if isinstance(outcome, Forbidden) and outcome.passed:
        page = outcome.passed[-1]  # its answers may be changed
        outcome = msgspec.structs.replace(outcome, passed=outcome.passed[:-1])
    errors = dict(outcome.errors) if isinstance(outcome, NextPage) else {}
    kept = carried(kind, answers, page)
    passed = outcome.passed
    is_open = not has_own_words(passed, answers) and fits_address(kept)
    is_last = not isinstance(page, Page) or is_secret(page) or _is_whole(visit, kind, page)
    is_posted = is_last or not is_open or (isinstance(page, Page) and page.is_private)
    since = typed.get("since", "") or str(visit.here.live.version)
    own = {"id": typed.get("id", "") or visit.house.ids(), "since": since}
    also = {"also": typed["also"]} if typed.get("also") else {}
    back = _back(kind, answers, passed, own) if passed else None
    return campaign_screen(
        visit,
        "interview.html",
        "acts",
        status,
        title=title(name),
        rule=rule,
        about=text,
        may=_may(visit, kind),
        is_first=not passed,
        note=_grown(visit, since, errors, typed),
        why=why,
        said=said(passed, answers),
        is_open=is_open,
        query=lambda again: urlencode({**carried(kind, answers, None), **own, "again": again}),
        lines=page.lines if isinstance(page, Confirm) else page.notes if page else (),
        method="post" if is_posted else "get",
        key=own["id"],
        since=since,
        step=first_key(page) if isinstance(page, Page) else "",
        is_last=is_last,
        is_over=isinstance(outcome, Forbidden) and page is None,
        kept={**kept, **also},
        confirms=isinstance(page, Confirm),
        rows=page.rows if isinstance(page, Page) else "",
        groups=groups(page, answers, errors) if isinstance(page, Page) else (),
        why_not=why_not(page) if isinstance(page, Page) else (),
        typed=_shown(page, answers) if isinstance(page, Page) else {},
        errors={key: f"{capital(text)}.{paper}" for key, text in errors.items()},
        button=(page.question if isinstance(page, Confirm) else "Record") if is_last else "Next",
        back=back,
    )


def _shown(page: Page, answers: Answers) -> dict[str, str]:
    """What the boxes of a page have in them; a secret is typed again."""
    return {} if is_secret(page) else ticked(page, answers)


def _why(outcome: Outcome, paper: str) -> str:
    """Why nothing was recorded, where that is about no single answer."""
    if isinstance(outcome, Forbidden):
        refused = outcome.refused
        rule = f" ({refused.rule})" if refused.rule else ""
        return f"{capital(refused.in_place)}{rule}. Nothing was recorded.{paper}"
    whole = outcome.errors.get("", "") if isinstance(outcome, NextPage) else ""
    return f"{capital(whole)}. Nothing was recorded." if whole else ""


def _grown(visit: Visit, since: str, errors: Mapping[str, str], typed: Mapping[str, str]) -> str:
    """That something was recorded meanwhile, where an answer no longer fits."""
    now = visit.here.live.version
    has_grown = since.isdecimal() and len(since) < len("1000000000") and int(since) < now
    if errors and has_grown and typed.get("step", "") not in errors:
        return "Something was recorded since you began; what no longer fits is asked again."
    return ""


def _back(
    kind: type[Command], answers: Answers, passed: Sequence[Page | Confirm], own: Mapping[str, str]
) -> dict[str, str]:
    """The answers without those of the last page."""
    kept = carried(kind, answers, passed[-1])
    for page in passed[:-1]:
        kept = {**kept, **{key: answers.get(key, "") for key in _keys(page)}}
    last = passed[-1]
    again = first_key(last) if isinstance(last, Page) else ""
    return {**kept, **own, "again": again, "step": again}


def _keys(page: Page | Confirm) -> tuple[str, ...]:
    if isinstance(page, Confirm) or page.rows:
        return ()
    return tuple(question.key for question in page.questions)


def _pages(visit: Visit, kind: type[Command]) -> tuple[Page, ...]:
    return pages(kind, offers_of(visit.here.live.system, visit.here.live.state))


def _is_whole(visit: Visit, kind: type[Command], page: Page) -> bool:
    """Whether a page has all that the act asks, so that its button records."""
    if kind in visit.here.live.system.asking.asked:
        return False
    every = _pages(visit, kind)
    return len(every) == 1 and first_key(every[0]) == first_key(page)


PLACES = (
    Place("/c/{name}/do", catalogue, "member", about="every act"),
    Place("/c/{name}/do/{command}", form, "member", about="the pages of an act"),
    Place("/c/{name}/do/{command}", act, "member", ("POST",), about="act", sends=True),
)
