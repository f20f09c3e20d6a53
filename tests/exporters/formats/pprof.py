"""pprof: `go tool pprof` shows the report's numbers."""
import re

from check_export import need

ROW = re.compile(r"^ *(-?[\d.]+)(\w*) +[\d.]+% +[\d.]+% +(-?[\d.]+)(\w*) +[\d.]+%  (.*)$")


def top(case, file, sample):
    """Flat and cumulative values by name. Go's own go is in no folder of ours: it reads a file and starts nothing else."""
    text, _ = case.run(need("go", "golang-go"), "tool", "pprof", "-top", "-nodefraction=0", "-unit=ns" if sample != "calls" else "-unit=count",
                       f"-sample_index={sample}", file)
    print(text)
    rows = [match for match in map(ROW.match, text.splitlines()) if match]
    return {match[5].removesuffix(" (inline)"): (float(match[1]), float(match[3])) for match in rows}


def check(case):
    good = case.export("run.pb.gz", "--to", "pprof", "--raw")
    values, calls = top(case, good, "wall"), top(case, good, "calls")
    for name, timer in case.report("--raw").items():
        assert values[name] == (timer.exclusive, timer.inclusive), (name, values[name], timer.exclusive, timer.inclusive)
        assert calls[name][0] == timer.calls, name
    compensated = top(case, case.export("compensated.pb.gz", "--to", "pprof"), "wall")
    for name, timer in case.report().items():
        assert compensated[name] == (timer.exclusive, timer.inclusive), name
    raw, _ = case.run("go", "tool", "pprof", "-raw", good)
    assert "thread:[0]" in raw, raw
    case.run("go", "tool", "pprof", "-top", case.cut(good), status=None)
