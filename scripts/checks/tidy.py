"""clang-tidy 14 with .clang-tidy over all sources that the build compiles; --changed [SINCE] over those that changed, of
which it reports the findings in changed lines.

Results are kept in build/check/tidy by what they depend on (source, our headers it includes, flags, configuration), so that a
file is looked at again only after a change. The flags are those of the newest build/*/compile_commands.json but that of fuzz.
"""
import concurrent.futures
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import time
from pathlib import Path

from checks.format import GENERATED
from checks.layers import INCLUDE, Headers
from checks.tree import Fault

FINDING = re.compile(r"^(.+?):(\d+):\d+: (?:warning|error): (.+)$", re.MULTILINE)
# Options of g++ that clang does not know.
GCC_ONLY = re.compile(r"-mtls-dialect=.*|-Wno-restrict|-Wno-stringop-overflow|-fno-gnu-unique|-fpch-preprocess|-Winvalid-pch|-fsanitize=.*|-fno-sanitize-recover=.*")
RESULTS = "build/check/tidy"


class Sources:
    """What clang-tidy depends on, for each file."""

    def __init__(self, tree, commands):
        self.tree, self.commands = tree, commands
        self._headers = Headers(tree)
        self._includes = {}
        configuration = "".join(tree.text(file) for file in tree.files if os.path.basename(file) == ".clang-tidy")
        self._common = hashlib.sha256(configuration.encode()).hexdigest()

    def included(self, file):
        """All files of ours that this one includes, itself with them."""
        seen, waiting = {file}, [file]
        while waiting:
            current = waiting.pop()
            if current not in self._includes:
                paths = [INCLUDE.match(line) for line in self.tree.text(current).splitlines()]
                found = [self._headers.find(current, path[1]) for path in paths if path]
                self._includes[current] = [header for header in found if header]
            new = [header for header in self._includes[current] if header not in seen]
            seen.update(new)
            waiting += new
        return seen

    def key(self, file):
        digest = hashlib.sha256((self._common + " ".join(self.commands[file])).encode())
        for name in sorted(self.included(file)):
            digest.update(name.encode() + b"\0" + self.tree.text(name).encode() + b"\0")
        return digest.hexdigest()


def read_commands(tree):
    """The command line for clang of every source in the newest build, by file."""
    # The build of the fuzzing programs generates only the headers that these need.
    builds = sorted((file for file in tree.root.glob("build/*/compile_commands.json") if file.parent.name != "fuzz"),
                    key=lambda file: file.stat().st_mtime)
    if not builds:
        return None
    commands = {}
    for entry in json.loads(builds[-1].read_text(encoding="utf-8")):
        file = os.path.relpath(os.path.join(tree.root, entry["directory"], entry["file"]), tree.root)
        words = shlex.split(entry["command"])
        # Before the compiler there may be ccache.
        while os.path.basename(words[0]) in ("ccache", "cmake", "env", "-E") or "=" in words[0]:
            words.pop(0)
        kept, skip = [], False
        for word in words[1:]:
            if skip:
                skip = False
            elif word in ("-o", "-include", "-MF", "-MT", "-MQ"):
                skip = True
            elif not GCC_ONLY.fullmatch(word):
                kept.append(word)
        if file in tree.files and file.endswith(".cpp") and file not in commands:
            commands[file] = ["clang++", *kept]
    return commands


def changed_files(tree, since):
    git = subprocess.run(["git", "diff", "--name-only", since], cwd=tree.root, capture_output=True, text=True,
                         check=True)
    return set(git.stdout.split())


def changed_lines(tree, since):
    """Pairs of file and line number of all lines that are new or other since this commit."""
    git = subprocess.run(["git", "diff", "-U0", "--no-prefix", since], cwd=tree.root, capture_output=True, text=True,
                         check=True)
    lines, file = set(), ""
    for line in git.stdout.splitlines():
        if line.startswith("+++ "):
            file = line[4:]
        elif hunk := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
            first, number = int(hunk[1]), int(hunk[2] or 1)
            lines.update((file, changed) for changed in range(first, first + number))
    return lines


def chosen(tree, sources):
    """All sources, or with --changed those that changed, and for a header that changed its own or one other source."""
    if not (tree.arguments and tree.arguments.changed):
        return sorted(sources.commands)
    changed = changed_files(tree, tree.arguments.changed)
    files = {file for file in sources.commands if file in changed}
    for header in changed & set(tree.select(".hpp", ".h")):
        if any(header in sources.included(file) for file in files):
            continue
        users = [file for file in sources.commands if header in sources.included(file)]
        own = [file for file in users if Path(file).stem == Path(header).stem]
        files.update((own or users)[:1])
    return sorted(files)


def clang_tidy():
    return next((name for name in ("clang-tidy-14", "clang-tidy") if shutil.which(name)), None)


def run_one(tree, sources, file):
    """The output of clang-tidy on this file, from the results that are kept where they hold it."""
    result = tree.root / RESULTS / sources.key(file)
    if result.exists():
        return result.read_text(encoding="utf-8")
    run = subprocess.run([clang_tidy(), "--quiet", "-p", RESULTS, "--extra-arg=-Wno-unknown-warning-option", file],
                         cwd=tree.root, capture_output=True, text=True, check=False)
    output = run.stdout.replace(str(tree.root) + "/", "")
    if run.returncode and not FINDING.search(output):
        return f"{file}:1:1: error: clang-tidy failed: {run.stderr.strip().splitlines()[-1]}\n"
    result.write_text(output, encoding="utf-8")
    return output


def run_all(tree, sources, files):
    """Pairs of file and output; the output is None where the time was up before."""
    seconds = tree.arguments.seconds if tree.arguments else None
    end = time.monotonic() + seconds if seconds else None

    def run(file):
        return run_one(tree, sources, file) if end is None or time.monotonic() < end else None

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from zip(files, pool.map(run, files))


def check(tree):
    if not clang_tidy():
        yield Fault("clang-tidy-14", 0, "is not installed; run: scripts/setup")
        return
    commands = read_commands(tree)
    if commands is None:
        yield Fault("build", 0, "holds no compile_commands.json; configure first: cmake --preset release")
        return
    (tree.root / RESULTS).mkdir(parents=True, exist_ok=True)
    (tree.root / RESULTS / "compile_commands.json").write_text(
        json.dumps([{"directory": str(tree.root), "file": file, "arguments": words} for file, words in commands.items()]),
        encoding="utf-8")
    sources = Sources(tree, commands)
    since = tree.arguments.changed if tree.arguments else None
    lines = changed_lines(tree, since) if since else None
    reported, left = set(), 0
    for file, output in run_all(tree, sources, chosen(tree, sources)):
        left += output is None
        for place, line, message in FINDING.findall(output or ""):
            place = os.path.normpath(place)
            generated = place in tree.files and tree.text(place).startswith(GENERATED)
            if lines is not None and (place, int(line)) not in lines:
                continue
            if not generated and (place, line, message) not in reported:
                reported.add((place, line, message))
                yield Fault(place, int(line), message.replace(",-warnings-as-errors]", "]"))
    if left:
        print(f"check tidy: time is up; {left} files were not looked at")
