"""Callgrind: callgrind_annotate shows the report's numbers."""
import re

from check_export import need

# A value of 0 has no share behind it.
ROW = re.compile(r"^ *([\d,]+)(?: \([\d. ]+%\))?  +([^:]*):(.*?)(?: \[.*\])?$")


def annotate(case, file, inclusive):
    text, _ = case.run(need("callgrind_annotate", "valgrind"), f"--inclusive={inclusive}", "--threshold=100", file)
    print(text)
    rows = [match for match in map(ROW.match, text.splitlines()) if match]
    return {match[3]: (match[2], int(match[1].replace(",", ""))) for match in rows}, text


def check(case):
    good = case.export("run.callgrind", "--to", "callgrind")
    exclusive, text = annotate(case, good, "no")
    inclusive, _ = annotate(case, good, "yes")
    report = case.report()
    for name, timer in report.items():
        assert exclusive[name] == (timer.group, timer.exclusive), (name, exclusive[name], timer.exclusive)
        assert inclusive[name][1] == timer.inclusive, (name, inclusive[name], timer.inclusive)
    total = sum(timer.exclusive for timer in report.values())
    assert re.search(rf"^ *{total:,} \(100.0%\)  PROGRAM TOTALS", text, re.MULTILINE), text
    broken = case.folder / "broken.callgrind"
    broken.write_text(good.read_text().replace("events:", "event s:"))
    case.run("callgrind_annotate", broken, status=None)
