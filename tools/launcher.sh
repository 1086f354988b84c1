#!/bin/sh
# bin/cgsd of the tarball: says in one line that the C library is too old, where the loader would name every symbol that it misses.
needed=@GLIBC@
have=$(getconf GNU_LIBC_VERSION 2>/dev/null) # "glibc 2.36"; nothing on a system with another C library, whose loader speaks then
have=${have#glibc }
is_older() { # by major number, then by minor
  [ "${1%%.*}" -lt "${2%%.*}" ] || { [ "${1%%.*}" -eq "${2%%.*}" ] && [ "${1#*.}" -lt "${2#*.}" ]; }
}
case $have in
  [0-9]*.[0-9]*)
    if is_older "$have" "$needed" 2>/dev/null; then
      echo "cgsd: this build needs glibc $needed or newer, and this system has $have: build it from source by ./run" >&2
      exit 1
    fi ;;
esac
here=$(readlink -f -- "$0") && exec "${here%/bin/*}/libexec/cgsd" "$@"
