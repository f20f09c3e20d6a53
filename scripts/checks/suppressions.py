"""Every NOLINT names its clang-tidy check and gives a reason: // NOLINT(check-name): reason"""
import re

from checks.tree import CODE, Fault

NOLINT = re.compile(r"NOLINT(?P<kind>NEXTLINE|BEGIN|END)?(?P<names>\([\w.,* -]+\))?(?P<reason>:\s*\S.*)?")


def check(tree):
    for file in tree.select(*CODE):
        for number, line in tree.lines(file):
            found = NOLINT.search(line)
            if not found or found["kind"] == "END":
                continue
            if not found["names"]:
                yield Fault(file, number, "NOLINT of all checks; name the one meant: NOLINT(check-name): reason")
            elif not found["reason"]:
                yield Fault(file, number, "NOLINT has no reason; write NOLINT(check-name): reason")
