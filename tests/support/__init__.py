"""What tests share. They import it as `from support import table` or `from support.table import x`.

command_line   the program as a user calls it: `Shell`, a folder with a store of its own
forks, caller  the process behind it that has the program in memory
spec           a rule on one page: `given(events).when(command).then(events)`
rules_table    a campaign without a store: events in, state out; for a single rule
entry_table    the same with US entry: a chart, chits in their pools
table          a short campaign by hand, with a ledger: for journal, read tables and reports
front, road    that campaign with leaders in play, and with US entry
sessions       a club in short calls, `Session`, and `played`, a campaign of some turns at random;
               also the fixed clock and dice, `Clock` and `Dice`
disputed       a club with three disputes and three corrections
driver         a club given commands as JSON, for the cases of `cases/`
recorded       recorded campaigns, opened, or played to their end and kept
entry_club     a recorded campaign with US entry, and all that anybody is told of it
kills, nursery lives that end by `kill -9`, and what must be found afterwards
combats        combats as the adviser is told of them
veto_positions, veto_evening  a ballot for veto advice: as a program sends it, and in a campaign

`campaigns/` holds recorded campaigns and the reckoners that work them out a second time; tests
import those by name, as `import us_entry`. What takes longer, or more than this process, is in
`all/`, and `limits` holds the others to it; the long tests are in `nightly/`.
"""
