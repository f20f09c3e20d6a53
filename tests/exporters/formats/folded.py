"""Folded stacks: speedscope imports them, and their sums are those of the report."""


def check(case):
    good = case.export("run.folded", "--to", "folded")
    sums = {}
    for line in good.read_text().splitlines():
        stack, value = line.rsplit(" ", 1)
        innermost = stack.split(";")[-1]
        sums[innermost] = sums.get(innermost, 0) + int(value)
    for name, timer in case.report().items():
        assert sums[name] == timer.exclusive, name
    broken = case.folder / "broken.folded"
    broken.write_text("no stack has a number here\n")
    case.opens_in_speedscope(good, broken)
