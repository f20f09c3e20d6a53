"""NDJSON: Python and sqlite3 read every line and get the report's numbers."""
import json

from check_export import need


def check(case):
    good = case.export("run.ndjson", "--to", "ndjson")
    records = [json.loads(line) for line in good.read_text().splitlines()]
    assert records[0]["format"] == "gantry-ndjson" and records[0]["version"] == 1
    paths = {record["path"][-1]: record for record in records if record["record"] == "path"}
    steps = {kind: sum(record["record"] == kind for record in records) for kind in ("enter", "leave")}
    report = case.report()
    for name, timer in report.items():
        path = paths[name]
        assert (path["calls"], path["inclusive"], path["exclusive"]) == (timer.calls, [timer.inclusive], [timer.exclusive])
    assert steps["enter"] == steps["leave"] == sum(timer.calls for timer in report.values())

    sql = ("CREATE TABLE line(text);\n.mode ascii\n.separator \"\\037\" \"\\n\"\n.import '{}' line\n"
           "SELECT sum(json_extract(text, '$.exclusive[0]')) FROM line WHERE json_extract(text, '$.record') = 'path';")
    script = case.folder / "read.sql"
    sqlite = need("sqlite3", "sqlite3")

    def total(file, status=0):
        script.write_text(sql.format(file))
        return case.run(sqlite, "-bail", ":memory:", f".read {script}", status=status)[0].strip()

    assert total(good) == str(sum(timer.exclusive for timer in report.values()))
    broken = case.folder / "broken.ndjson"
    broken.write_text(good.read_text().replace('"record":"path"', '"record":"path', 1))
    total(broken, status=None)
