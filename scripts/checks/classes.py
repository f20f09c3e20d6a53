"""No two headers of the libraries define a class of the same name in the same namespace: a program that links both uses one for the other.

The compiler and the linker do not see it: each source has one of the two, and the linker keeps one of their inline functions.
Programs that are never linked to each other are free: benchmarks, examples, tests and components.
"""
import re
from collections import defaultdict

from checks.tree import Fault

FOLDERS = ("base/", "framework/", "interfaces/", "languages/", "optimizer/", "perf/", "server/", "sidl/", "tools/")

# What is not code, then what opens or closes a scope. A class of another class, written A::B, is left out.
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:[^"\\\n]|\\.)*"', re.DOTALL)
SCOPE = re.compile(r"""
    (?P<space>\bnamespace\s*(?P<path>[\w:]*)\s*\{)
    | \b(?:class|struct|union)\s+(?:\[\[[^\]]*\]\]\s*|alignas\([^)]*\)\s*)*(?P<name>\w+)(?:\s+final)?\s*(?::(?!:)[^;{]*)?\{
    | (?P<open>\{) | (?P<close>\})""", re.VERBOSE)


def classes_of(text):
    """Pairs of the full name of a class and its line. Classes of unnamed namespaces, functions and other classes have none."""
    code = NOT_CODE.sub(lambda match: "\n" * match[0].count("\n"), text)
    scopes = []
    for match in SCOPE.finditer(code):
        if match["close"]:
            if scopes:
                scopes.pop()
        elif match["name"]:
            if all(scopes):
                yield "::".join([*scopes, match["name"]]), code.count("\n", 0, match.start("name")) + 1
            scopes.append("")
        else:
            scopes.append(match["path"] or "")


def check(tree):
    places = defaultdict(list)
    for file in tree.select(".hpp"):
        if file.startswith(FOLDERS):
            for name, line in classes_of(tree.text(file)):
                places[name].append((file, line))
    for name, found in places.items():
        for file, line in found[1:]:
            if file != found[0][0]:
                yield Fault(file, line, f"{name} is also a class of {found[0][0]}; rename one of them")
