"""What each key of a file of Clubscript says, and the words that expressions know, in a line each.

`scripts/kit_reference.py` writes them into the reference.
"""

ABOUT: dict[str, dict[str, str]] = {
    "": {
        "kit": "1, the version of the language; the file begins with it",
        "title": "what the campaign is called, at most 80 letters",
        "about": "a sentence on it, at most 400 letters",
        "turns": "a table, below",
        "phases": "a table for each phase, in their order; without it a turn has one phase",
        "house": "switches, which are set at the start and by `campaign rules house`",
        "constants": "numbers with a name, as `constants = { pay = 3 }`",
        "campaign": "figures of the whole campaign",
        "sides": "alliances or teams of seats; each seat then has a column `side`",
        "seats": "who plays",
        "things": "a table for each further kind of thing: wards, ships, cards",
        "map": "which rows of a table are next to each other",
        "charts": 'numbers or words for spans of numbers: `charts.loss = { 1 = 0, "2..6" = 1 }`',
        "decks": "decks of cards",
        "acts": "a table for each thing that members do",
        "standings": "tables that rank rows, each written `[[standings]]`",
        "victory": "who wins, each written `[[victory]]`; the first that holds decides",
    },
    "turns": {
        "one": "what a turn is called; without it `turn`",
        "last": "how many turns there are, 1 to 400",
        "begin": "effects when a turn begins, before those of its first phase",
        "end": "effects when a turn ends, after those of its last phase",
    },
    "phases.NAME": {
        "title": "what people read; without it the name",
        "play": "`any` (without it), `in order`: one seat after another, or `together`:"
        " for sealed choices",
        "order": 'with `play = "in order"`: a number for each seat, `it`; the seat with the least'
        " acts first, and equals act in the file's order. `-it.gold` puts the most first",
        "begin": "effects when the phase begins, before the order is worked out",
        "end": "effects when the phase ends, after sealed choices are opened",
    },
    "house.NAME": {
        "type": "a number, yes or no, or one of several words",
        "ask": "the question that the host answers",
    },
    "campaign": {"columns": "figures with their types; an expression writes `campaign.NAME`"},
    "sides": {
        "one": "what one is called; without it `side`",
        "columns": "figures of each, with their types",
        "rows": 'each by its id: a name, or a table as `{ name = "Red", tons = 5 }`',
    },
    "seats": {
        "one": "what one is called; without it `seat`",
        "enrol": "how many seats there may be, with those the host adds later;"
        " without it those in the file",
        "columns": "figures of each, with their types",
        "rows": "each by its id: a name, or a table with `name`, `side` and columns",
    },
    "things.NAME": {
        "one": "what one is called, which is also its type; without it the table's name",
        "title": "the heading over the table; without it the table's name",
        "at_most": "how many rows there may be, with those that `new` adds; without it those in"
        " the file",
        "columns": "figures of each, with their types",
        "rows": "each by its id: a name, or a table with `name` and columns",
    },
    "map": {
        "of": "the table whose rows are places",
        "links": 'chains of neighbours, both ways: `links = ["keep - moor - hill", "moor - ford"]`',
        "owner": "the column of a place that names who holds it; it colours the picture",
        "at": "where each place is drawn, across and down: `at = { keep = [0, 0], moor = [1, 0] }`;"
        " without it the program chooses",
    },
    "decks.NAME": {
        "of": "the table of things whose rows are the cards",
        "copies": "how many there are of a card, 0 to 20; one where nothing is written",
    },
    "acts.NAME": {
        "does": "what the act is, as people read it",
        "rule": "the rule that it rests on; a refusal names it",
        "by": "who does it: `seat` (`me` in expressions), `host`, `referee`, or the field that"
        " holds the seat",
        "when": "the phase in which it is done, or a list of phases; without it any",
        "once": "`phase`, `turn` or `campaign`: how often a seat may do it; without it always",
        "confirm": "who says yes before it happens: a field that holds a seat, `host` or `referee`",
        "fields": "what is filled in, rolled or drawn: `NAME = TYPE`, or a table, below",
        "let": "names for what expressions work out: `let = { hits = 'count(d in salvo where d >="
        " 5)' }`",
        "refuse": "when the act is refused, a list of tables, below; judged before any dice",
        "do": "effects, in order",
        "say": "what is reported, with expressions between { and }",
        "news": "how heavy it is among the news, 0 (left out) to 5",
        "owed": "for which seats, `me`, the phase waits; they are asked to act",
        "secret": "`true`: the choice is sealed, and opened with all others",
        "missing": "a secret act: a value for every field, which counts for a seat that seals"
        " nothing",
        "after": "a secret act: effects once, after those in `do` for every seat",
    },
    "acts.NAME.fields.NAME": {
        "is": "the type",
        "where": "which values, `it`, may be chosen",
        "say": "what is said when another is chosen",
        "ask": "the label of the field",
    },
    "acts.NAME.refuse": {
        "when": "when the act is refused",
        "say": "why",
        "rule": "the rule that is named; without it the act's",
    },
    "standings": {
        "title": "the heading; without it `Standings`",
        "of": "the table that is ranked; without it `seats`",
        "only": "which rows, `it`, are listed; without it all",
        "columns": "names of columns, or tables with a head and an expression, below",
        "sort": "`most` or `least` and a number of `it`, by weight:"
        ' `["most it.points", "least it.supply"]`',
    },
    "standings.columns": {"head": "the head of the column", "is": "the value for each row, `it`"},
    "victory": {
        "of": "the table whose rows may win; without it `seats`",
        "at": "when it is looked at: `any` (after every act), `turn` (when a turn ends, the last"
        " too) or `end` (when the campaign ends); without it `end`",
        "when": "which rows, `it`, win; without it the top of the first standings",
        "say": "what is said of each winner, `it`",
    },
}
"""The tables of a file, each with its keys."""
WORDS = {
    "me": 'the seat that acts, in an act with `by = "seat"`; in `owed` the seat that is asked'
    " about",
    "it": "the row or value at hand: in `where` of a field, `order`, `only`, `sort`, columns of"
    " standings, and victory",
    "turn": "the number of the turn, from 1",
    "turns": "how many turns there are",
    "phase": "the phase at hand, a word: `phase == 'orders'`",
    "house.NAME": "a switch of the house",
    "campaign.NAME": "a figure of the campaign",
    "TABLE.ROW.COLUMN": "a figure of a row: `seats.anna.points`; behind a row further columns"
    " follow: `me.side.tons`",
    "NAME": "a field, a `let`, a constant, or what a loop calls its row",
    "ROLL.1": "the first die of a field of several; without the dot their sum",
    "near(a, b)": "whether a link joins two places",
    "linked(a, b, x where …)": "whether a path leads from a to b with all its places, a and b"
    " too, as the condition on x says",
    "CHART(number)": "what a chart has for a number",
}
"""What an expression may name."""
STEPS = {
    "do": "the act that is done or sealed; its fields stand beside it",
    "as": "who does it: a seat, or `ref`, the referee; without it the host",
    "fields": "the fields of the act that are called like a word of this table",
    "dice": "what the dice show, in order",
    "drawn": "the cards that are drawn, in order",
    "confirm": "confirms the act that a step, by its number, proposed",
    "decline": "declines it",
    "done": "`true`: a seat is done, where one acts after another",
    "open": "the act whose sealed choices are opened",
    "next": "`true`: the phase ends, with the last the turn, and with the last turn the campaign",
    "anyway": "`true`: what is owed is left undone",
    "house": "the switch that is set; `to` has its value",
    "to": "the value of a switch",
    "why": "the reason for it",
    "enrol": "the seat that is added; `name` and `side` say more",
    "name": "what a new seat is called",
    "side": "its side",
    "strike": "strikes out an earlier accepted step, by its number",
    "amend": "gives an earlier step the fields beside it",
    "refused": 'the rule that refuses the step; `""` where it was not filled in well',
    "because": "words of the refusal",
    "expect": 'figures afterwards: `{"seats.dorte.supply": 3}`',
    "says": "what was reported",
    "owed": 'what is owed afterwards: `["anselm: battle", "brida: confirm 1", "ada: done"]`',
    "table": "the first standings, a list for each line: place, id, columns",
    "standings": "the ids of the first standings, in order",
    "won": "the ids of those who have won",
    "breaks": 'after a correction: the steps that the rules would refuse now: `["3: Bridges 3"]`',
    "faults": "figures beyond their limits after a correction",
    "note": "a remark, which nobody reads",
}
"""What a step of `campaign rules try` may say."""
