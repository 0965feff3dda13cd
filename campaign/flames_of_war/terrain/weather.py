"""FoW Terrain Chart: what the weather of a battle changes (p. 234, 244-247). Pure."""

from campaign.flames_of_war.terrain.charts import WeatherResult, weather_results
from campaign.text.english import capital

UNCHANGED = ("", "dry", "summer", "clear")
"""Weather that changes nothing."""
_KHAMSEEN = ("threatens", "arrives", "departs")
_EACH_TURN = {"threatens": "each turn while it threatens", "arrives": "each turn after it arrived"}
NEEDED_IN_THE_AIR = 5
_WATER = ("wadi", "fosso")
_STREAMS = ("river-plain", "watercourse", "wadi")
_GROUND: dict[str, dict[str, str]] = {
    "mud": {"cross-country": "difficult"},
    "winter": {"road": "cross-country", "cross-country": "difficult"},
    "spring": {"road": "cross-country", "cross-country": "difficult"},
}
_FEATURES: dict[str, dict[str, str]] = {
    "deep-mud": dict.fromkeys(_WATER, "impassable"),
    "mud": dict.fromkeys(_STREAMS, "impassable"),
    "winter": {"river": "difficult", "stream": "difficult", "pond": "difficult"},
    "spring": {"stream": "impassable", "creek": "very-difficult", "marsh": "very-difficult"},
}


def settled(before: str, rolled: str) -> str:
    """Ruling 51: the weather after one more roll: the first that changes something stands."""
    return before if before not in UNCHANGED else rolled


def each_turn(weather: str) -> WeatherResult | None:
    """FoW Terrain Chart: what a die as a player turn begins may bring; None where none is rolled.

    The Khamseen alone has one: while it threatens, and from its arrival until it departs (p. 247).
    """
    roll = _EACH_TURN.get(weather)
    return next((one for one in weather_results() if roll and one.roll == roll), None)


def changes(weather: str) -> bool:
    """Whether the weather changes anything."""
    return weather not in UNCHANGED


def effects(weather: str) -> tuple[str, ...]:
    """FoW Terrain Chart: what the weather does to the battle, in words."""
    found = [one.effects for one in weather_results() if one.result == weather]
    own = [
        one.effects for one in weather_results() if (one.weather, one.roll) == (weather, "season")
    ]
    return next((words for words in (*own, *found) if words), ())


def told(weather: str) -> str:
    """FoW Terrain Chart: the weather and what it does, in one line; empty where that is nothing."""
    does = capital("; ".join(effects(weather)))
    return f"{name(weather)}. {does}" if changes(weather) else ""


def name(weather: str) -> str:
    """What weather is called inside a sentence."""
    slug = f"khamseen-{weather}" if weather in _KHAMSEEN else weather
    return slug.replace("-", " ")


def ground_attack_needs(weather: str) -> int:
    """FoW Anzio: the die that brings ground attack: 5, or 6 below the clouds of rain (p. 234)."""
    return 6 if weather == "deep-mud" else NEEDED_IN_THE_AIR


def going_now(slug: str, going: str, weather: str) -> str:
    """FoW Terrain Chart: the going of a feature under this weather."""
    return _FEATURES.get(weather, {}).get(slug) or _GROUND.get(weather, {}).get(going, going)
