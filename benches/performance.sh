#!/usr/bin/env bash
# Makes the tables of docs/performance.md.
# usage: benches/performance.sh [playouts] [verdicts] [threads]
#   playouts  random games a second on one thread
#   verdicts  games a second by bot, and the processor time to an interval of ±3 points, with captains of both editions
#   threads   a tournament on one thread and on all, and the memory it takes
# GAMES=40 plays more games a row of verdicts, ONLY=dzicz rows of one game.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- playouts verdicts threads
games=${GAMES:-8}

for table; do
    case $table in
    playouts)
        cargo run --release --quiet -- bench ${ONLY:-}
        ;;
    verdicts)
        cargo build --release --quiet -p marque-benches --example verdict
        echo "| game | seats | bot | games/s | ms a decision | games for ±3 points | processor minutes | MB |"
        echo "|---|---|---|---|---|---|---|---|"
        # As many iterations as captains have in that game.
        while read -r game seats iterations; do
            [ "${ONLY:-$game}" = "$game" ] || continue
            for bot in greedy search:iterations=100 captain "first-edition:iterations=$iterations"; do
                target/release/examples/verdict "$game" "$seats" "$games" "$bot"
            done
        done <<<$'bosman 2 4000\ndzicz 2 1500\nhexxi 2 4000\nsanty-anno 3 4000\nsomaliland 2 2000'
        ;;
    threads)
        cargo build --release --quiet
        echo "| threads | seconds | games/s |"
        echo "|---|---|---|"
        out=$(mktemp -d)
        trap 'rm -rf "$out"' EXIT
        for threads in 1 $(seq 2 2 "$(nproc)"); do
            began=$(date +%s.%N)
            target/release/marque tournament hexxi --bots search:iterations=200,search:iterations=100 --games 200 \
                --threads "$threads" --out "$out/$threads" >/dev/null 2>&1
            awk -v t="$threads" -v b="$began" -v e="$(date +%s.%N)" 'BEGIN { printf "| %d | %.1f | %.1f |\n", t, e - b, 200 / (e - b) }'
        done
        ;;
    *)
        echo "there is no table \`$table\`: playouts, verdicts or threads" >&2
        exit 2
        ;;
    esac
done
