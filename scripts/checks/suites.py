"""Tests are found by their names: tests/unit/A/XTest.cpp has its cases in TEST_SUITE("A.X"). --fix renames the suites.

Of tests elsewhere the first folder counts too: tests/capi/PreloadTest.cpp is "capi.Preload". Suites of contracts are named by
their port and stand in files tests/contract/*Contract.cpp.
"""
import re

from checks.tree import Fault

CASE = re.compile(r"^\s*TEST_CASE(?:_FIXTURE|_TEMPLATE\w*)?\(", re.MULTILINE)
SUITE = re.compile(r'(^\s*TEST_SUITE(?:_BEGIN)?\(")([^"]*)("\))', re.MULTILINE)


def suite_of(file):
    path = file.removeprefix("tests/").removeprefix("unit/").removesuffix("Test.cpp")
    return path.replace("/", ".")


def line_of(text, match):
    return text.count("\n", 0, match.start() + len(match[0]) - len(match[0].lstrip())) + 1


def check_file(tree, file):
    text = tree.text(file)
    first = CASE.search(text)
    if not first:
        return
    if not file.endswith("Test.cpp"):
        yield Fault(file, line_of(text, first), "test cases stand in files XTest.cpp, X being what they test; rename the file")
        return
    suites, name = list(SUITE.finditer(text)), suite_of(file)
    if not suites or suites[0].start() > first.start():
        yield Fault(file, line_of(text, first), f'stands in no suite; put all cases into TEST_SUITE("{name}")')
    wrong = [suite for suite in suites if suite[2] != name]
    if wrong and tree.arguments and tree.arguments.fix:
        tree.write(file, SUITE.sub(rf"\g<1>{name}\g<3>", text))
        return
    for suite in wrong:
        yield Fault(file, line_of(text, suite),
                    f'the suite is called "{suite[2]}"; its file says "{name}": run scripts/check suites --fix')


def check(tree):
    for file in tree.select(".cpp"):
        if file.startswith("tests/") and not re.match(r"tests/contract/\w+Contract\.cpp$", file):
            yield from check_file(tree, file)
