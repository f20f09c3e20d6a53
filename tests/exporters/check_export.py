#!/usr/bin/env python3
"""Exports a small run in one format and gives the file to a program that others wrote, or to a reader by the format's rules.

    check_export.py FORMAT GANTRY SCRIPT FOLDER

FORMAT is a module of formats/ with a function check(case), which raises AssertionError. Exit status 77: a program that the check
needs is not installed.
"""
import csv
import importlib
import io
import os
import shutil
import subprocess
import sys
from pathlib import Path


class Skip(Exception):
    """What is missing, and how to install it."""


def need(program, package):
    found = shutil.which(program)
    if not found:
        raise Skip(f"{program} is not installed (scripts/setup --checkers, or Debian's package {package})")
    return found


def checkers():
    """The folder into which scripts/setup --checkers installs what comes from npm."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(os.environ.get("GANTRY_CHECKERS") or Path(cache) / "gantry" / "checkers")
    if not (folder / "node_modules" / "speedscope").is_dir():
        raise Skip(f"speedscope is not in {folder} (scripts/setup --checkers)")
    need("node", "nodejs")
    return folder


class Timer:
    """One row of `gantry report`."""

    def __init__(self, row):
        self.name = f"{row['component']}::{row['method']}" + (f" {row['class']}" if row["class"] else "")
        self.group = row["component"]
        self.calls, self.child_calls = int(row["calls"]), int(row["childCalls"])
        self.inclusive, self.exclusive = int(row["wall.inclusive [ns]"]), int(row["wall.exclusive [ns]"])


class Case:
    def __init__(self, gantry, script, folder):
        self.gantry, self.folder = gantry, Path(folder)
        shutil.rmtree(folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        environment = dict(os.environ, GANTRY_SEGMENT_DIR=str(self.folder / "segments"))
        self.archive = self.folder / "run.gantry"
        self.run(gantry, "run", "--exact", "--quiet", "--trace", "drain:8MiB", "--archive", self.archive, script,
                 environment=environment)

    def run(self, *words, status=0, environment=None, text=True):
        """Standard output and standard error of a program that must end with that status; None: any but 0."""
        done = subprocess.run([str(word) for word in words], capture_output=True, text=text, env=environment,
                              cwd=self.folder, check=False)
        said = f"{' '.join(str(word) for word in words)}\n{done.stdout}{done.stderr}"
        if status is None:
            assert done.returncode != 0, f"was accepted: {said}"
            print(f"refused: {str(done.stderr or done.stdout).strip()[:300]}")
        else:
            assert done.returncode == status, f"status {done.returncode}: {said}"
        return done.stdout, done.stderr

    def export(self, name, *options):
        """Exports into a new file or folder of the case."""
        target = self.folder / name
        words = [self.gantry, "export", *options, "--output", target]
        self.run(*words, self.archive)
        return target

    def report(self, *options):
        """The timers by name, as `gantry report` shows them."""
        text, _ = self.run(self.gantry, "report", "--format", "csv", "--flat", *options, self.archive)
        timers = [Timer(row) for row in csv.DictReader(io.StringIO(text))]
        assert len(timers) >= 4, text
        return {timer.name: timer for timer in timers}

    def cut(self, file, keep=0.5):
        """A copy of the file with only the first part of its bytes."""
        content = file.read_bytes()
        broken = file.with_name("broken-" + file.name)
        broken.write_bytes(content[: int(len(content) * keep)])
        return broken

    def opens_in_speedscope(self, good, broken):
        """The application itself opens the good file and refuses the broken one."""
        browser = need("chromium", "chromium")
        here = Path(__file__).parent
        words = ("node", here / "open_in_speedscope.mjs", checkers(), browser)
        said, _ = self.run(*words, good)
        print(said)
        self.run(*words, broken, status=1)


def main():
    name, gantry, script, folder = sys.argv[1:]
    sys.path.insert(0, str(Path(__file__).parent))
    sys.modules.setdefault("check_export", sys.modules["__main__"])
    try:
        importlib.import_module(f"formats.{name}").check(Case(gantry, script, folder))
    except Skip as missing:
        print(f"skipped: {missing}")
        return 77
    return 0


if __name__ == "__main__":
    sys.exit(main())
