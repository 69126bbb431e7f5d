#!/usr/bin/env bash
# Makes the tables of docs/performance.md, in about a quarter of an hour on two quiet cores when all is built.
#
#   benches/performance.sh [all | playouts | verdicts | memory | threads | rivals | open-spiel] …
#
#   playouts    random games a second on one thread
#   verdicts    games a second by bot, and the processor time to an interval of ±3 points, with captains of both editions
#   memory      the most memory a tournament, an experiment, a search at its bound and the table have at any time
#   threads     a tournament and a search on one thread and on two
#   rivals      Connect Four beside two Rust crates
#   open-spiel  Connect Four and Leduc poker beside OpenSpiel, which is installed into target/open-spiel
#
# WRITE=1 puts each table into docs/performance.md, and playouts into README.md too, between the comments of its name.
# ONLY=dzicz makes rows of one game. QUICK=1 tries everything out, for figures that mean nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# = 0 ] || [ "$*" = all ]; then set -- playouts verdicts memory threads rivals open-spiel; fi
quick=${QUICK:-}
out=$(mktemp -d)
# What criterion says beside its figures is told only where something goes wrong.
touch "$out/errors"
trap '[ $? = 0 ] || cat "$out/errors" >&2; rm -rf "$out"' EXIT

playouts() {
    cargo run --release --quiet -- bench ${ONLY:-} ${quick:+--ms 20 --repeats 3} | awk -F '  +' '
        NF > 1 {
            line = "|"
            for (field = 1; field <= NF; field++) line = line $field " |" (field < NF ? " " : "")
            print line
            if (!rows++) {gsub(/[^|]+/, "---", line); print line}
        }'
}

verdicts() {
    cargo build --release --quiet -p marque-benches --example verdict
    echo "| game | seats | bot | games/s | ms a decision | games for ±3 points | processor minutes |"
    echo "|---|---|---|---|---|---|---|"
    # As many iterations as captains have in that game, and as many games of theirs as take well below a minute.
    while read -r game seats iterations games; do
        [ "${ONLY:-$game}" = "$game" ] || continue
        local many=100
        [ -z "$quick" ] || { many=4 games=1; }
        target/release/examples/verdict "$game" "$seats" $many search:iterations=100 $many greedy $games captain \
            $games "first-edition:iterations=$iterations"
    done <<<$'bosman 2 600 60\ndzicz 2 800 80\nhexxi 2 1000 60\nsanty-anno 3 1000 100\nsomaliland 2 600 16'
}

memory() {
    cargo build --release --quiet
    python3 benches/memory.py target/release/marque
}

# The middle speeds that criterion prints for `group/name`: a row for each group, a column for each name, and where there are two
# columns how many times the first the second is.
speeds() {
    awk '
        function told(speed) {
            return speed >= 1e6 ? sprintf("%.2f M", speed / 1e6) : speed >= 1e3 ? sprintf("%.1f k", speed / 1e3) : sprintf("%.0f", speed)
        }
        $1 ~ /\// {name = $1}
        $1 == "thrpt:" && name != "" {
            split(name, parts, "/")
            if (!(parts[1] in rows)) rows[order[++groups] = parts[1]]
            speed[parts[1], ++columns[parts[1]]] = $4 * ($5 ~ /^G/ ? 1e9 : $5 ~ /^M/ ? 1e6 : $5 ~ /^K/ ? 1e3 : 1)
            name = ""
        }
        END {
            for (group = 1; group <= groups; group++) {
                row = order[group]
                line = row
                sub(/^threads-/, "", line)
                for (column = 1; column <= columns[row]; column++) line = line " | " told(speed[row, column])
                if (columns[row] == 2) line = line sprintf(" | %.2f", speed[row, 2] / speed[row, 1])
                print "| " line " |"
            }
        }'
}

threads() {
    cargo build --release --quiet
    echo "| threads | seconds | games/s | times |"
    echo "|---|---|---|---|"
    local games=${quick:+20} began seconds first=
    games=${games:-400}
    for threads in 1 2; do
        began=$(date +%s.%N)
        target/release/marque tournament hexxi --bots search:iterations=200,search:iterations=100 --games "$games" \
            --threads $threads --out "$out/$threads" >/dev/null 2>&1
        seconds=$(awk -v began="$began" -v ended="$(date +%s.%N)" 'BEGIN {print ended - began}')
        first=${first:-$seconds}
        awk -v threads=$threads -v games="$games" -v seconds="$seconds" -v first="$first" \
            'BEGIN {printf "| %d | %.1f | %.1f | %.2f |\n", threads, seconds, games / seconds, first / seconds}'
    done
    cmp "$out/1/games.csv" "$out/2/games.csv"
    echo
    echo "| game | iterations/s, one thread | two threads | times |"
    echo "|---|---|---|---|"
    cargo bench --quiet -p marque-benches --bench search -- "threads-${ONLY:-}" ${quick:+--warm-up-time 0.1 --measurement-time 0.1} \
        2>"$out/errors" | speeds
}

rivals() {
    echo "| per second | marque | board-game | minimax |"
    echo "|---|---|---|---|"
    (cd benches/rivals && cargo bench --quiet -- ${quick:+--warm-up-time 0.1 --measurement-time 0.1}) 2>"$out/errors" | speeds |
        sed 's/connect-four-games/random games of Connect Four/; s/connect-four-\([0-9]*\)/iterations, of \1 from the empty board/'
}

open-spiel() {
    local python=target/open-spiel/bin/python
    [ -x $python ] || python3 -m venv target/open-spiel
    $python -m pip install --quiet open_spiel ./python
    $python python/benches/speed.py ${quick:+--seconds 0.02}
    echo
    $python benches/leduc.py
}

for part; do
    case $part in
    playouts | verdicts | memory | threads | rivals | open-spiel)
        echo
        $part | tee "$out/table"
        [ -z "${WRITE:-}" ] || python3 - "$part" "$out/table" docs/performance.md README.md <<'PUT'
import pathlib, re, sys
part, table, *pages = sys.argv[1:]
table = pathlib.Path(table).read_text()
for page in map(pathlib.Path, pages):
    begin, end = f"<!-- {part} -->\n", f"<!-- end of {part} -->"
    page.write_text(re.sub(f"{begin}.*?{end}", lambda _: f"{begin}\n{table}\n{end}", page.read_text(), flags=re.DOTALL))
PUT
        ;;
    *)
        echo "there is no part \`$part\`: all, playouts, verdicts, memory, threads, rivals, open-spiel" >&2
        exit 2
        ;;
    esac
done
