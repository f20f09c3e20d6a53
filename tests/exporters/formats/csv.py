"""CSV: Python and sqlite3 get the report's numbers."""
import csv

from check_export import need


def check(case):
    good = case.export("run.csv", "--to", "csv")
    with open(good, encoding="utf-8", newline="") as text:
        rows = {row["timer"] + " " + row["type"]: row for row in csv.DictReader(text, strict=True)}
    report = case.report()
    for name, timer in report.items():
        row = rows[name]
        found = [int(row[key]) for key in ("calls", "wall.inclusive [ns] (compensated)", "wall.exclusive [ns] (compensated)")]
        assert found == [timer.calls, timer.inclusive, timer.exclusive], (name, found)
    sqlite = need("sqlite3", "sqlite3")

    def total(file):
        text, _ = case.run(sqlite, "-csv", ":memory:", f".import {file} run",
                           'SELECT sum("wall.exclusive [ns] (compensated)"), count(*) FROM run;')
        return text.strip()

    assert total(good) == f"{sum(timer.exclusive for timer in report.values())},{len(report)}"
    broken = case.folder / "broken.csv"
    broken.write_text(good.read_text().replace(",", ',"', 12))
    try:
        with open(broken, encoding="utf-8", newline="") as text:
            list(csv.reader(text, strict=True))
    except csv.Error as error:
        print(f"refused: {error}")
    else:
        raise AssertionError("a quote that does not end was accepted")
