"""Chrome trace JSON: every call nests in the one around it; speedscope imports it."""
import json
from collections import Counter, defaultdict
from decimal import Decimal


def check_nesting(events):
    """By the rules of the format: on one thread, two calls are apart or one is inside of the other."""
    threads = defaultdict(list)
    for event in events:
        if event["ph"] == "X":
            begin, length = Decimal(str(event["ts"])), Decimal(str(event["dur"]))
            assert length >= 0
            threads[event["pid"], event["tid"]].append((begin, begin + length))
    for calls in threads.values():
        calls.sort(key=lambda call: (call[0], -call[1]))
        around = []
        for begin, end in calls:
            while around and around[-1] <= begin:
                around.pop()
            assert not around or end <= around[-1], f"a call of {begin} to {end} ends after the one around it"
            around.append(end)


def check(case):
    good = case.export("run.trace.json", "--to", "chrome")
    events = json.loads(good.read_text(), parse_float=Decimal)["traceEvents"]
    check_nesting(events)
    times, calls = Counter(), Counter()
    for event in events:
        if event["ph"] == "X":
            times[event["name"]] += event["dur"] * 1000
            calls[event["name"]] += 1
    for name, timer in case.report("--raw").items():
        assert calls[name] == timer.calls, name
        # Each end is rounded to ns in the trace, and their sum in the profile.
        assert abs(times[name] - timer.inclusive) <= timer.calls, (name, times[name], timer.inclusive)

    overlapping = [dict(event) for event in events]
    outer, inner = sorted((event for event in overlapping if event["ph"] == "X"), key=lambda event: -event["dur"])[:2]
    outer["dur"] = inner["ts"] + inner["dur"] / 2 - outer["ts"]
    try:
        check_nesting(overlapping)
    except AssertionError as error:
        print(f"refused: {error}")
    else:
        raise AssertionError("overlapping calls were accepted")

    begin = min(event["ts"] for event in events if event["ph"] == "X")
    window = f"{int(begin * 1000) + 5000}ns:{int(begin * 1000) + 9000}ns"
    part = json.loads(case.export("part.json", "--to", "chrome", "--window", window).read_text(), parse_float=Decimal)
    check_nesting(part["traceEvents"])
    inside = [event for event in part["traceEvents"] if event["ph"] == "X"]
    assert inside and all(event["ts"] >= begin + 5 - Decimal("0.001") for event in inside)
    assert max(event["dur"] for event in inside) == 4, "the outermost call fills the window"
    case.opens_in_speedscope(good, case.cut(good))
