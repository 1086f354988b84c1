#!/usr/bin/env bash
# The page that is part of the program is what web/ builds, byte for byte. Usage: rebuild.sh SOURCE_DIR WORK_DIR
set -euo pipefail
source=$1 work=$2
. "$(dirname -- "${BASH_SOURCE[0]}")/prepare.sh"
prepare "$source" "$work"
cd "$work"
npm run --silent build >build.log 2>&1 || { cat build.log; exit 1; }
if ! cmp dist/report.html "$source/web/dist/report.html"; then
  echo "web/dist/report.html is not what web/ builds: run npm ci and npm run build in web/, and commit the page"
  exit 1
fi
if grep -n '"resolved"' "$source/web/package-lock.json"; then
  echo "package-lock.json names a registry: strip the lines above"
  exit 1
fi
echo "the page is what web/ builds: $(stat -c %s dist/report.html) bytes"
