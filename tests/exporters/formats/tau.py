"""TAU profiles: read by the format's rules, as ParaProf and Hatchet do; neither is in Debian or npm."""
import re

HEAD = re.compile(r"(\d+) templated_functions_MULTI_(\w*TIME)")
ROW = re.compile(r'"([^"]*)" (\d+) (\d+) (-?[\d.]+) (-?[\d.]+) 0 GROUP="([^"]*)"')


def read(file):
    """The rows of a file by name. Raises ValueError where it is not as the format prescribes."""
    lines = file.read_text().splitlines()
    head = HEAD.fullmatch(lines[0])
    if not head or not lines[1].startswith("# Name Calls Subrs Excl Incl ProfileCalls"):
        raise ValueError(f"the file begins with {lines[:2]}")
    count = int(head[1])
    rows = {}
    for line in lines[2 : 2 + count]:
        row = ROW.fullmatch(line)
        if not row:
            raise ValueError(f"not a row: {line}")
        rows[row[1]] = (int(row[2]), int(row[3]), round(float(row[4]) * 1000), round(float(row[5]) * 1000), row[6])
    rest = lines[2 + count :]
    if len(rest) < 2 or rest[0] != "0 aggregates" or not rest[1].endswith(" userevents"):
        raise ValueError(f"behind the rows stands {rest[:2]}")
    return rows


def check(case):
    folder = case.export("run.tau", "--to", "tau")
    assert [file.name for file in folder.iterdir()] == ["profile.0.0.0"]
    rows = read(folder / "profile.0.0.0")
    report = case.report()
    for name, timer in report.items():
        assert rows[name] == (timer.calls, timer.child_calls, timer.exclusive, timer.inclusive, timer.group), name
    paths = [name for name, row in rows.items() if row[4].startswith("TAU_CALLPATH")]
    assert len(paths) == 3 and all(" => " in path for path in paths)
    broken = case.folder / "broken.tau"
    broken.write_bytes((folder / "profile.0.0.0").read_bytes()[:-25])
    try:
        read(broken)
    except ValueError as error:
        print(f"refused: {error}")
    else:
        raise AssertionError("a file without its end was accepted")
    # A folder that has something in it is not touched.
    case.run(case.gantry, "export", "--to", "tau", "--output", folder, case.archive, status=1)
    assert read(folder / "profile.0.0.0") == rows
