"""The headers of interfaces/ are those that sidlc makes of sidl/*.sidl, and what is made of perf/trace/kinds.txt is up to date."""
import subprocess
import tempfile
from pathlib import Path

from checks.format import GENERATED
from checks.tree import Fault


def check(tree):
    generate = tree.root / "scripts" / "generate"
    if tree.arguments and tree.arguments.fix:
        subprocess.run([generate], check=True, stdout=subprocess.DEVNULL)
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run([generate, "--to", folder], capture_output=True, text=True, check=False)
        if run.returncode:
            yield Fault("scripts/generate", 0, "failed: " + " ".join(run.stderr.split()))
            return
        made = {"interfaces/" + str(file.relative_to(folder)): file.read_text(encoding="utf-8")
                for file in Path(folder).rglob("*") if file.is_file()}
    for file, text in sorted(made.items()):
        if file not in tree.files:
            yield Fault(file, 0, "is missing; run scripts/generate and commit it")
        elif tree.text(file) != text:
            yield Fault(file, 0, "is not what sidlc makes; change the .sidl file, run scripts/generate")
    kinds = tree.root / "scripts" / "trace-kinds"
    if tree.arguments and tree.arguments.fix:
        subprocess.run([kinds], check=True, stdout=subprocess.DEVNULL)
    made_of_kinds = subprocess.run([kinds, "--check"], capture_output=True, text=True, check=False)
    for file in made_of_kinds.stdout.splitlines():
        yield Fault(file, 0, "is not what scripts/trace-kinds makes; change perf/trace/kinds.txt, run scripts/trace-kinds")
    if made_of_kinds.returncode and not made_of_kinds.stdout:
        yield Fault("perf/trace/kinds.txt", 0, " ".join(made_of_kinds.stderr.split()))
    for file in tree.files:
        if file.startswith("interfaces/") and file not in made and tree.text(file).startswith(GENERATED):
            yield Fault(file, 0, "no .sidl file makes it any more; remove it")
