"""Programs that look or act for members: the tokens that were handed out, and their end. IO.

Nothing tells a token again: lists have the beginning of its digest, which opens nothing.
"""

from campaign.people.doors import Token
from campaign.people.protocol import PeopleDatabase, PeopleRows

ID_LETTERS = 12
"""How much of a token's digest names it in lists."""


def programs(file: PeopleDatabase, campaign_id: str) -> list[Token]:
    """The tokens of a campaign that have not been ended, the oldest first."""
    if not file.exists():
        return []
    with file.reading() as db:
        rows = db.execute(
            "SELECT * FROM token WHERE kind='program' AND campaign=? AND used=''"
            " ORDER BY made, digest",
            (campaign_id,),
        ).fetchall()
    return [Token(*row) for row in rows]


def id_of(token: Token) -> str:
    """What a token is called in lists."""
    return token.digest[:ID_LETTERS]


def end(file: PeopleDatabase, campaign_id: str, name: str, now: str) -> bool:
    """Ends a token by its id: it lets nobody in any more. False if there is none to end."""
    found = [one for one in programs(file, campaign_id) if id_of(one) == name]
    if not found:
        return False
    with file.writing() as db:
        db.execute("UPDATE token SET used=? WHERE digest=? AND used=''", (now, found[0].digest))
    return True


def end_programs(db: PeopleRows, campaign_id: str, member: str, now: str) -> None:
    """Ends the tokens of a member's programs."""
    db.execute(
        "UPDATE token SET used=? WHERE kind='program' AND campaign=? AND member=? AND used=''",
        (now, campaign_id, member),
    )


def end_all(file: PeopleDatabase, campaign_id: str, member: str, now: str) -> None:
    """Ends every token of a member's programs."""
    with file.writing() as db:
        end_programs(db, campaign_id, member, now)
