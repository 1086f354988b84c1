"""The tarball's bin/cgsd: one line on a system whose C library is too old, else the program with the same words.

Usage: launcher.py tools/launcher.sh
"""
import os
import pathlib
import subprocess
import sys
import tempfile


def script(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("#!/bin/sh\n" + text)
    file.chmod(0o755)


def started(tree, answer, command="bin/cgsd"):
    """Exit code, output and errors on a system whose getconf answers so."""
    script(tree / "system/getconf", f"{answer}\n")
    environment = {**os.environ, "PATH": f"{tree / 'system'}:{os.environ['PATH']}"}
    done = subprocess.run([tree / command, "two words", ""], env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def main(launcher):
    with tempfile.TemporaryDirectory() as name:
        tree = pathlib.Path(name).resolve() / "a tree"
        script(tree / "libexec/cgsd", 'printf "<%s>" "$@"\nexit 3\n')
        script(tree / "bin/cgsd", pathlib.Path(launcher).read_text().replace("@GLIBC@", "2.36"))
        for version in ("2.31", "2.4", "2.35", "1.99"):
            code, out, error = started(tree, f"echo glibc {version}")
            assert code == 1 and out == "" and error.count("\n") == 1 and f"has {version}:" in error, (version, code, out, error)
        the_program = (3, "<two words><>", "")
        for answer in ("echo glibc 2.36", "echo glibc 2.41", "echo glibc 3.0", "exit 1", "echo glibc 2.36.9000", "echo odd"):
            assert started(tree, answer) == the_program, (answer, started(tree, answer))
        (tree / "elsewhere").symlink_to(tree / "bin/cgsd")
        assert started(tree, "echo glibc 2.36", "elsewhere") == the_program
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
