# Sourced by the tests of the page. Usage there: . prepare.sh; prepare SOURCE_DIR WORK_DIR
# Makes a copy of web/ with its packages in WORK_DIR, and says 77 (skipped) if Node.js or its packages cannot be had.

skip() { printf 'skipped: %s\n' "$*"; exit 77; }

prepare() {
  local source=$1 work=$2
  command -v node >/dev/null && command -v npm >/dev/null || skip "there is no Node.js with npm on this machine"
  mkdir -p "$work"
  rm -rf "$work/src" "$work/dist"
  cp -r "$source/web/src" "$source/web/index.html" "$source/web/vite.config.ts" "$source/web/tsconfig.json" \
    "$source/web/package.json" "$work/"
  if ! cmp -s "$source/web/package-lock.json" "$work/package-lock.json" || [ ! -e "$work/node_modules/.complete" ]; then
    cp "$source/web/package-lock.json" "$work/"
    (cd "$work" && npm ci --no-audit --no-fund >"$work/npm.log" 2>&1) || { tail -n 5 "$work/npm.log"; skip "npm cannot install the packages of web/"; }
    touch "$work/node_modules/.complete"
  fi
}
