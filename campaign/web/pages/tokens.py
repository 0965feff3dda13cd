"""Tokens for my programs: made after a fresh proof, shown once, and ended."""

from campaign.people import programs
from campaign.text.moments import in_words
from campaign.web.belonging import seats_of
from campaign.web.door.fresh import is_fresh, proof_first
from campaign.web.place import Place
from campaign.web.replies import Reply, see_other
from campaign.web.screens import names, own_screen
from campaign.web.visits import Visit

HERE = "/me/tokens"
SCOPES = {"read": "look only", "act": "look and act for me"}
NAME_LETTERS = 60


def tokens(visit: Visit, status: int = 200, why: str = "", made: str = "") -> Reply:
    """My programs in each campaign; a new token is on this page alone, once."""
    house = visit.house
    seats = list(seats_of(house, visit.person))
    lines = [
        (programs.id_of(one), one.name, here.title, SCOPES[one.scope], in_words(one.made))
        for here in seats
        for one in programs.programs(house.people.file, here.campaign.id)
        if one.member == here.member
    ]
    return own_screen(
        house,
        "tokens.html",
        status,
        lines=lines,
        campaigns=[(one.name, one.title, names(one).member(one.member)) for one in seats],
        scopes=SCOPES,
        typed=visit.form,
        is_fresh=is_fresh(visit),
        made=made,
        api=house.address.to("/api/v1"),
        why=why,
    )


def change(visit: Visit) -> Reply:
    """Makes a token, or ends one."""
    house, form = visit.house, visit.form
    seats = {here.name: here for here in seats_of(house, visit.person)}
    if ended := form.get("end"):
        for here in seats.values():
            mine = [
                one
                for one in programs.programs(house.people.file, here.campaign.id)
                if one.member == here.member and programs.id_of(one) == ended
            ]
            if mine:
                programs.end(house.people.file, here.campaign.id, ended, house.clock())
        return see_other(HERE)
    if (first := proof_first(visit, HERE)) is not None:
        return first
    name, scope = " ".join(form.get("called", "").split()), form.get("scope", "")
    chosen = seats.get(form.get("campaign", ""))
    if not name or len(name) > NAME_LETTERS or not name.isprintable():
        return tokens(visit, 422, "Give the program a name of at most 60 letters.")
    if chosen is None or scope not in SCOPES:
        return tokens(visit, 422, "Choose a campaign, and what the program may do.")
    token = house.doors.hand_out("program", chosen.campaign.id, chosen.member, scope, None, name)
    return tokens(visit, made=token)


PLACES = (
    Place(HERE, tokens, "signed-in", about="tokens of my programs"),
    Place(HERE, change, "signed-in", ("POST",), about="make or end a token"),
)
