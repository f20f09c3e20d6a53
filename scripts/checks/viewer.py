"""The page in viewer/bundle is the one that viewer/source makes, where node and its packages are. --fix writes it."""
import shutil
import subprocess

from checks.tree import Fault

PAGE = "viewer/bundle/page.html"


def check(tree):
    if PAGE not in tree.files:
        if any(file.startswith("viewer/") for file in tree.files):
            yield Fault(PAGE, 0, "is missing; run: npm run build, in viewer/, and commit it")
        return
    # Without them the page is taken as it is: nobody needs node to build Gantry.
    if not shutil.which("node") or not (tree.root / "viewer" / "node_modules" / "esbuild").is_dir():
        return
    words = [] if tree.arguments and tree.arguments.fix else ["--check"]
    run = subprocess.run(["node", "build.mjs", *words], cwd=tree.root / "viewer", capture_output=True, text=True, check=False)
    if run.returncode:
        yield Fault(PAGE, 0, " ".join(run.stderr.split())[:300] or "viewer/build.mjs failed")
