"""The files that are checked, each read once."""
import os
import re
import subprocess
from collections import namedtuple
from pathlib import Path

# Trees with planted faults, on which the checks themselves are tested.
PLANTED = re.compile(r"tests/checks/\w+/(?:bad/|expected)")

CODE = (".hpp", ".cpp", ".h", ".c")


class Fault(namedtuple("Fault", "file line message")):
    """One finding; line 0 means the whole file."""

    def __str__(self):
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.message}"


class Tree:
    """The files below root that git knows or would add; without git, all files outside build/ and hidden folders."""

    def __init__(self, root, arguments=None):
        self.root = Path(root).resolve()
        self.arguments = arguments
        self.files = sorted(file for file in self._list() if not PLANTED.match(file))
        self._texts = {}

    def _list(self):
        git = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                             cwd=self.root, capture_output=True, text=True, check=False)
        if git.returncode == 0:
            return [file for file in set(git.stdout.split("\0")) if file and (self.root / file).is_file()]
        found = []
        for folder, folders, files in os.walk(self.root):
            folders[:] = [name for name in folders if name not in ("build", "node_modules") and not name.startswith(".")]
            found += [os.path.relpath(os.path.join(folder, file), self.root) for file in files]
        return found

    def select(self, *endings):
        return [file for file in self.files if file.endswith(endings)]

    def text(self, file):
        if file not in self._texts:
            self._texts[file] = (self.root / file).read_text(encoding="utf-8", errors="replace")
        return self._texts[file]

    def lines(self, file):
        """Pairs of line number and line."""
        return enumerate(self.text(file).splitlines(), start=1)

    def write(self, file, text):
        (self.root / file).write_text(text, encoding="utf-8")
        self._texts[file] = text
