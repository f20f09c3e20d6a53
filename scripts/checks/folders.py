"""Sizes: at most 40 code files in a folder, 400 lines in a file (not generated), 20 lines in the README of a code folder."""
import os
from collections import Counter

from checks.format import GENERATED
from checks.tree import CODE, Fault

MOST_FILES = 40
MOST_LINES = 400
MOST_README = 20
COUNTED = (*CODE, ".py", ".f90", ".ts", ".tsx", ".mjs", ".css")


def check(tree):
    code = tree.select(*COUNTED)
    folders = Counter(os.path.dirname(file) for file in code)
    for folder, files in sorted(folders.items()):
        if files > MOST_FILES:
            yield Fault(folder, 0, f"holds {files} code files, more than {MOST_FILES}; group them in sub-folders by what they do")
        readme = os.path.join(folder, "README.md")
        if readme in tree.files and tree.text(readme).count("\n") > MOST_README:
            yield Fault(readme, MOST_README + 1, f"is longer than {MOST_README} lines; say what lives here, what may not, where to "
                                                 "look next, and move the rest to docs/")
    for file in code:
        text = tree.text(file)
        if text.count("\n") > MOST_LINES and not text.startswith(GENERATED):
            yield Fault(file, MOST_LINES + 1, f"is longer than {MOST_LINES} lines; split it by what its parts do")
