#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The tests of the three kinds of runtime, built with one preset, side by side: run.sh PRESET, from the root of the checkout.
set -u
preset=$1
tests=build/runtime-$preset/test/runtime_tests
prefix=
if [ "$preset" = tsan ] && setarch "$(uname -m)" -R true 2> /dev/null; then prefix="setarch $(uname -m) -R"; fi
export TSAN_OPTIONS=halt_on_error=1

run() { # KIND VARIABLE=VALUE
  log=build/test-$1-$preset.log
  # shellcheck disable=SC2086 # a prefix of several words
  env "$2" timeout 600 $prefix "$tests" > "$log" 2>&1 || { tail -60 "$log"; return 1; }
  echo "$preset, $1: $(tail -1 "$log")"
}

log=build/test-races-$preset.log
# What is known of a task lies where leaks are not looked for.
# shellcheck disable=SC2086
ASAN_OPTIONS=detect_leaks=0 timeout 600 $prefix "$(dirname "$tests")/races_tests" > "$log" 2>&1 || { tail -60 "$log"; exit 1; }
echo "$preset, races: $(tail -1 "$log")"

run plain ASYNCIR_LOAN=0 & plain=$!
run serial ASYNCIR_RUNTIME_KIND=serial & serial=$!
run loan ASYNCIR_LOAN=1 & loan=$!
failed=0
for each in $plain $serial $loan; do wait "$each" || failed=1; done
exit $failed
