"""The battlefield in sentences. Pure."""

from campaign.flames_of_war.names import Names, Sentences
from campaign.flames_of_war.terrain import weather
from campaign.flames_of_war.terrain.charts import in_words
from campaign.text.english import capital, listed
from events.fow.ground import BattlefieldDescribed, BattlefieldKept, TerrainRolled


def _rolled(event: TerrainRolled, names: Names) -> str:
    """`Anzio: the Allies picked square A1; high ground, dice 3 at the table: low ridge.`"""
    picked = f"{names.the_seat(event.side)} picked" if event.side else "the players picked"
    dice = ""
    if event.dice:
        many = "die" if len(event.dice) == 1 else "dice"
        dice = f", {many} {', '.join(map(str, event.dice))}{_whose(event, names)}"
    what = listed(_brought(event))
    category = in_words(event.category).lower()
    square = event.square.upper()
    return f"{names.line(event.line)}: {picked} square {square}; {category}{dice}: {what}."


def _brought(event: TerrainRolled) -> tuple[str, ...]:
    """What the dice brought, in words."""
    if event.weather:
        told = weather.name(event.weather)
        today = told if weather.changes(event.weather) else f"{told}, which changes nothing"
    else:
        today = in_words(event.feature).lower()
        if event.lined:
            today += " lined with trees"
    return (today, "a rocky hill") if event.hill else (today,)


def _whose(event: TerrainRolled, names: Names) -> str:
    if event.source == "ledger":
        return " by the ledger"
    seen = f", seen by {names.member(event.witness)}" if event.witness else ""
    return f" at the table{seen}"


def _kept(event: BattlefieldKept, names: Names) -> str:
    return f"{names.line(event.line)}: fought over the same ground as {names.battle(event.of)}."


def _described(event: BattlefieldDescribed, names: Names) -> str:
    size = ""
    if event.width_feet:
        size = f", {event.width_feet} by {event.depth_feet} feet"
    photo = " A picture is kept by the club." if event.photo else ""
    text = capital(" ".join(event.text.split()))
    return f"{names.line(event.line)}: the battlefield{size}. “{text}”{photo}"


SENTENCES: Sentences = {
    TerrainRolled: _rolled,
    BattlefieldKept: _kept,
    BattlefieldDescribed: _described,
}
