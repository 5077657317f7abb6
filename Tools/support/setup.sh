# Sourced by the commands in Tools: finds a Swift toolchain and the system libraries, and installs what a
# Debian machine lacks. Nothing here builds.

travelog_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
debian_packages=(liblmdb-dev libxxhash-dev libutf8proc-dev libssl-dev libsimdjson-dev pkg-config)
# What some tests drive and what counts costs; where one is missing, that part is skipped.
test_packages=(zsh fish less mandoc man-db groff-base python3 libsqlite3-dev strace valgrind)
brew_packages=(lmdb xxhash utf8proc openssl@3 simdjson pkgconf)

say() { printf '%s\n' "$*"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }

# Stops unless a Swift toolchain of at least 6.3 is on the path.
require_swift() {
    local advice="Get Swift 6.3 or newer:
  with swiftly     https://www.swift.org/install/   then: swiftly install latest
  as a tarball     https://www.swift.org/download/  then: export PATH=/where/it/is/usr/bin:\$PATH"
    command -v swift >/dev/null 2>&1 || fail "There is no swift on the path.
$advice"
    local version major minor
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9]*\.[0-9][0-9]*\).*/\1/p' | head -n 1)
    major=${version%%.*}
    minor=${version#*.}
    if [ -z "$version" ] || [ "$major" -lt 6 ] || { [ "$major" -eq 6 ] && [ "$minor" -lt 3 ]; }; then
        fail "Swift ${version:-of an unknown version} is on the path; 6.3 is the least that works.
$advice"
    fi
}

# Prints which of some Debian packages are not installed.
missing_debian_packages() {
    local package
    for package in "$@"; do
        dpkg-query -W -f='${Status}\n' "$package" 2>/dev/null | grep -q '^install ok installed$' ||
            printf '%s ' "$package"
    done
}

# Makes the system libraries available, after saying what is going to be installed.
require_libraries() {
    if [ "$(uname)" = Darwin ]; then
        command -v brew >/dev/null 2>&1 || fail "Homebrew is needed for: ${brew_packages[*]}"
        local formula missing=""
        for formula in "${brew_packages[@]}"; do
            brew list "$formula" >/dev/null 2>&1 || missing="$missing $formula"
        done
        [ -z "$missing" ] || fail "Please run: brew install$missing"
        return
    fi
    command -v dpkg-query >/dev/null 2>&1 ||
        fail "This is not a Debian system. Please install: LMDB, xxHash, utf8proc, OpenSSL 3 and simdjson, each with
its headers, and pkg-config; then build with: swift build"
    local missing
    missing=$(missing_debian_packages "${debian_packages[@]}")
    [ -n "$missing" ] || return 0
    install_debian_packages "$missing" || fail "apt-get could not install: $missing"
}

# Installs what only tests need, where that is possible; never an error.
offer_test_packages() {
    command -v dpkg-query >/dev/null 2>&1 || return 0
    local missing
    missing=$(missing_debian_packages "${test_packages[@]}")
    [ -n "$missing" ] || return 0
    [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null 2>&1 || return 0
    install_debian_packages "$missing" || say "apt-get could not install $missing; their tests are skipped."
}

# Installs the Debian packages in $1, a list of words.
install_debian_packages() {
    local missing=$1
    say "Installing with apt-get: $missing"
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null 2>&1 || fail "Please run as root: apt-get install $missing"
        as_root=(sudo)
    fi
    # shellcheck disable=SC2086  # a list of words
    { "${as_root[@]}" apt-get update -qq &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing; } \
        >/dev/null
}

# Where the release build of evtool stands.
release_evtool() { printf '%s/.build/release/evtool' "$travelog_root"; }

# Fills start_options with options of a build under which a program starts faster, where they work on this machine.
#
# The relocations that a start carries out are packed, and the program is mapped in as few pieces as can be. The
# linker of the toolchain does that; whether the C library can load what it makes, an empty program shows.
find_start_options() {
    start_options=()
    [ "$(uname)" = Linux ] || return 0
    local probe options=(
        -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-rosegment -Xlinker --hash-style=gnu
    )
    probe=$(mktemp) || return 0
    if printf '\n' | swiftc -use-ld=lld "${options[@]}" -o "$probe" - >/dev/null 2>&1 && "$probe"; then
        start_options=(-Xswiftc -use-ld=lld "${options[@]}")
    fi
    rm -f "$probe"
}

# Runs a build of evtool as a release, given as words: with the Swift library and the system libraries inside,
# so that it starts fast and runs where Swift is not.
#
# Finding, relocating and looking up the symbols of a shared libcrypto takes longer than what `evtool --version`
# does. simdjson and the C++ library, which Debian has as shared libraries alone, stay shared.
linking_evtool() {
    local folder=$travelog_root/.build/static-libraries start_options
    find_start_options
    # Everything of Swift is inside: no library is to be looked for beside the program.
    local options=(--static-swift-stdlib --disable-local-rpath ${start_options[@]+"${start_options[@]}"})
    if [ "$(uname)" = Linux ] && make_static_libraries "$folder"; then
        # Nothing asks a program for its symbols, and every symbol of a library is first looked for among them.
        options+=(-Xlinker "--version-script=$folder/exports.map")
        PKG_CONFIG_PATH=$folder${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH} "$@" "${options[@]}"
    else
        "$@" "${options[@]}"
    fi
}

# Makes a folder $1 of static libraries and of pkg-config files that lead to them and to nothing else; fails
# where one is not installed.
make_static_libraries() {
    local folder=$1 package name libraries cflags version
    # Flags in pkg-config files are separated by blanks.
    case "$folder" in *[[:space:]]*) return 1 ;; esac
    mkdir -p "$folder"
    for package in lmdb libxxhash libcrypto libutf8proc; do
        name=${package#lib}
        libraries=$(pkg-config --variable=libdir "$package" 2>/dev/null) || return 1
        [ -f "$libraries/lib$name.a" ] || return 1
        version=$(pkg-config --modversion "$package")
        cflags=$(pkg-config --cflags "$package")
        ln -sf "$libraries/lib$name.a" "$folder/lib$name.a"
        printf 'Name: %s\nDescription: %s, static\nVersion: %s\nCflags: %s\nLibs: -L%s -l%s\n' \
            "$package" "$name" "$version" "$cflags" "$folder" "$name" >"$folder/$package.pc.new"
        # A file that is newer than the last build would be a reason to plan it anew.
        cmp -s "$folder/$package.pc.new" "$folder/$package.pc" && rm "$folder/$package.pc.new" ||
            mv "$folder/$package.pc.new" "$folder/$package.pc"
    done
    printf '{ local: *; };\n' >"$folder/exports.map"
}

# Builds a release evtool.
build_release_evtool() {
    linking_evtool swift build --package-path "$travelog_root" -c release --product evtool
}

# Where `build_bench` puts evbench and an evtool to be measured.
bench_build=$travelog_root/.build/bench/release

# Builds both as releases, in a folder of their own: the package has more targets then.
build_bench() {
    debian_packages+=(libsqlite3-dev)
    brew_packages+=(sqlite)
    require_libraries
    local build=(env TRAVELOG_BENCH=1 swift build --package-path "$travelog_root" -c release
        --scratch-path "$travelog_root/.build/bench" --product)
    # With the options of the other, or each would have the modules built anew.
    local start_options
    find_start_options
    "${build[@]}" evbench --static-swift-stdlib ${start_options[@]+"${start_options[@]}"} >&2
    linking_evtool "${build[@]}" evtool >&2
}
