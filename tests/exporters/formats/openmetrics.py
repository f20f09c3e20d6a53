"""OpenMetrics: promtool and Prometheus' own client read it."""
import subprocess

from check_export import need

CLIENT = """
import sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families
for family in text_string_to_metric_families(open(sys.argv[1]).read()):
    for sample in family.samples:
        print(sample.name, sample.labels.get("timer"), sample.labels.get("metric"), repr(sample.value), sep="\\t")
"""


def promtool(case, file):
    with open(file, encoding="utf-8") as text:
        done = subprocess.run([need("promtool", "prometheus"), "check", "metrics"], stdin=text, capture_output=True, text=True, check=False)
    print(file.name, done.returncode, done.stdout, done.stderr)
    return done.returncode


def check(case):
    good = case.export("run.prom", "--to", "openmetrics")
    broken = case.folder / "broken.prom"
    broken.write_text(good.read_text().replace('timer="', "timer=", 1))
    assert promtool(case, good) == 0
    assert promtool(case, broken) != 0
    values = {}
    for line in good.read_text().splitlines():
        if not line.startswith("#"):
            name, rest = line.split("{", 1)
            labels, value = rest.rsplit("} ", 1)
            values[name, labels.split(",")[0].removeprefix('timer="').rstrip('"'), 'metric="wall"' in labels] = value
    for name, timer in case.report().items():
        method = name.split(" ")[0]
        assert int(values["gantry_timer_calls", method, False]) == timer.calls
        for key, value in (("inclusive", timer.inclusive), ("exclusive", timer.exclusive)):
            text = values[f"gantry_timer_{key}_seconds", method, True]
            assert int(text.replace(".", "")) == value, (name, key, text, value)
    # Debian's Python has the client, if python3-prometheus-client is installed.
    client = ["/usr/bin/python3", "-c", CLIENT]
    if subprocess.run([*client[:2], "import prometheus_client"], capture_output=True, check=False).returncode == 0:
        print(case.run(*client, good)[0])
        case.run(*client, case.cut(good), status=None)
