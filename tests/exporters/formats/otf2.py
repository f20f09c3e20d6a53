"""OTF2: otf2-print reads the archive, and Python's otf2 gets the report's numbers."""
from check_export import Skip, need

READER = """
import sys, otf2
from collections import Counter
times, calls, stack, paths = Counter(), Counter(), [], set()
with otf2.reader.open(sys.argv[1]) as trace:
    for location, event in trace.events:
        if isinstance(event, otf2.events.Enter):
            stack.append((event.region.name, event.time))
            paths.add(tuple(name for name, _ in stack))
        elif isinstance(event, otf2.events.Leave):
            name, begin = stack.pop()
            assert name == event.region.name
            times[name] += event.time - begin
            calls[name] += 1
    print("resolution", trace.timer_resolution, [str(group.name) for group in trace.definitions.location_groups])
    defined = []
    for one in trace.definitions.callpaths:
        path = []
        while one is not None:
            path.insert(0, one.region.name)
            one = one.parent
        defined.append(tuple(path))
assert not stack
# The definitions are the paths of the events, each once.
assert len(defined) == len(set(defined)) and set(defined) == paths, (defined, paths)
assert max(map(len, paths)) > 1
print("call paths", len(defined))
for name in calls:
    print("timer", name, calls[name], times[name], sep="\\t")
"""


def check(case):
    formats, _ = case.run(case.gantry, "export", "--list")
    if "otf2" not in formats:
        raise Skip("gantry was built without the OTF2 library (package libopen-trace-format2-dev)")
    printer = need("otf2-print", "otf2-tools")
    folder = case.export("run.otf2", "--to", "otf2")
    anchor = folder / "traces.otf2"
    text, _ = case.run(printer, anchor)
    print(text[:600])
    report = case.report("--raw")
    total = sum(timer.calls for timer in report.values())
    assert text.count("\nENTER ") == text.count("\nLEAVE ") == total, (text.count("\nENTER "), total)
    # Debian's module is of Debian's Python.
    python = "/usr/bin/python3"
    case.run(python, "-c", "import otf2")
    read, _ = case.run(python, "-c", READER, anchor)
    print(read)
    rows = {row[1]: (int(row[2]), int(row[3])) for row in (line.split("\t") for line in read.splitlines()) if row[0] == "timer"}
    for name, timer in report.items():
        calls, time = rows[name]
        assert calls == timer.calls and abs(time - timer.inclusive) <= timer.calls, (name, time, timer.inclusive)
    events = folder / "traces" / "0.evt"
    content = bytearray(events.read_bytes())
    content[len(content) // 2 :] = b"\xff" * (len(content) - len(content) // 2)
    events.write_bytes(content)
    case.run(printer, anchor, status=None)
    events.unlink()
    case.run(printer, anchor, status=None)
