"""The reports as pages of the service, what verbs only show, and for each figure every event that
made it what it is.
"""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from http.client import OK
from itertools import islice, product
from urllib.parse import quote, urlencode

from markupsafe import Markup
from msgspec.structs import replace

from campaign import extend
from campaign.diary.words import REMOVED
from campaign.handler import explanations, looking
from campaign.kernel import decisions, projections
from campaign.kernel.pages import INDEX, PageContext, page_name
from campaign.kernel.terminal.screens import MetricSheet, WarPicture
from campaign.kernel.terminal.verbs import Call, Verb
from campaign.kernel.terminal.views import Lines, View
from campaign.reports import book, layout, pages, publishing
from campaign.text.english import capital, signed
from campaign.web.context import Entered, RequestContext, get
from campaign.web.errors import missing, only_for
from campaign.web.forms import boxes_of, values_of
from campaign.web.parts.diary import lines_for, subject_of, with_dispatches
from campaign.web.parts.talk import with_talk
from campaign.web.parts.visited import seats_called
from campaign.web.rendering import drawn
from campaign.web.replies import Reply, see_other
from campaign.web.screens import campaign_screen, drawn_parts, sheet

# --- The reports as pages of the service: the sheets as on paper, with their one style element --

SVG = "image/svg+xml"


def all_turns(visit: RequestContext) -> Reply:
    """The page of the whole campaign is beside those of the turns."""
    return see_other(f"/c/{visit.here.name}/turns/{INDEX}")


_SHEETS: OrderedDict[tuple[str, ...], Reply] = OrderedDict()
"""The pages that were asked for last, by the campaign's name, its random id, its head and the file;
of two clubs one may have imported what the other plays."""
_MOST_SHEETS = 32


def report(visit: RequestContext) -> Reply:
    """A turn's page by its turn or its file, the index, or a page that the game adds; to a page
    comes what members said and wrote about its turn or subject.

    While nothing is recorded, the same page is made once.
    """
    made = visit.house.books.book(visit.here.name)
    key = (visit.here.name, visit.here.campaign.id, made.head, visit.path["page"])
    reply = _SHEETS.pop(key, None) or replace(_report(visit, made), is_same=True)
    if reply.status == OK:
        _SHEETS[key] = reply
        while len(_SHEETS) > _MOST_SHEETS:
            _SHEETS.popitem(last=False)
    wanted = visit.path["page"]
    logs = enumerate(made.logs)
    place = next((nth for nth, log in logs if wanted in (log.turn, page_name(log.turn))), None)
    if place is None:
        subject = subject_of(visit, wanted) if reply.status == OK else ""
        return with_dispatches(visit, reply, subject=subject) if subject else reply
    for with_accuracy in extend.found("pages", "accuracy below a turn"):
        reply = with_accuracy(visit, reply, made.logs[place].turn)
    return with_talk(visit, with_dispatches(visit, reply, made.logs[place].turn), made, place)


def _report(visit: RequestContext, made: book.Book) -> Reply:
    name, wanted = visit.here.name, visit.path["page"]
    if wanted == INDEX:
        return sheet(pages.index_html(made), name, _picture(made, len(made.logs) - 1))
    for place, log in enumerate(made.logs):
        if wanted in (log.turn, page_name(log.turn)):
            return sheet(pages.turn_html(made, place), name, _picture(made, place))
        if wanted == _picture_file(log.turn) and (drawing := publishing.poster_svg(made, place)):
            return Reply(drawing.encode(), media=SVG)
    for page in pages.more(made):
        if page.file == wanted:
            return sheet(pages.more_html(made, page), name)
    return missing(visit.house)


def _picture_file(turn: str) -> str:
    return f"{publishing.picture_name(turn)}.svg"


def _picture(made: book.Book, place: int) -> str:
    """The file of a turn's picture; empty where the game draws none."""
    return _picture_file(made.logs[place].turn) if publishing.is_png_drawn(made, place) else ""


def mine(visit: RequestContext) -> Reply:
    """What the visitor alone may see; for everybody else a page that says whose it is."""
    here = visit.here
    if (why := _own_fault(visit)) is not None:
        return only_for(visit, why.reason)
    return sheet(pages.private_html(visit.house.ledger, here.name, here.member), here.name)


# --- What the game's verbs only show: the same views, each as a page ----------------------------


