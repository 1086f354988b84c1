"""A released program is hardened (cmake/CgsdHardening.cmake): what readelf and the compile commands say of it.

Usage: hardened.py PROGRAM                   everything that a released program must show
       hardened.py --linked PROGRAM          what every build shows: it is the linker's
       hardened.py --configured SOURCE BUILD that a release, configured in BUILD, compiles every source with every flag
"""
import json
import pathlib
import re
import subprocess
import sys

FLAGS = ["-D_FORTIFY_SOURCE=3", "-fstack-protector-strong", "-fstack-clash-protection", "-ftrivial-auto-var-init=zero"]
FLAGS_OF_X86 = ["-fcf-protection=full"]
LANDING_PAD = b"\xf3\x0f\x1e\xfa"  # endbr64: where an indirect call may land
START_UP = 4  # of them are in the C library's start-up code, whatever the flags


def readelf(program, *arguments):
    return subprocess.run(["readelf", "-W", *arguments, program], check=True, capture_output=True, text=True).stdout


def is_x86(program):
    return "X86-64" in readelf(program, "-h")


def linked(program):
    """(what, whether it is so) for what the linker does."""
    segments, dynamic = readelf(program, "-l"), readelf(program, "-d")
    stack = re.search(r"GNU_STACK.*", segments)
    yield "position-independent", "DYN" in readelf(program, "-h")
    yield "relocations read-only", "GNU_RELRO" in segments
    yield "all symbols bound at start", "BIND_NOW" in dynamic or re.search(r"FLAGS_1.*\bNOW\b", dynamic) is not None
    yield "stack not executable", stack is not None and "E" not in stack.group().split()[-2]
    if is_x86(program):
        yield "shadow stack allowed", "SHSTK" in readelf(program, "-n")


def compiled(program):
    symbols = readelf(program, "--dyn-syms")
    yield "stack protector", "__stack_chk_fail" in symbols
    yield "checked calls of the C library", re.search(r"__(?!stack)\w+_chk\b", symbols) is not None
    if is_x86(program):
        yield "landing pads", pathlib.Path(program).read_bytes().count(LANDING_PAD) > START_UP


def configured(source, build):
    subprocess.run(["cmake", "-S", source, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DCGSD_UNITY=ON",
                    "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"], check=True, stdout=subprocess.DEVNULL)
    commands = json.loads((pathlib.Path(build) / "compile_commands.json").read_text())
    flags = FLAGS + (FLAGS_OF_X86 if any("-march=x86-64-v3" in c["command"] for c in commands) else [])
    yield "some sources", len(commands) > 10
    for command in commands:
        for flag in flags:
            yield f"{flag} for {command['file']}", flag in command["command"].split()


def main(arguments):
    if arguments[0] == "--configured":
        found = list(configured(*arguments[1:]))
    elif arguments[0] == "--linked":
        found = list(linked(arguments[1]))
    else:
        found = list(linked(arguments[0])) + list(compiled(arguments[0]))
    missing = [what for what, is_so in found if not is_so]
    print("\n".join(f"missing: {what}" for what in missing[:20]) or f"all {len(found)} checks hold")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
