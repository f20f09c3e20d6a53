"""Hatchet's literal format: as GraphFrame.from_literal reads it, and Hatchet itself where it is installed."""
import json
import subprocess
import sys

HATCHET = """
import json, sys
import hatchet
frame = hatchet.GraphFrame.from_literal(json.load(open(sys.argv[1])))
print(frame.tree(metric_column="time (inc)"))
for _, row in frame.dataframe.iterrows():
    print("row", row["name"], row["calls"], row["time"], row["time (inc)"], sep="\\t")
"""


def nodes(document):
    """All nodes, checked by the rules of the literal reader: each has a frame with a name, metrics, and perhaps children."""
    for node in document:
        assert isinstance(node["frame"]["name"], str) and node["frame"]["type"] == "function"
        inside = sum(child["metrics"]["time (inc)"] for child in node["children"])
        assert node["metrics"]["time"] == node["metrics"]["time (inc)"] - inside
        yield node
        yield from nodes(node["children"])


def check(case):
    good = case.export("run.hatchet.json", "--to", "hatchet")
    report = case.report()
    found = list(nodes(json.loads(good.read_text())))
    assert len(found) == len(report)
    for node in found:
        timer, metrics = report[node["frame"]["name"]], node["metrics"]
        assert (metrics["calls"], metrics["time"], metrics["time (inc)"]) == (timer.calls, timer.exclusive, timer.inclusive)
    if subprocess.run([sys.executable, "-c", "import hatchet; hatchet.GraphFrame"], capture_output=True, check=False).returncode != 0:
        print("Hatchet is not installed (pip install llnl-hatchet); read by its rules alone")
        return
    text, _ = case.run(sys.executable, "-c", HATCHET, good)
    print(text)
    rows = [line.split("\t")[1:] for line in text.splitlines() if line.startswith("row\t")]
    for name, calls, exclusive, inclusive in rows:
        assert (int(calls), int(exclusive), int(inclusive)) == (
            report[name].calls, report[name].exclusive, report[name].inclusive)
    assert len(rows) == len(report)
    case.run(sys.executable, "-c", HATCHET, case.cut(good), status=None)
