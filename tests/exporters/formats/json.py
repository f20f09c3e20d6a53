"""Gantry's own JSON: Python reads it, and `gantry report` shows the same numbers again."""
import json


def check(case):
    good = case.export("run.gantry.json", "--to", "json", "--raw")
    assert json.loads(good.read_text())["format"] == "gantry-profile"
    before = {name: (timer.calls, timer.inclusive, timer.exclusive) for name, timer in case.report().items()}
    case.archive = good
    assert before == {name: (timer.calls, timer.inclusive, timer.exclusive) for name, timer in case.report().items()}
    case.run(case.gantry, "report", case.cut(good), status=4)
