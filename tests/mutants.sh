#!/usr/bin/env bash
# Tests of tests: changes the code in small ways, one at a time, and tells which changes no test notices.
#
#   tests/mutants.sh PART [SHARD] [OPTIONS OF cargo mutants…]
#   tests/mutants.sh PART together [PATTERN]
#
# The first is cargo-mutants, which builds once for every change; the second tries all of a part, or those whose names match
# the pattern, in one build (`tests/mutants_together.py` says how, and what it leaves out).
#
# PART is one of
#   kernels      the rules: what actions and chance do, and what seats know
#   search       the tree and the other players that look ahead
#   statistics   intervals, ratings, sequential tests, standings, and the figures of experiments
#   files        what the lab writes and reads back
# SHARD is K/N, from 0/N: every N-th change. `--list` shows the changes without trying them, `--in-diff FILE` keeps to those
# that a diff touches. What makes no difference is left out in .cargo/mutants.toml, with the reason why.
# Needs `cargo install cargo-mutants`, and Python for the second way.
set -euo pipefail
cd "$(dirname "$0")/.."

part=${1:?kernels, search, statistics or files}
shift
shard=()
together=
if [[ ${1:-} == together ]]; then
    together=yes
    shift
elif [[ ${1:-} == */* ]]; then
    shard=(--shard "$1" --sharding round-robin)
    shift
fi

skip=()
case $part in
kernels)
    package=marque
    # A rule's own tests come first; the contract, with whole games of another implementation, is asked where they pass.
    tests=(--lib --test=contract)
    files=('src/bosman/*.rs' 'src/dzicz/*.rs' 'src/hexxi/*.rs' 'src/santy_anno/*.rs' 'src/somaliland/*.rs')
    # What is only said or shown is compared with pages by tests that read as prose.
    leave=({show,picture,card_picture,outline,notation,encoding,params}.rs)
    skip=(boards_prompts any_text on_any_number_of_threads)
    ;;
search)
    package=marque-agents
    tests=(--lib --test=players)
    files=('agents/src/search/*.rs' agents/src/{flat,greedy,restrict,budget}.rs)
    leave=()
    # Long games of strong players, which say little of a single line.
    skip=(games:: review:: sitting:: external:: strength:: poker::)
    ;;
statistics)
    package=marque-experiments
    tests=(--lib)
    files=(experiments/src/{intervals,ratings,sprt,standings}.rs 'experiments/src/ratings/*.rs'
        experiments/src/balance/{ratio,fairness,totals,luck,trend,precision}.rs)
    leave=()
    skip=(fuzz:: tune:: train:: report::)
    ;;
files)
    package=marque-experiments
    tests=(--lib --test=lab)
    files=('experiments/src/files/*.rs')
    leave=()
    skip=(fuzz:: tune:: train:: intervals:: ratings:: sprt::)
    ;;
*)
    echo "there is no part $part: kernels, search, statistics or files" >&2
    exit 2
    ;;
esac

chosen=(--package "$package" "${files[@]/#/--file=}" "${leave[@]/#/--exclude=}")
if [ -n "$together" ]; then
    bench=$PWD/target/mutants-$part-together
    mkdir -p "$bench"
    cargo mutants "${chosen[@]}" --list --json >"$bench/changes.json"
    exec python3 tests/mutants_together.py "$bench/changes.json" "$bench/tree" "$package" "${1:-}" "${tests[@]}" "${skip[@]}"
fi

# Dependencies are built once for all runs; the changes are made in a copy.
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
exec cargo mutants "${chosen[@]}" --output "target/mutants-$part" "${shard[@]}" "${tests[@]/#/--cargo-arg=}" "$@" -- -- "${skip[@]/#/--skip=}"
