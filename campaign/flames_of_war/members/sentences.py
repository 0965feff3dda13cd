"""Joining, leaving, commanding and battles beside the campaign, in sentences. Pure."""

from campaign.flames_of_war.names import Names, Sentences
from campaign.text.english import capital, listed
from events.fow.sides import CommandersAssigned, FreeBattleRecorded, PlayerJoined, PlayerLeft


def _joined(event: PlayerJoined, names: Names) -> str:
    return f"{names.member(event.member)} plays for {names.the_seat(event.side)}."


def _left(event: PlayerLeft, names: Names) -> str:
    return f"{names.member(event.member)} left their side, and commands nowhere any more."


def _assigned(event: CommandersAssigned, names: Names) -> str:
    parts = [
        f"{names.member(who) if who else 'nobody'} on {names.line(line)}"
        for line, who in event.commanders.items()
    ]
    return f"For {names.the_seat(event.side)} now commands {listed(parts)}."


def _free(event: FreeBattleRecorded, names: Names) -> str:
    sides = dict.fromkeys(event.players.values())
    teams = " against ".join(
        listed(names.member(who) for who, plays in event.players.items() if plays == side)
        for side in sides
    )
    won = f"{names.the_seat(event.winner)} won" if event.winner else "neither side won"
    return f"Beside the campaign, {event.title}: {teams}. {capital(won)}."


SENTENCES: Sentences = {
    PlayerJoined: _joined,
    PlayerLeft: _left,
    CommandersAssigned: _assigned,
    FreeBattleRecorded: _free,
}
