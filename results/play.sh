#!/usr/bin/env bash
# Plays the ready experiments and searches for rules again, into runs/, and publishes what is worth keeping in results/.
#
#   results/play.sh                             everything
#   results/play.sh bosman-boat tune-dzicz-fair what is named: experiments, and searches with `tune-` before their name
#   GAMES=20 results/play.sh hexxi-lines        with so few games of a variant, to see whether it works
#
# A run that was interrupted goes on where it stopped. Runs of an older program are refused: remove their folder in runs/.
set -euo pipefail
cd "$(dirname "$0")/.."

# Games are published where they are no larger than this, compressed.
most_bytes=300000

cargo build --release --quiet
marque=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/release/marque

names() {
    ls experiments/*.toml experiments/adapt/*.toml | grep -v Cargo.toml | xargs -n 1 basename -s .toml
    ls experiments/tune/*.toml | xargs -n 1 basename -s .toml | sed 's/^/tune-/'
}

# Games without the columns that are long and of which tables tell more: what every seat did, and how things stood.
slim() {
    python3 -c '
import csv, re, sys
rows = csv.reader(sys.stdin)
head = next(rows)
long = re.compile(r"prospects|seat\d+_(uses|deeds)|seed|choices|legal|widest|forfeit|reason")
keep = [at for at, name in enumerate(head) if not long.fullmatch(name)]
write = csv.writer(sys.stdout, lineterminator="\n").writerow
write([head[at] for at in keep])
for row in rows:
    write([row[at] for at in keep])
'
}

# What a designer reads: tables, report, manifest, ruleset; and the games themselves where they are small.
publish() {
    local from=$1 to=$2
    rm -rf "$to" && mkdir -p "$to"
    find "$from" -maxdepth 1 -type f \( -name '*.csv' -o -name '*.html' -o -name 'manifest.json' -o -name 'best.toml' \) \
        ! -name games.csv ! -name timing.csv ! -name uses.csv ! -name leads.csv -exec cp {} "$to" \;
    if [ -f "$from/games.csv" ]; then
        slim <"$from/games.csv" | gzip -9 -n >"$to/games.csv.gz"
        [ "$(wc -c <"$to/games.csv.gz")" -le "$most_bytes" ] || rm "$to/games.csv.gz"
    fi
}

play() {
    local name=$1
    if [[ $name == tune-* ]]; then
        "$marque" tune "experiments/tune/${name#tune-}.toml" --out "runs/$name"
        publish "runs/$name" "results/$name"
        return
    fi
    local file=experiments/$name.toml
    [ -f "$file" ] || file=experiments/adapt/$name.toml
    "$marque" run "$file" ${GAMES:+--games "$GAMES"} --out "runs/$name"
    publish "runs/$name" "results/$name"
    "$marque" report "results/$name" >"runs/$name/answer.txt"
}

for name in $(if [ $# -gt 0 ]; then printf '%s\n' "$@"; else names; fi); do
    echo "== $name, $(date +%H:%M)"
    play "$name"
done
"$marque" report results
