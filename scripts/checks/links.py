"""Links in documents: the files and headings that they name exist. So do paths that a text names: docs/..., `perf/...`."""
import os
import re

from checks.tree import Fault
from checks.words import FOREIGN, TEXT

LINK = re.compile(r"""!?\[[^\]]*\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\) | <(?:img|a)\s[^>]*?(?:src|href)="([^"]+)" """, re.VERBOSE)
FENCE = re.compile(r"^\s*(```|~~~)")
INLINE_CODE = re.compile(r"`[^`]*`")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*\s*$")
ANCHOR = re.compile(r'<a\s+(?:id|name)="([^"]+)"')
# A page of docs/ that any text names, and a path in backquotes in a document.
PAGE = re.compile(r"(?<![\w/.-])docs/[\w./-]*\w")
PATH = re.compile(r"`([\w.-]+/[\w./-]*)`")
# Pages that say what was, of paths as they were then.
HISTORY = ("CHANGELOG.md", "docs/changelog/", "docs/decisions/")


def prose(tree, file):
    """Line number and line, without fenced blocks."""
    fenced = False
    for number, line in tree.lines(file):
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced:
            yield number, line


def slug(heading):
    """The anchor of a heading, as GitHub makes it."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()
    return re.sub(r"[^\w\- ]", "", text).strip().replace(" ", "-")


def anchors(tree, file):
    found, counts = set(), {}
    for _, line in prose(tree, file):
        found.update(ANCHOR.findall(line))
        heading = HEADING.match(line)
        if heading:
            name = slug(heading[1])
            count = counts.get(name, 0)
            counts[name] = count + 1
            found.add(f"{name}-{count}" if count else name)
    return found


def link_fault(tree, file, target):
    if re.match(r"[a-z][a-z+.-]*:", target) or target.startswith("//"):
        return None
    path, _, anchor = target.partition("#")
    if path.startswith("/"):
        return f"link to {target}: write the path from this page's folder"
    page = os.path.normpath(os.path.join(os.path.dirname(file), path)) if path else file
    if not (tree.root / page).exists():
        return f"link to {target}: there is no {page}; name its new place"
    if anchor and page.endswith(".md") and anchor not in anchors(tree, page):
        return f"link to {target}: {page} has no heading '{anchor}'; name one it has"
    return None


def exists(tree, path):
    """Is it a file, a folder, the beginning of a file's name (Clock of Clock.hpp), or what an include line says?"""
    if (tree.root / path).exists() or any(file.endswith("/include/" + path) for file in tree.files):
        return True
    folder, name = os.path.split(tree.root / path)
    return os.path.isdir(folder) and any(re.match(re.escape(name) + r"[.-]", entry) for entry in os.listdir(folder))


def check_links(tree):
    for file in tree.select(".md"):
        for number, line in prose(tree, file):
            for link in LINK.finditer(INLINE_CODE.sub("", line)):
                fault = link_fault(tree, file, link[1] or link[2])
                if fault:
                    yield Fault(file, number, fault)


def check_paths(tree):
    tops = {file.split("/")[0] for file in tree.files if "/" in file}
    for file in tree.select(*TEXT):
        if file.startswith((*FOREIGN, *HISTORY)):
            continue
        for number, line in tree.lines(file):
            named = set(PAGE.findall(line))
            if file.endswith(".md"):
                named.update(path for path in PATH.findall(line) if path.split("/")[0] in tops)
            for path in sorted({path.rstrip("/.") for path in named}):
                placeholder = any(part.isupper() for part in re.split(r"[/.]", path)) or "NNNN" in path
                if not placeholder and not exists(tree, path) and not exists(tree, os.path.join(os.path.dirname(file), path)):
                    yield Fault(file, number, f"names {path}, which does not exist; name its new place")


def check(tree):
    yield from check_links(tree)
    yield from check_paths(tree)
