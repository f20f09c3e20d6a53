"""Every text file against scripts/words.tsv: phrases to avoid, each with what to write instead.

Each line of words.tsv is a regular expression and what to write, with a tab between. A space matches a line break too, with the
comment marks or quotes around it. An expression that begins with a small letter also matches a capital one.
Reviewed exceptions stand in scripts/words-allowed.tsv: a file pattern, the phrase as it is found there, the reason.
"""
import bisect
import fnmatch
import re

from checks.tree import Fault

LIST = "scripts/words.tsv"
ALLOWED = "scripts/words-allowed.tsv"
TEXT = (".md", ".hpp", ".cpp", ".h", ".c", ".in", ".sidl", ".py", ".f90", ".rc", ".cmake", "CMakeLists.txt", ".txt", ".json",
        ".html", ".map", ".supp", ".ts", ".tsx", ".mjs", ".css", "scripts/check", "scripts/demo", "scripts/figures", "scripts/format", "scripts/fuzz",
        "scripts/generate", "scripts/setup", "scripts/test", ".ci/run")
# What is not ours to word: the licence, inputs of the fuzzing programs, what other programs write.
FOREIGN = ("tests/fuzz/corpus/", "viewer/bundle/", "viewer/package-lock.json", "LICENSE", LIST, ALLOWED)

MARKS = re.compile(r'^\s*(?:///?<?|/?\*+|#+|--|>|!<?|;|")?\s*')


class Joined:
    """A file as one line, without what stands between the lines of a comment or of a string."""

    def __init__(self, text):
        parts, self._starts, length = [], [], 0
        for line in text.splitlines():
            self._starts.append(length)
            part = MARKS.sub("", line).rstrip().removesuffix('"').rstrip() + " "
            parts.append(part)
            length += len(part)
        self.text = "".join(parts)

    def line(self, offset):
        return bisect.bisect_right(self._starts, offset)


def rows(tree, file, columns):
    """The lines of a table, each as (line number, columns); comments and the empty ones left out."""
    for number, line in tree.lines(file):
        if line and not line.startswith("#"):
            yield number, (line.split("\t") + [""] * columns)[:columns]


def compile_words(tree):
    words = []
    for number, (pattern, instead) in rows(tree, LIST, 2):
        if not instead:
            return words, Fault(LIST, number, "has no second column; write what to use instead, after a tab")
        first = pattern[0]
        if first.islower():
            pattern = f"[{first}{first.upper()}]{pattern[1:]}"
        # The beginning of the word is looked at afterwards: an expression that begins with a letter is found much faster.
        words.append((re.compile(rf"(?:{pattern})\b"), instead))
    return words, None


def check(tree):
    if LIST not in tree.files:
        yield Fault(LIST, 0, "is missing; without it no word is checked")
        return
    words, broken = compile_words(tree)
    if broken:
        yield broken
    allowed = list(rows(tree, ALLOWED, 3)) if ALLOWED in tree.files else []
    used = set()
    for file in tree.select(*TEXT):
        if file.startswith(FOREIGN):
            continue
        joined = Joined(tree.text(file))
        for pattern, instead in words:
            for match in pattern.finditer(joined.text):
                before = joined.text[match.start() - 1:match.start()]
                if before.isalnum() or before == "_":
                    continue
                exception = next((number for number, (files, phrase, _) in allowed
                                  if phrase == match[0] and fnmatch.fnmatch(file, files)), None)
                if exception:
                    used.add(exception)
                else:
                    yield Fault(file, joined.line(match.start()), f"'{match[0]}': write {instead}")
    for number, (files, phrase, reason) in allowed:
        if not reason:
            yield Fault(ALLOWED, number, f"'{phrase}' in {files}: has no reason; give one in the third column")
        elif number not in used:
            yield Fault(ALLOWED, number, f"'{phrase}' in {files}: nothing is found there; remove this line")
