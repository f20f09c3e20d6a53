"""codespell over all text files. Words that are right stand in scripts/spelling-allowed.tsv, with the reason."""
import re
import shutil
import subprocess

from checks.tree import Fault
from checks.words import FOREIGN, TEXT, rows

ALLOWED = "scripts/spelling-allowed.tsv"
IDENTIFIER = r"\b[a-z]+[A-Z]\w*\b"
FINDING = re.compile(r"^(?:\./)?(.+?):(\d+): (.+)$", re.MULTILINE)


def check(tree):
    if not shutil.which("codespell"):
        yield Fault("codespell", 0, "is not installed; run: scripts/setup")
        return
    files = [file for file in tree.select(*TEXT) if not file.startswith((*FOREIGN, ALLOWED))]
    allowed = [word.lower() for _, (word, _) in rows(tree, ALLOWED, 2)] if ALLOWED in tree.files else []
    run = subprocess.run(["codespell", "--ignore-regex", IDENTIFIER, "--ignore-words-list=" + ",".join(allowed),
                          *files], cwd=tree.root, capture_output=True,
                         text=True, check=False)
    # 65 is its exit status for findings.
    if run.returncode not in (0, 65):
        yield Fault("codespell", 0, f"failed: {run.stderr.strip().splitlines()[-1]}")
    for file, line, finding in FINDING.findall(run.stdout):
        yield Fault(file, int(line), f"spelling: {finding}; correct it, or allow the word in {ALLOWED}")