def _own_fault(visit: RequestContext) -> decisions.Refused | None:
    """Why the visitor has nothing that they alone may see; None where they have."""
    needs = visit.here.live.system.secrets.private_needs(visit.here.live.state, visit.here.member)
    return needs if isinstance(needs, decisions.Refused) else None


def all_views(visit: RequestContext) -> Reply:
    """What can be looked up in this campaign."""
    here = visit.here
    listed = [
        (address, verb)
        for address, verb in looking.views_of(here.campaign.system).items()
        if verb.module in ("", *here.campaign.modules)
        and not (verb.is_own and _own_fault(visit) is not None)
    ]
    return campaign_screen(visit, "views.html", "record", listed=listed)


def view(visit: RequestContext) -> Reply:
    """One of them, as it is asked for in the address."""
    here, state = visit.here, visit.here.live.state
    verb = looking.views_of(here.campaign.system).get(visit.path["view"])
    if verb is None:
        return missing(visit.house)
    if verb.is_own and (fault := _own_fault(visit)) is not None:
        return only_for(visit, fault.reason)
    boxes = boxes_of(verb, state)
    values, errors = values_of(verb, visit.query, state)
    is_whole = all(visit.query.get(box.name) for box in boxes if box.is_required)
    shown = _looked(visit, verb, values) if is_whole and not errors else View(None)
    return campaign_screen(
        visit,
        "view.html",
        "record",
        422 if errors else 200,
        verb=verb,
        boxes=boxes,
        typed=visit.query,
        errors=errors,
        shown=shown,
    )


def _looked(visit: RequestContext, verb: Verb, values: dict[str, object]) -> View:
    """What the verb shows the visitor, or why not; what takes long is read beside others."""
    here, house = visit.here, visit.house
    assert verb.shows is not None
    call = Call(here.name, here.member, as_json=False)
    with ExitStack() as open_:
        sources = looking.Sources(
            house.ledger,
            cache(lambda: open_.enter_context(house.slow.reading()).reader),
            lambda: house.ledger.private(here.name, here.member),
        )
        shown = looking.looked(verb.shows(call, **values), call, sources)
    if not isinstance(shown, decisions.Refused):
        return shown
    # what is still to be typed, the boxes ask for
    return View(None, () if shown.about.missing else (Lines((f"{capital(shown.reason)}.",)),))


# --- Figures: the game's pages of them, and for each one every event that made it what it is ----

MOST = 400
"""How many figures of one kind a page lists."""
TRIED = 4000
"""How many of a kind are looked at to find those that are not empty."""
PAIR = 2
OF = 6
"""How many words of a figure are read."""


Figures = tuple[str, tuple[tuple[str, str, str], ...]]
"""What figures of one kind mean; each with its title, its value and where its account is."""


def all_figures(visit: RequestContext) -> Reply:
    """Every figure of the campaign, and the game's pages of them."""
    here = visit.here
    kinds = here.live.system.view.figures()
    groups = [_of_kind(here, name) for name in kinds]
    return _page(visit, "Figures", [one for one in groups if one[1]])


def figure_sheet(visit: RequestContext) -> Reply:
    """One of the game's pages of figures: parts of the reports, and the account of each figure."""
    here = visit.here
    wanted = visit.path["sheet"]
    chosen = next((one for one in here.live.system.rooms.sheets if one.path == wanted), None)
    if chosen is None:
        return missing(visit.house)
    listed = [_of_kind(here, name) for name in chosen.figures]
    return _page(visit, chosen.title, [one for one in listed if one[1]], chosen)


def _page(
    visit: RequestContext, title: str, listed: list[Figures], shown: MetricSheet | None = None
) -> Reply:
    here = visit.here
    made = visit.house.books.book(here.name)
    return campaign_screen(
        visit,
        "figures.html",
        "war",
        title=title,
        sheet=shown,
        sheets=here.live.system.rooms.sheets,
        kinds=listed,
        parts=drawn_parts(here, made, shown.sections, made.logs[-1].turn) if shown else (),
    )


def _of_kind(here: Entered, name: str) -> Figures:
    """The figures of a kind that are not empty.

    Of pairs of things that the record may have forgotten there are too many to list.
    """
    kind = here.live.system.view.figures()[name]
    is_listed = kind.closed or len(kind.known) < PAIR
    rows = tuple(islice(_rows(here, name), MOST)) if is_listed else ()
    return capital(kind.meaning), rows


