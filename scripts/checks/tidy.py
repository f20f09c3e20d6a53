"""clang-tidy 14 with .clang-tidy over all sources that the build compiles; --changed [SINCE] over those that changed, of
which it reports the findings in changed lines, and --under FOLDER over those below a folder.

Most of the time goes into the headers that a source includes. So --batch sources are compiled as one, where their options
agree and no name of one is in the way of another; a batch that does not compile is halved. What is found in a source is
reported only if it is found in this source alone as well.

Results are kept in build/check/tidy by what they depend on (source, our headers it includes, flags, configuration), so that a
file is looked at again only after a change. The flags are those of the newest build/*/compile_commands.json but that of fuzz;
what it generates must have been built. One process runs for each core of the affinity mask (`taskset -c 0 scripts/check tidy`).
"""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from checks.format import GENERATED
from checks.sources import CONFIGURATION, Sources, batches, read_commands
from checks.tree import Fault

FINDING = re.compile(r"^(.+?):(\d+):\d+: (?:warning|error): (.+)$", re.MULTILINE)
NOT_COMPILED = "[clang-diagnostic-error"
# A check for headers, which takes the sources of a batch for such.
OF_HEADERS = "[google-global-names-in-headers"
RESULTS = "build/check/tidy"


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
    """All sources, or with --changed those that changed, and for a header that changed its own or one other source; of these,
    with --under those below the folders."""
    files = changed_sources(tree, sources) if tree.arguments and tree.arguments.changed else sources.commands
    folders = tuple(os.path.normpath(folder) + "/" for folder in tree.arguments.under) if tree.arguments else ()
    return sorted(file for file in files if not folders or file.startswith(folders))


def changed_sources(tree, sources):
    changed = changed_files(tree, tree.arguments.changed)
    files = {file for file in sources.commands if file in changed}
    for header in changed & set(tree.select(".hpp", ".h")):
        if any(header in sources.included(file) for file in files):
            continue
        users = [file for file in sources.commands if header in sources.included(file)]
        own = [file for file in users if Path(file).stem == Path(header).stem]
        files.update((own or users)[:1])
    return files


def clang_tidy():
    return next((name for name in ("clang-tidy-14", "clang-tidy") if shutil.which(name)), None)


def headers_of_gcc():
    """Options that find what only gcc has beside its own headers, such as ISO_Fortran_binding.h."""
    found = subprocess.run(["gcc", "-print-file-name=include"], capture_output=True, text=True, check=False)
    return ["-idirafter", found.stdout.strip()] if found.returncode == 0 else []


class Looking:
    """Looks at sources, in batches and alone, and keeps what it finds."""

    def __init__(self, tree, sources):
        self._tree, self._sources = tree, sources
        self._folder = tree.root / RESULTS
        self._folder.mkdir(parents=True, exist_ok=True)
        self._of_gcc = headers_of_gcc()

    def kept(self, file):
        """What was found in this file before, or None."""
        result = self._folder / self._sources.key(file)
        return result.read_text(encoding="utf-8") if result.exists() else None

    def look_at(self, batch):
        """The findings in the files of the batch and in the headers they include, as the output of clang-tidy."""
        if len(batch.files) == 1:
            return self._alone(batch.files[0])
        source = self._source_of(batch)
        # A fifth of the time that clang-tidy would take to find that out.
        compiled = subprocess.run(["clang++", "-fsyntax-only", "-w", *batch.arguments(), *self._of_gcc, source], cwd=self._tree.root,
                                  capture_output=True, check=False)
        if compiled.returncode:
            return "".join(self.look_at(half) for half in batch.halves())
        output = self._run(source, ["--header-filter", f"^{re.escape(str(self._tree.root))}/.*"], batch.arguments())
        findings = [match for match in FINDING.finditer(output) if match[1] in self._tree.files]
        suspects = {match[1] for match in findings if match[1].endswith(".cpp") and OF_HEADERS not in match[3]}
        results = []
        for file in batch.files:
            if file in suspects:
                results.append(self._alone(file))
            else:
                included = self._sources.included(file)
                results.append("".join(match[0] + "\n" for match in findings
                                       if match[1].endswith(".hpp") and match[1] in included))
                self._keep(file, results[-1])
        return "".join(results)

    def _alone(self, file):
        output = self._run(file, [], self._sources.commands[file][1:])
        self._keep(file, output)
        return output

    def _run(self, file, options, arguments):
        run = subprocess.run([clang_tidy(), "--quiet", *options, file, "--", *arguments, *self._of_gcc,
                              "-Wno-unknown-warning-option"],
                             cwd=self._tree.root, capture_output=True, text=True, check=False)
        output = run.stdout.replace(str(self._tree.root) + "/", "")
        if run.returncode and not FINDING.search(output):
            lines = run.stderr.strip().splitlines() or [f"status {run.returncode}"]
            return f"{file}:1:1: error: clang-tidy failed: {lines[-1]} {NOT_COMPILED}]\n"
        return output

    def _keep(self, file, output):
        if NOT_COMPILED not in output:
            (self._folder / self._sources.key(file)).write_text(output, encoding="utf-8")

    def _source_of(self, batch):
        """A source that includes those of the batch, below a copy of their configuration."""
        where = self._sources.configured_in(batch.files[0])
        folder = self._folder / "batches" / where
        folder.mkdir(parents=True, exist_ok=True)
        if where:
            shutil.copy(self._tree.root / where / CONFIGURATION, folder)
        source = folder / f"{self._sources.key(batch.files[0])}.cpp"
        source.write_text("".join(f'#include "{self._tree.root}/{file}"\n' for file in batch.files), encoding="utf-8")
        return str(source)


def progress(done, count):
    if sys.stderr.isatty():
        print(f"\rclang-tidy: {done} of {count} batches", end="\n" if done == count else "", file=sys.stderr, flush=True)


def run_all(tree, sources):
    """The outputs for all files, and the number of files that were not looked at because the time was up."""
    looking = Looking(tree, sources)
    outputs, waiting = [], []
    for file in chosen(tree, sources):
        kept = looking.kept(file)
        if kept is None:
            waiting.append(file)
        else:
            outputs.append(kept)
    seconds = tree.arguments.seconds if tree.arguments else None
    end = time.monotonic() + seconds if seconds else None
    planned = batches(sources, waiting, tree.arguments.batch if tree.arguments else 1)
    left = 0

    def run(batch):
        return looking.look_at(batch) if end is None or time.monotonic() < end else None

    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for done, (batch, output) in enumerate(zip(planned, pool.map(run, planned)), start=1):
            progress(done, len(planned))
            left += len(batch.files) if output is None else 0
            outputs.append(output or "")
    return outputs, left


def check(tree):
    if not clang_tidy():
        yield Fault("clang-tidy-14", 0, "is not installed; run: scripts/setup")
        return
    commands = read_commands(tree)
    if commands is None:
        yield Fault("build", 0, "holds no compile_commands.json; configure first: cmake --preset release")
        return
    since = tree.arguments.changed if tree.arguments else None
    lines = changed_lines(tree, since) if since else None
    outputs, left = run_all(tree, Sources(tree, commands))
    faults = set()
    for place, line, message in FINDING.findall("".join(outputs)):
        place = os.path.normpath(place)
        generated = place.startswith("build/") or place in tree.files and tree.text(place).startswith(GENERATED)
        if not generated and (lines is None or (place, int(line)) in lines):
            faults.add(Fault(place, int(line), message.replace(",-warnings-as-errors]", "]")))
    yield from sorted(faults)
    if left:
        print(f"check tidy: time is up; {left} files were not looked at")
