#!/usr/bin/env bash
# Makes the tables of agents/README.md by matches: two bots on the same deals with seats rotated, their processor time counted.
# usage: agents/strength.sh [first-edition] [greedy] [ladder]
#   first-edition  the search against its first edition, with as much processor time
#   greedy         a thousand iterations against looking one action ahead
#   ladder         each preset against the one below, at the fewest and the most seats
# GAMES=400 plays more games a row, ONLY=hexxi rows of one game, SEED=2 other deals.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --quiet -p marque-benches --example duel
duel=target/release/examples/duel
games=${GAMES:-200} seed=${SEED:-101}
[ $# -gt 0 ] || set -- first-edition greedy ladder
ladder=(cabin-boy deckhand mate captain admiral-of-the-fleet)

# rows SEATS_BY_GAME BOT RIVAL [--equal-time]: a row for every game and number of seats.
rows() {
    local list=$1 bot=$2 rival=$3 game seats
    while read -r game seats; do
        [ "${ONLY:-$game}" = "$game" ] || continue
        for players in $seats; do
            "$duel" "$game" "$players" $(((games + players - 1) / players)) "$bot" "$rival" --seed "$seed" ${4:-}
        done
    done <<<"$list"
}
every=$'bosman 2 4\ndzicz 2 3 4\nhexxi 2 3 4\nsanty-anno 3 5 8\nsomaliland 2 3 4'
ends=$'bosman 2 4\ndzicz 2 4\nhexxi 2 4\nsanty-anno 3 8\nsomaliland 2 4'

for table; do
    echo "| game | seats | bot | against | score | games | ms a decision | time |"
    echo "|---|---|---|---|---|---|---|---|"
    case $table in
    first-edition) rows "$every" search:iterations=300 first-edition:iterations=300 --equal-time ;;
    greedy) rows "$every" search greedy ;;
    ladder)
        for step in 1 2 3 4; do rows "$ends" "${ladder[step]}" "${ladder[step - 1]}"; done
        ;;
    *)
        echo "there is no table \`$table\`: first-edition, greedy or ladder" >&2
        exit 2
        ;;
    esac
    echo
done