def _rows(here: Entered, name: str) -> Iterator[tuple[str, str, str]]:
    state = here.live.state
    kinds = here.live.system.view.figures()
    for words in islice(product(*(known(state) for known in kinds[name].known)), TRIED):
        figure = projections.figure(kinds, state, name, words)
        if isinstance(figure, decisions.Refused) or (value := figure.value(state)) in ("", None):
            continue
        if value == 0 and (len(words) >= PAIR or not kinds[name].closed):
            continue
        yield figure.title, str(value), address(here.name, name, words)


def address(campaign: str, name: str, words: tuple[str, ...]) -> str:
    """Where the account of a figure is."""
    asked = urlencode([("of", word) for word in words])
    return f"/c/{campaign}/explain/{quote(name)}" + (f"?{asked}" if asked else "")


def explain(visit: RequestContext) -> Reply:
    """Each event that made a figure what it is, with the running total and the rule."""
    here = visit.here
    name = visit.path["figure"]
    if name not in here.live.system.view.figures():
        return missing(visit.house)
    words = visit.every.get("of", ())[:OF]
    with visit.house.slow.reading() as slow:
        try:
            account = explanations.explained(slow.reader, here.name, name, words)
        except explanations.NoFigureError as error:
            return campaign_screen(
                visit, "explain.html", "war", 422, why=str(error), title="", value="", lines=()
            )
    subject = _subject(here, name, words)
    return campaign_screen(
        visit,
        "explain.html",
        "war",
        why="",
        title=account.title,
        value=account.value if account.value != "" else "nowhere",
        lines=list(reversed(account.lines)),
        subject=subject,
        written=lines_for(visit, subject=subject) if subject else (),
        removed=REMOVED,
        signed=signed,
    )


def _subject(here: Entered, name: str, words: tuple[str, ...]) -> str:
    """What a dispatch could be about on this page; empty if nothing."""
    subject = f"{name}:{words[0]}" if words and not here.is_what_if else ""
    return subject if subject in here.live.system.view.subjects(here.live.state) else ""


# --- How the war stands: the game's picture of it, the turn reports, and the pages of figures -----

FEW = 6
"""How many turns are listed before the rest is folded away."""
LETTERS = 63
"""An id has no more."""


def war(visit: RequestContext) -> Reply:
    """The picture at the end of the record; with `of` something in it is chosen, by its id."""
    here = visit.here
    made = visit.house.books.book(here.name)
    chosen = visit.query.get("of", "")[:LETTERS]
    context = PageContext(made.logs, len(made.logs) - 1)
    picture = here.live.system.rooms.war(context, chosen)
    turns = _turns(made)
    return campaign_screen(
        visit,
        "war.html",
        "war",
        picture=_drawn(visit, picture),
        empty=picture.empty if picture is not None and picture.view is None else "",
        turns=turns[:FEW],
        earlier=turns[FEW:],
        sheets=here.live.system.rooms.sheets,
    )


def _drawn(visit: RequestContext, picture: WarPicture | None) -> Markup | None:
    if picture is None or picture.view is None:
        return None
    here = visit.here
    section = layout.SectionView("war", "", picture.template, picture.view, "top")
    return drawn(here.live.system, here.name, here.campaign.turn, section, seats_called(here))


def _turns(made: book.Book) -> list[tuple[str, str, str, str]]:
    """Every turn, the newest first: its page, its number, its name and its headline."""
    system, stories = made.system, made.system.pages.stories
    first = made.logs[0].end.campaign.first_turn
    return [
        (
            page_name(log.turn),
            str(system.calendar.count(first, log.turn)),
            system.calendar_of(log.end).in_words(log.turn),
            stories.turn(PageContext(made.logs, place)).headline,
        )
        for place, log in reversed(list(enumerate(made.logs)))
    ]


PLACES = (
    get("/c/{name}/war", war, "member", is_packed=True),
    get("/c/{name}/mine", mine, "member"),
    get("/c/{name}/views", all_views, "member"),
    get("/c/{name}/views/{view}", view, "member"),
    get("/c/{name}/turns", all_turns, "member", is_packed=True),
    get("/c/{name}/turns/{page}", report, "member", is_packed=True),
    get("/c/{name}/figures", all_figures, "member", is_packed=True),
    get("/c/{name}/explain/{figure}", explain, "member", is_packed=True),
)
FIGURE_SHEETS = get("/c/{name}/{sheet}", figure_sheet, "member", is_packed=True)
"""Its address fits every other page of a campaign, so it is the last of all routes."""
