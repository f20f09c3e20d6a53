"""Libraries know no command line: no string of base, perf, framework and the like names an option or a command of gantry.

They say what is wrong and which setting decides, by types where it matters; the command line adds its words
(tools/gantry/Advice.hpp). Comments may name commands.
"""
import re

from checks.tree import CODE, Fault

COMMANDS = "tools/gantry/commands/"
LIBRARIES = ("base/", "components/", "framework/", "interfaces/", "languages/", "optimizer/", "perf/", "server/")
# The first of these that begins decides what is behind it: a comment, a character, a raw string, a string.
TOKEN = re.compile(r"""
    //[^\n]* | /\*.*?\*/ | '(?:\\.|[^'\\\n])+' |
    R"(?P<mark>[^()\\\s]*)\((?P<raw>.*?)\)(?P=mark)" | "(?P<text>(?:\\.|[^"\\\n])*)" """, re.VERBOSE | re.DOTALL)
OPTION = r"(?<![\w-])--[a-z][a-z-]*"


def is_path(text, start):
    return text[text.rfind("\n", 0, start) + 1:start].lstrip().startswith("#")


def strings(text):
    """Offset and content of each string; strings with nothing but white space and comments between them are one."""
    offset, parts, end = 0, [], 0
    for token in TOKEN.finditer(text):
        content = token["text"] if token["raw"] is None else token["raw"]
        if content is None or is_path(text, token.start()):
            # What is said between two strings does not part them.
            if token[0].startswith("/") and not text[end:token.start()].strip():
                end = token.end()
            continue
        if parts and text[end:token.start()].strip():
            yield offset, "".join(parts)
            parts = []
        offset = offset if parts else token.start()
        parts.append(content)
        end = token.end()
    if parts:
        yield offset, "".join(parts)


def check(tree):
    commands = sorted({file.split("/")[3] for file in tree.files if file.startswith(COMMANDS)})
    named = re.compile("|".join([OPTION, *(rf"\bgantry {command}\b" for command in commands)]))
    for file in tree.select(*CODE):
        if not file.startswith(LIBRARIES):
            continue
        text = tree.text(file)
        for offset, content in strings(text):
            if found := named.search(content):
                yield Fault(file, text.count("\n", 0, offset) + 1, f"a string names '{found[0]}'; say what is wrong and which setting "
                                                                   "decides, and let tools/gantry add what it is called there")
