# Debian packages the project needs, and how they get onto a machine. Sourced by ./run, ./test, tools/docs, tools/python and tools/release.

build_packages=(
  g++ cmake ninja-build ccache pkg-config
  libeigen3-dev libspectra-dev libtbb-dev librandom123-dev libfmt-dev libcli11-dev nlohmann-json3-dev libzip-dev libdeflate-dev libhdf5-dev zlib1g-dev
  libexpat1-dev libfast-float-dev libcurl4-openssl-dev libboost-dev librsvg2-dev fonts-dejavu-core
)
test_packages=(
  libgtest-dev libgmock-dev librapidcheck-dev clang-format clang-tidy binutils python3 python3-sklearn python3-igraph python3-leidenalg python3-networkx python3-torch python3-venv
  qemu-user
)
fuzz_packages=(clang-16 libclang-rt-16-dev python3) # clang 14 cannot read the ranges of libstdc++ 12
checked_packages=(clang-16 libclang-rt-16-dev llvm-16)
# Debian's PETSc links parts under the GPL: only cgsd-mpi does, which ./run --mpi and ./test build.
mpi_packages=(petsc64-dev libpetsc64-real-dev libslepc64-real-dev libopenmpi-dev openmpi-bin libopenblas0-pthread)
docs_packages=(python3 python3-venv)
release_packages=(binutils dpkg-dev git gzip python3 python3-venv tar xz-utils)
release_try_packages=(debootstrap)
benchmark_packages=(libbenchmark-dev python3 python3-igraph python3-sklearn python3-torch python3-venv)

say() { printf '%s\n' "$*" >&2; }

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# Installs those of the given packages that are missing; does nothing, quickly, where none is.
install_missing() {
  local missing=() package
  if ! command -v dpkg-query >/dev/null; then
    say "This machine has no dpkg, so the set-up cannot install packages here."
    say "Install the equivalents of these Debian packages yourself, then build with CMake: $*"
    return 0
  fi
  # One call answers for all; only if it finds something missing are they asked one by one.
  if [ "$(dpkg-query -W -f '${db:Status-Status}\n' "$@" 2>/dev/null | grep -cx installed)" -ge "$#" ]; then return 0; fi
  for package in "$@"; do is_installed "$package" || missing+=("$package"); done
  [ "${#missing[@]}" -gt 0 ] || return 0

  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      say "These packages are missing, and installing them needs root or sudo: ${missing[*]}"
      say "As root: apt-get install ${missing[*]}"
      exit 1
    fi
    as_root=(sudo)
  fi
  say "Installing ${#missing[@]} Debian packages: ${missing[*]}"
  local log
  log=$(mktemp)
  if ! { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -q &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    say "The packages could not be installed; the lines above say why. Missing: ${missing[*]}"
    rm -f "$log"
    exit 1
  fi
  rm -f "$log"
}

# configure_and_build PRESET [CMake arguments...]: silent where there is nothing to do.
configure_and_build() {
  local preset=$1
  shift
  local directory=$root/build/$preset log
  if [ ! -f "$directory/build.ninja" ] || [ "$#" -gt 0 ]; then
    say "Configuring ($preset)"
    log=$(mktemp)
    if ! (cd "$root" && cmake --preset "$preset" "$@") >"$log" 2>&1; then
      cat "$log" >&2
      rm -f "$log"
      exit 1
    fi
    rm -f "$log"
  fi
  if [ -e "$directory/.built" ]; then
    if ! log=$(ninja -C "$directory" --quiet 2>&1); then
      printf '%s\n' "$log" >&2
      exit 1
    fi
    return 0
  fi
  say "Building ($preset); the first time takes a few minutes"
  cmake --build "$directory" >&2
  touch "$directory/.built"
}
