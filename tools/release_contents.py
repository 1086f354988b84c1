"""What a release contains: licences of what is linked and compiled in, as an SPDX 2.3 document.

Usage: release_contents.py package LIBRARY             the Debian package of a library that is carried along
       release_contents.py spdx RELEASE VERSION TREE   the document, to standard output
       release_contents.py check SOURCE_DIR            every build dependency has a licence here, and none is the GPL
A library without a row is refused: whoever links a new one says here what its licence is.
"""
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time
import zipfile

# Shared libraries that the tarball carries: Debian package, licence of the library itself (not of its tools or tests).
CARRIED = {
    "libtbb": ("libtbb12", "Apache-2.0"),
    "libfmt": ("libfmt9", "MIT"),
    "libzip": ("libzip4", "BSD-3-Clause"),
    "libdeflate": ("libdeflate0", "MIT"),
    "libexpat": ("libexpat1", "MIT"),
    "libz": ("zlib1g", "Zlib"),
    "libbz2": ("libbz2-1.0", "bzip2-1.0.6"),
    "liblzma": ("liblzma5", "LicenseRef-public-domain"),
    "libzstd": ("libzstd1", "BSD-3-Clause"),  # offered under this or the GPL; taken under this
    "libcrypto": ("libssl3", "Apache-2.0"),
    "libstdc++": ("libstdc++6", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    "libgcc_s": ("libgcc-s1", "GPL-3.0-or-later WITH GCC-exception-3.1"),
}
# Compiled in from headers.
COMPILED = {
    "libeigen3-dev": "MPL-2.0",
    "libspectra-dev": "MPL-2.0",
    "librandom123-dev": "BSD-3-Clause",
    "libcli11-dev": "BSD-3-Clause",
    "nlohmann-json3-dev": "MIT",
    "libfast-float-dev": "Apache-2.0 OR MIT OR BSL-1.0",
    "libboost-dev": "BSL-1.0",
}
# Compiled into the wheel's module, besides those: a package of PyPI, whose version python/requirements-build.txt has.
MODULE = {"nanobind": "BSD-3-Clause"}
# Loaded at run time if they are installed; not carried.
LOADED = {"libcurl4-openssl-dev": "curl", "libhdf5-dev": "BSD-3-Clause", "librsvg2-dev": "LGPL-2.1-or-later"}
HEADERS_OF = {"libtbb-dev": "libtbb", "libfmt-dev": "libfmt", "libzip-dev": "libzip", "libdeflate-dev": "libdeflate",
              "zlib1g-dev": "libz", "libexpat1-dev": "libexpat"}
TOOLS = {"g++", "cmake", "ninja-build", "ccache", "pkg-config", "fonts-dejavu-core"}  # build with them, carry nothing of them


def carried(library):
    name = re.match(r"(lib[\w+]+?)(?:-[0-9a-f]+)?\.so", library)  # a wheel's libraries have a part of their checksum in the name
    if not name or name.group(1) not in CARRIED:
        sys.exit(f"{library} has no licence in tools/release_contents.py: look it up and add a row")
    return CARRIED[name.group(1)]


def is_free_of_gpl(licence):
    """The runtime of the compiler has an exception for programs that are linked with it."""
    return not re.search(r"\bA?GPL", licence) or "WITH GCC-exception" in licence


def version_of(package):
    return subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True, check=True).stdout


def page_packages(licences):
    for name, version, licence in re.findall(r"^== (\S+) (\S+) \((.+)\)$", licences, re.M):
        yield f"npm-{name}", version, licence


def entry(name, version, licence, **more):
    identifier = "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)
    return {"SPDXID": identifier, "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
            "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": "NOASSERTION", **more}


