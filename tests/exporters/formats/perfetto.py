"""Perfetto's protobuf: protoc decodes it by the messages of Perfetto, and the slices are the report's calls."""
import re
import subprocess
from collections import Counter
from pathlib import Path

from check_export import need

PROTO = Path(__file__).parents[3] / "perf" / "exporters" / "perfetto"


def decode(file):
    with open(file, "rb") as content:
        return subprocess.run([need("protoc", "protobuf-compiler"), f"--proto_path={PROTO}", "--decode=perfetto.protos.Trace",
                               "trace.proto"], stdin=content, capture_output=True, text=True, check=False)


def check(case):
    good = case.export("run.pftrace", "--to", "perfetto")
    done = decode(good)
    assert done.returncode == 0, done.stderr
    assert not re.search(r"^ *\d+: ", done.stdout, re.MULTILINE), "a field that is not in trace.proto"
    names, times, calls, open_calls = {}, Counter(), Counter(), []
    for packet in done.stdout.split("\npacket {"):
        for number, name in re.findall(r'event_names \{\s*iid: (\d+)\s*name: "([^"]*)"', packet):
            names[number] = name
        time = re.search(r"timestamp: (\d+)", packet)
        if "TYPE_SLICE_BEGIN" in packet:
            open_calls.append((names[re.search(r"name_iid: (\d+)", packet)[1]], int(time[1])))
        elif "TYPE_SLICE_END" in packet:
            name, begin = open_calls.pop()
            calls[name] += 1
            times[name] += int(time[1]) - begin
    assert not open_calls
    for name, timer in case.report("--raw").items():
        assert calls[name] == timer.calls, name
        assert abs(times[name] - timer.inclusive) <= timer.calls, (name, times[name], timer.inclusive)
    assert done.stdout.count("track_descriptor {") == 2 and 'process_name: "rank 0"' in done.stdout
    print(done.stdout[:900])
    broken = decode(case.cut(good))
    assert broken.returncode != 0
    print("refused:", broken.stderr.strip())
