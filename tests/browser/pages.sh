#!/usr/bin/env bash
# Pages of real runs in a real browser. Usage: pages.sh SOURCE_DIR WORK_DIR CGSD SHARED_DIR
set -euo pipefail
source=$1 work=$2 cgsd=$3 shared=$4
. "$source/tools/packages.sh"
. "$source/tests/browser/prepare.sh"
prepare "$source" "$work"
if ! command -v chromium >/dev/null; then
  (install_missing chromium) || skip "chromium is not installed and cannot be"
  command -v chromium >/dev/null || skip "there is no chromium on this machine"
fi
cp "$source/tests/browser/"*.mjs "$work/"
cd "$work"
rm -rf runs && mkdir runs
exec node pages.mjs "$cgsd" "$shared" runs
