"""The library neither prints nor reads files nor exits: its objects refer to nothing that could.

Usage: symbols.py libcgsd.a [OBJECTS...]
"""
import re
import subprocess
import sys

FORBIDDEN = re.compile(
    r"^(v?f?printf|puts|putchar|fputs|fwrite|fputc|perror|__v?f?printf_chk|stdout|stderr|stdin"
    r"|f?open(64)?|fdopen|openat(64)?|read|pread(64)?|fread|fgets|getline|write|pwrite(64)?|mmap(64)?|opendir|stat(64)?|unlink|rename"
    r"|_?_?exit|_Exit|quick_exit|system|popen|exec[vl]p?e?|fork|getenv|secure_getenv|setenv|socket|connect|signal|sigaction"
    r"|std::(cout|cerr|clog|cin|wcout|wcerr)"
    r"|std::basic_(i|o)?f?stream<.*|std::basic_filebuf<.*|std::filesystem::.*|fmt::.*::v?print\(.*)$"
)


def main(libraries):
    listing = subprocess.run(["nm", "-C", "--undefined-only", *libraries], check=True, capture_output=True, text=True).stdout
    member, found, seen = "", [], 0
    for line in listing.splitlines():
        if line.endswith(".o:"):
            member = line[:-1]
        elif line.strip():
            seen += 1
            symbol = re.sub(r"@.*$", "", line.split(" U ", 1)[-1].strip())
            if FORBIDDEN.match(symbol):
                found.append(f"{member} refers to {symbol}")
    if seen == 0:
        found.append("nm listed no symbols: is this the right library?")
    print("\n".join(found) or f"none of {seen} references prints, touches files or exits")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
