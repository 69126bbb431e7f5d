#!/usr/bin/env bash
# Instructions a decision of random play and an iteration of the search in every game, with the options of the first edition
# and with those that fit the game now, counted by callgrind: the same
# figures on any machine, busy or not. Needs valgrind. `instructions.sh PROGRAM` counts another build of the example `work`.
set -euo pipefail
cd "$(dirname "$0")/.."
work=${1:-}
if [ -z "$work" ]; then
    cargo build --release --quiet -p marque-benches --example work
    work=target/release/examples/work
fi

# count ARGUMENTS: instructions and units of work.
count() {
    local units told
    told=$(mktemp)
    units=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$work" "$@" 2>"$told")
    echo "$(sed -n 's/.*Collected : //p' "$told") $units"
    rm "$told"
}

printf '%-12s %5s %22s %28s %28s\n' game seats 'playouts: a decision' 'first edition: an iteration' 'search: an iteration'
while read -r game seats games thinking iterations; do
    read -r idle _ <<<"$(count playouts "$game" "$seats" 0)"
    read -r played decisions <<<"$(count playouts "$game" "$seats" "$games")"
    read -r first firsts <<<"$(count search "$game" "$seats" "$thinking" "first-edition:iterations=$iterations")"
    read -r thought iterated <<<"$(count search "$game" "$seats" "$thinking" "search:iterations=$iterations")"
    awk -v g="$game" -v s="$seats" -v i="$idle" -v p="$played" -v d="$decisions" -v f="$first" -v m="$firsts" \
        -v t="$thought" -v n="$iterated" \
        'BEGIN { printf "%-12s %5d %22.1f %28.0f %28.0f\n", g, s, (p - i) / d, (f - i) / m, (t - i) / n }'
done <<'END'
bosman 2 400 1 100
dzicz 2 1000 1 100
hexxi 2 1000 1 100
santy-anno 3 2000 2 100
somaliland 2 60 1 30
END
