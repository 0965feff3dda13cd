# The examples of the help of 0.1.0, in its order: they make an evening on a fresh store.
# What has changed in them since, because the rules or the questions have:
#   --yes where something cannot be taken back and somebody owes something, and for a campaign's end;
#   fix before a device's opening is handed in;
#   the referee of a dispute is enrolled before what is disputed.
campaign open club --system lif --scenario global-war
campaign open list-club --scenario end-of-the-beginning \
--rulebook lif-list --ruling draws=table
campaign list
campaign scenario list
campaign scenario show end-of-the-beginning
campaign scenario template barbarossa.toml
campaign scenario check barbarossa.toml
campaign open east --scenario barbarossa.toml
campaign status club
campaign show club
campaign show club --at 3 --json
campaign show club --turn 1939-SO
campaign leaders club
campaign leaders club --status arriving
campaign cup club
campaign points club
campaign points club --by-turn
campaign enrol club anna --name Anna --role host --role player
campaign enrol club ben
campaign enrol club ref --name Ref --role referee
campaign members club
campaign assign club germany anna
campaign assign club italy ben
campaign release club italy
campaign turn club
campaign open friday --scenario custom --first-turn 1941-MJ --last-turn 1941-MJ
campaign close friday --yes
campaign board club
campaign entropy club 'three grey geese, 17:42'
campaign draw club
campaign ballot club germany no-veto --as anna
echo no-veto | campaign ballot club japan
campaign seal --campaign-id "$(campaign status club --id)" \
--kind ballot --draw 1 --power usa --choice no-veto --out usa.seal
campaign ballot club usa --commitment "$(head -1 usa.seal)"
campaign fix club --yes
campaign reveal-ballot club usa --opening usa.seal
campaign reveal club --absent --yes
campaign vote club germany abstain --as anna
campaign seal --campaign-id "$(campaign status club --id)" \
--kind vote --draw 1 --power france --choice abstain --out france.seal
campaign vote club france --commitment "$(head -1 france.seal)"
campaign fix club --yes
campaign reveal-vote club france --opening france.seal
campaign count club --absent --yes
campaign war club germany poland
campaign peace club germany poland
campaign conquest club france incomplete
campaign vichy club install
campaign vichy club collapse
campaign minor club finland aligned germany
campaign minor club spain neutral
campaign reserves club commonwealth Ge
campaign buy club japan 10
campaign open days --scenario global-war --ruling days_of_decision=true
campaign war days germany poland
campaign war days germany france
campaign activate days
campaign counters template sheet.csv
campaign counters import club sheet.csv --check
campaign counters import club sheet.csv
campaign counters list club
campaign counters list club ussr --place reserve
campaign counters move club guards-7th map --location E1429 --reason "begins on the map"
campaign counters move club guards-7th reserve --reason destroyed
campaign ability 39
campaign ability --search forest
campaign ability --step retreat --json
campaign leader zhukov
campaign leader halsey --rulebook lif-list
campaign advise --template > combat.json
campaign advise club combat.json
echo 'leaders = {rommel="arriving", manstein="map", guderian="map", zhukov="map"}' > east.toml
campaign open front --scenario global-war --module guards-banner --setup east.toml
campaign place front rommel E1429
campaign move front rommel E1430
campaign move front rommel E1630 --means air --with Ju-52
campaign flip front rommel down
campaign flip front rommel up
campaign circle front guderian 1940-MA --reason 'flown home'
campaign range rommel E1429
campaign range front rommel E1632
campaign stage front reinforcement
campaign impulse front axis
campaign step front land-combat
campaign cooperate front commonwealth france
campaign cooperate front commonwealth france --end
campaign use front rommel 39 E1630 --helps germany --stacked --combat 'Dnepr crossing'
campaign combat --template > fought.json
campaign combat front fought.json
campaign strike front manstein 4 7
campaign bombed front rommel
campaign counters template > units.csv
echo 'soviet-inf,ussr,INF,,6,4,3,corps,,no,pool' >> units.csv
campaign counters import front units.csv
campaign counters move front soviet-inf map --location E1428
campaign promote front 1939-SO-1 soviet-inf guards-inf-9-4
campaign lost front manstein pilot
campaign us-entry template chart.csv
echo 'option,70,Our own option,red,,2,,10,yes' >> chart.csv
echo 'action,71,Our own action,,japan,,,-10,' >> chart.csv
campaign us-entry import club chart.csv --check
campaign us-entry import club chart.csv
campaign us-entry stock --template > chits.csv
printf '1,20,\n1,10,1940\n2,30,1946\n' >> chits.csv
campaign us-entry stock club chits.csv
campaign us-entry draw club entry-japan --count 2
campaign us-entry draw club entry-germany-italy
campaign us-entry state club
campaign us-entry show-chits club c1 c2 --to germany --reason 'a rule of the base game'
campaign us-entry pick club 70
campaign us-entry act club 71
echo kind,number,name,colour,power,level,germany_italy,japan,once > actions.csv
echo action,10,,,japan,,,10, >> actions.csv
echo action,17,,,germany,,10,, >> actions.csv
campaign us-entry import club actions.csv
campaign us-entry act club 10 --say nanking=yes
campaign us-entry give-back club tension-japan --count 2 --reason 'our own rule'
campaign turn club --yes
campaign us-entry ready club tension
campaign us-entry shift club entry-japan tension-japan --reason 'our own rule'
campaign open cup-club --scenario end-of-the-beginning --ruling entry_chits=table
campaign us-entry stock cup-club --table
echo 2 0 3 1 1 2 | campaign us-entry enter cup-club entry-germany-italy
campaign us-entry answer cup-club
campaign us-entry answer cup-club option-18 commonwealth
campaign us-entry chart club
campaign us-entry chart club --kind action
campaign us-entry next club
campaign us-entry mine club
campaign us-entry page club --out private
campaign us-entry retake club nanking
campaign us-entry act club 17
campaign us-entry spain club
echo 'leaders = {pretelat="map"}' > west.toml
campaign open west --scenario global-war --setup west.toml
campaign us-entry stock west chits.csv
campaign us-entry enter-minor west pretelat belgium
campaign replay club --by turn --text
campaign replay club --from 3 --to 1939-SO
campaign replay club --until "type=LeaderDrawn" --json
campaign replay club --at 3
campaign bookmark club 3 "the draw that anna asked about"
campaign bookmarks club
campaign disputes club
campaign disputes club --open
campaign dispute raise club 7 "That ballot came after the count."
campaign dispute until club d1 answer 2100-01-31
campaign dispute evidence club d1 "The mail is of 20:14."
campaign --as anna dispute answer club d1 "The clock of that machine is wrong."
campaign dispute freeze club d1
campaign dispute resume club
campaign --as ref dispute rule club d1 rejected "It came before the count."
campaign --as anna dispute appeal club d1 "Nobody asked the other witness."
campaign dispute rule club d1 rejected "The other witness says the same."
campaign --as ref dispute consent club d1
campaign dispute raise club 7 8 "Nobody saw that."
campaign dispute withdraw club d2
campaign open case --scenario global-war
campaign enrol case ref --name Ref --role referee
campaign war case germany poland
campaign entropy case tails
campaign dispute raise case 7 8 "It was heads, and France was in the war from the start."
campaign --as ref dispute rule case d1 upheld "So it was."
campaign --as ref correct strike case d1 8
campaign --as ref correct amend case d1 8 '{"value": "heads, not tails"}'
campaign --as ref correct insert case d1 7 \
'{"command": "DeclareWar", "attacker": "germany", "target": "france"}'
campaign --as ref correct adjust case d1 veto-points germany -- -1
campaign --as ref correct rewind case d1 7
campaign entropy club 'a slip of the tongue'
campaign undo club
campaign branch club --at 12 --name club-if
campaign diff club club-if
campaign branch club-if --delete
campaign diff club 1939-SO 1939-ND
campaign diff club 3 now
campaign explain club veto-points germany
campaign explain club leader rommel
campaign receipt club/5
echo '{"command": "AddEntropy", "value": "grey geese"}' > mine.json
campaign submit club mine.json > answer.json
campaign receipt answer.json --sent mine.json
campaign receipts club
campaign enrol club eve --name Eve --role observer
campaign keeper club eve
campaign keeper club --nobody
campaign open late --scenario global-war
campaign enrol late eve --name Eve --role observer
campaign board late
campaign draw late
campaign ballot late germany no-veto
campaign opening ask late 9 --reason "Germany's player left the club"
campaign opening consent late 9 --as eve
echo '{"command": "DeclareWar", "attacker": "italy", "target": "greece"}' | campaign submit club
campaign log club
campaign log club --turn 1939-SO
campaign log club --json
campaign report club --out reports
campaign verify club
campaign verify club --against reports/1939-SO.html --reports reports
campaign export club club.jsonl
campaign verify --file club.jsonl --standings
campaign --store copy.db import club.jsonl
campaign rebuild club
campaign commands
campaign commands --json
campaign events
campaign events --json
campaign completion bash
campaign backup club-backup.db
campaign --store restored.db restore club-backup.db
campaign doctor
campaign doctor --deep