def sha256(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


def of_debian(rows):
    return [entry(package, version_of(package), licence) for package, licence in rows]


def module_parts(source):
    wanted = (source / "python/requirements-build.txt").read_text()
    return [entry(f"pypi-{name}", re.search(rf"^{name}==(\S+)$", wanted, re.M).group(1), licence) for name, licence in MODULE.items()]


def wheel_libraries(file):
    names = (pathlib.PurePosixPath(name) for name in zipfile.ZipFile(file).namelist())
    return of_debian(sorted({carried(name.name) for name in names if name.parent.name == "cgsd.libs"}))


def contents(file, tree):
    """The parts that are in a file of the release."""
    page = [entry(*row) for row in page_packages((tree / "share/doc/cgsd/licences/page.txt").read_text())]
    if file.suffix == ".html":
        return page
    compiled = of_debian(sorted(COMPILED.items())) + page
    if file.suffix == ".deb":  # the libraries are Debian's own
        return compiled
    if file.suffix == ".whl":
        return wheel_libraries(file) + compiled + module_parts(pathlib.Path(__file__).resolve().parent.parent)
    return of_debian(carried(library.name) for library in sorted((tree / "lib/cgsd").iterdir())) + compiled


def document(release, version, tree):
    files = sorted(file for file in release.iterdir() if file.is_file() and file.suffix in (".gz", ".deb", ".whl", ".html"))
    made = [entry(file.name, version, "Apache-2.0", checksums=[{"algorithm": "SHA256", "checksumValue": sha256(file)}]) for file in files]
    inside = {file.name: contents(file, tree) for file in files}
    parts = list({part["SPDXID"]: part for found in inside.values() for part in found}.values())
    refused = [part["name"] for part in parts if not is_free_of_gpl(part["licenseConcluded"])]
    if refused:
        sys.exit(f"under the GPL: {', '.join(refused)}")
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"])))
    digest = hashlib.sha256("".join(part["checksums"][0]["checksumValue"] for part in made).encode()).hexdigest()
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": part["SPDXID"]} for part in made]
    relations += [{"spdxElementId": whole["SPDXID"], "relationshipType": "CONTAINS", "relatedSpdxElement": part["SPDXID"]}
                  for whole in made for part in inside[whole["name"]]]
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"cgsd-{version}",
            "documentNamespace": f"urn:cgsd:release:{version}:{digest}",
            "comment": f"Newest version of the GNU C library that the tarball asks for: {(release / 'work/glibc').read_text().strip()}",
            "creationInfo": {"created": created, "creators": ["Tool: tools/release"]},
            "hasExtractedLicensingInfos": [{"licenseId": "LicenseRef-public-domain", "extractedText": "In the public domain; see licences/liblzma5.txt."}],
            "packages": made + parts, "relationships": relations}


def check(source):
    """What tools/packages.sh names for a build is known here; and the rule about the GPL can say no."""
    text = (source / "tools/packages.sh").read_text()
    needed = re.search(r"^build_packages=\((.*?)^\)", text, re.S | re.M).group(1).split()
    known = TOOLS | set(COMPILED) | set(LOADED) | set(HEADERS_OF)
    faults = [f"{package} of tools/packages.sh has no licence in tools/release_contents.py" for package in needed if package not in known]
    licences = [licence for _, licence in CARRIED.values()] + list(COMPILED.values()) + list(MODULE.values())
    faults += [f"{licence}: nothing under the GPL is linked" for licence in licences if not is_free_of_gpl(licence)]
    assert not is_free_of_gpl("GPL-2.0-only") and not is_free_of_gpl("AGPL-3.0-only") and is_free_of_gpl("MIT")
    assert carried("libtbb-4d79fbbd.so.12.8")[0] == "libtbb12" and module_parts(source)
    assert carried("libz.so.1")[0] == "zlib1g" and carried("libstdc++.so.6")[0] == "libstdc++6" and carried("libfmt.so.9")[0] == "libfmt9"
    pages = list(page_packages((source / "web/licences.txt").read_text()))
    faults += [] if pages else ["web/licences.txt names no package"]
    faults += [f"{name}: {licence}" for name, _, licence in pages if not is_free_of_gpl(licence)]
    print("\n".join(faults) or f"{len(needed)} packages for the build and {len(pages)} of the page have their licences")
    return 1 if faults else 0


def main():
    what, *words = sys.argv[1:]
    if what == "package":
        print(carried(words[0])[0])
    elif what == "spdx":
        print(json.dumps(document(pathlib.Path(words[0]), words[1], pathlib.Path(words[2])), indent=1))
    else:
        return check(pathlib.Path(words[0]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
