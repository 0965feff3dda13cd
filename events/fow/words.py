"""Words that facts of Flames of War share. Pure.

These types are the storage format. Sides and lines are ids that a campaign names itself.
"""

from typing import Literal

from events.base import Id

CompanyType = Literal["tank", "mechanised", "infantry"]
PlatoonClass = Literal["hq", "combat", "weapons", "support"]
Skill = Literal["conscript", "trained", "veteran"]
Motivation = Literal["reluctant", "confident", "fearless"]
AirLevel = Literal["none", "sporadic", "limited", "priority"]
Kind = Literal["linked", "axis", "team"]
Units = Literal["inches", "centimetres"]
DiceSource = Literal["table", "ledger"]
MissionHow = Literal["campaign", "roll", "paid", "agreed"]
RolesHow = Literal["campaign", "score", "company-types", "roll"]
EndedBy = Literal["objective", "cleared", "last-turn", "time", "morale", "conceded"]
Result = Literal["stunning", "major", "minor", "fair-fight"]
Fate = Literal["destroyed", "pre-game", "rear", "left"]
DecidedHow = Literal["breakthrough", "points", "draw", "stalemate", "limit"]

SideDice = dict[Id, tuple[int, ...]]
"""The dice of each side, in the order in which they fell."""
BySide = dict[Id, int]
"""A figure of each side."""
