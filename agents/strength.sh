#!/usr/bin/env bash
# Plays bots against each other and prints what came out as a table.
# usage: agents/strength.sh [GAME...]            who beats whom, in every game and at every number of seats
#        OPTIONS=1 agents/strength.sh [GAME...]  what single options of the search gain at the fewest seats
# GAMES=200 plays more games a pairing, SEATS="3 4" only with so many seats, SEED=2 other games, OUT=DIR keeps the files.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --quiet
marque=target/release/marque
games=${GAMES:-48}
out=${OUT:-$(mktemp -d)}
[ $# -gt 0 ] || set -- bosman dzicz hexxi santy-anno somaliland

seats() { "$marque" games | awk -v game="$1" '$1 == game' | grep -oE '[0-9](, [0-9])*' | tr -d ','; }
# The game's own styles: what `bots GAME` has more than `bots`.
styles() { comm -13 <("$marque" bots | awk 'NR > 2 {print $1}' | sort) <("$marque" bots "$1" | awk 'NR > 2 {print $1}' | sort) | grep -E '^[a-z-]+$' | grep -vx mcts || true; }

# pairing GAME SEATS BOT OPPONENT: the bot's mean score against the opponent, with its interval.
pairing() {
    local folder="$out/$1-$2-${3//[:=,]/_}-${4//[:=,]/_}"
    if ! "$marque" tournament "$1" --players "$2" --bots "$3" --bots "$4" --games "$games" --seed "${SEED:-1}" --out "$folder" >"$folder.txt" 2>&1; then
        # An option that is set already makes the same bot of it.
        grep -q "named twice" "$folder.txt" && return
        cat "$folder.txt" >&2
        exit 1
    fi
    python3 - "$folder/crosstable.csv" "$1" "$2" "$3" "$4" <<'PY'
import csv, sys
path, game, seats, bot, opponent = sys.argv[1:]
row = next(row for row in csv.DictReader(open(path)) if row["opponent"] == opponent)
low, high = float(row["score_low"]), float(row["score_high"])
sure = "yes" if low > 0.5 else "no" if high < 0.5 else "open"
print(f"| {game} | {seats} | `{bot}` | `{opponent}` | {float(row['score']):.3f} | {low:.3f}-{high:.3f} | {sure} |", flush=True)
PY
}

echo "| game | seats | bot | against | score | 95 % | better |"
echo "|---|---|---|---|---|---|---|"
for game; do
    for players in ${SEATS:-$(seats "$game")}; do
        if [ -n "${OPTIONS:-}" ]; then
            for option in c=0.7 puct=0.3 puct=1 puct=2 playout=random playout=prior cut=end cut=20 cut=4 cut=0 bias=0 bias=1 widen=off widen=1.5 depth=1 ripe=4 infer=2; do
                pairing "$game" "$players" "search:iterations=300,$option" "search:iterations=300"
            done
            break
        fi
        pairing "$game" "$players" greedy random
        pairing "$game" "$players" search greedy
        for style in $(styles "$game"); do pairing "$game" "$players" search "$style"; done
        # More thought gains less, so it takes more games to see.
        games=$((2 * games)) pairing "$game" "$players" search:iterations=400 search:iterations=100
    done
done
