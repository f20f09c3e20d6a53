"""speedscope's own format: its schema, and the application."""
import json

from check_export import checkers, need

AJV = """
const { createRequire } = require("node:module"), { readFileSync } = require("node:fs"), { join } = require("node:path");
const [folder, file] = process.argv.slice(2);
const Ajv = createRequire(join(folder, "node_modules", "ajv", "package.json"))("ajv");
const schema = JSON.parse(readFileSync(join(folder, "node_modules/speedscope/dist/release/file-format-schema.json")));
const validate = new Ajv({ strict: false }).compile(schema);
if (!validate(JSON.parse(readFileSync(file)))) { console.error(JSON.stringify(validate.errors.slice(0, 3))); process.exit(1); }
console.log("valid");
"""


def sums(document):
    """The exclusive value of each frame in the first profile."""
    names = [frame["name"] for frame in document["shared"]["frames"]]
    profile, result = document["profiles"][0], {}
    if profile["type"] == "sampled":
        for stack, weight in zip(profile["samples"], profile["weights"]):
            result[names[stack[-1]]] = result.get(names[stack[-1]], 0) + weight
        return result
    open_calls, last = [], 0
    for event in profile["events"]:
        if open_calls:
            name = names[open_calls[-1]]
            result[name] = result.get(name, 0) + event["at"] - last
        last = event["at"]
        if event["type"] == "O":
            open_calls.append(event["frame"])
        else:
            assert open_calls.pop() == event["frame"]
    assert not open_calls
    return result


def check(case):
    need("node", "nodejs")
    folder = checkers()
    checker = case.folder / "validate.cjs"
    checker.write_text(AJV)
    evented = case.export("evented.json", "--to", "speedscope")
    # A profile alone has no trace.
    case.archive.with_suffix(".trace").unlink(missing_ok=True)
    text, _ = case.run(case.gantry, "report", "--raw", "--document", case.archive)
    case.archive = case.folder / "run.gantry.json"
    case.archive.write_text(text)
    sampled = case.export("sampled.json", "--to", "speedscope", "--raw")
    report = case.report("--raw")
    for file, slack in ((evented, True), (sampled, False)):
        print(file.name, *case.run("node", checker, folder, file))
        exclusive = sums(json.loads(file.read_text()))
        for name, timer in report.items():
            allowed = timer.calls + timer.child_calls if slack else 0
            assert abs(exclusive[name] - timer.exclusive) <= allowed, (file, name, exclusive[name], timer.exclusive)
    compensated = sums(json.loads(case.export("compensated.json", "--to", "speedscope").read_text()))
    for name, timer in case.report().items():
        assert compensated[name] == timer.exclusive, name
    wrong = case.folder / "wrong.json"
    wrong.write_text(sampled.read_text().replace('"nanoseconds"', '"fortnights"'))
    case.run("node", checker, folder, wrong, status=None)
    case.opens_in_speedscope(evented, case.cut(evented))
    case.opens_in_speedscope(sampled, case.cut(sampled))
