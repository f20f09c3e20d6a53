"""What the newest build compiles, as commands for clang; what each source includes; sources that can be compiled as one."""
import hashlib
import json
import os
import re
import shlex

from checks.layers import INCLUDE, Headers

# Options of g++ that clang does not know.
GCC_ONLY = re.compile(r"-mtls-dialect=.*|-Wno-restrict|-Wno-stringop-overflow|-Wno-subobject-linkage|-f(no-)?gnu-unique|"
                      r"-fpch-preprocess|-Winvalid-pch|-fsanitize=.*|-fno-sanitize-recover=.*")
# Options that make no difference to clang-tidy, so that sources with and without them can be compiled as one.
WITHOUT_EFFECT = re.compile(r"-c|-O.|-g\d?|-fPI[CE]|-fvisibility.*|-W.*|-D\w+_EXPORTS")
UNITY = re.compile(r"/Unity/unity_[^/]+\.cxx$")
BUILD = re.compile(r"\bbuild/[^/ ]+/")
CONFIGURATION = ".clang-tidy"


def newest_build(tree):
    """The compile_commands.json that was written last; that of the fuzzing programs holds few of the generated headers."""
    builds = sorted((file for file in tree.root.glob("build/*/compile_commands.json") if file.parent.name != "fuzz"),
                    key=lambda file: file.stat().st_mtime)
    return builds[-1] if builds else None


def for_clang(command):
    """The words of a command of the build, without the compiler, the output and precompiled headers."""
    words = shlex.split(command)
    # Before the compiler there may be ccache.
    while os.path.basename(words[0]) in ("ccache", "cmake", "env", "-E") or "=" in words[0]:
        words.pop(0)
    kept, skip = [], False
    for word in words[1:]:
        if skip:
            skip = False
        elif word in ("-o", "-include", "-MF", "-MT", "-MQ"):
            skip = True
        elif not GCC_ONLY.fullmatch(word):
            kept.append(word)
    return kept


def members(path):
    """The sources that the build compiles with this one: itself, or what its unity source includes."""
    if not UNITY.search(path):
        return [path]
    with open(path, encoding="utf-8") as unity:
        return re.findall(r'^#include "(.+)"$', unity.read(), re.MULTILINE)


def read_commands(tree):
    """The command for clang of every source in the newest build, by file; None without a build."""
    build = newest_build(tree)
    if build is None:
        return None
    commands = {}
    for entry in json.loads(build.read_text(encoding="utf-8")):
        words = for_clang(entry["command"])
        for member in members(os.path.join(tree.root, entry["directory"], entry["file"])):
            file = os.path.relpath(os.path.join(tree.root, member), tree.root)
            if file in tree.files and file.endswith(".cpp") and file not in commands:
                commands[file] = ["clang++", *(member if word == entry["file"] else word for word in words)]
    return commands


class Sources:
    """What the result of clang-tidy depends on, for each file."""

    def __init__(self, tree, commands):
        self.tree, self.commands = tree, commands
        self._headers = Headers(tree)
        self._includes, self._types = {}, {}
        configuration = "".join(tree.text(file) for file in tree.files if os.path.basename(file) == CONFIGURATION)
        self._common = hashlib.sha256(configuration.encode()).hexdigest()

    def included(self, file):
        """All files of ours that this one includes, itself with them."""
        seen, waiting = {file}, [file]
        while waiting:
            current = waiting.pop()
            if current not in self._includes:
                paths = [INCLUDE.match(line) for line in self.tree.text(current).splitlines()]
                found = [self._headers.find(current, path[1]) for path in paths if path]
                self._includes[current] = [header for header in found if header]
            new = [header for header in self._includes[current] if header not in seen]
            seen.update(new)
            waiting += new
        return seen

    def key(self, file):
        """Changes with everything that decides what clang-tidy finds; the same in every clone and build folder."""
        words = " ".join(word for word in self.commands[file] if not WITHOUT_EFFECT.fullmatch(word))
        words = BUILD.sub("build/", words.replace(f"{self.tree.root}/", ""))
        digest = hashlib.sha256((self._common + words).encode())
        for name in sorted(self.included(file)):
            digest.update(name.encode() + b"\0" + self.tree.text(name).encode() + b"\0")
        return digest.hexdigest()

    def types_above(self, file):
        """The types that the headers of ours declare that this file includes."""
        headers = self.included(file) - {file}
        for header in headers - self._types.keys():
            self._types[header] = set(TYPE.findall(self.tree.text(header)))
        return set().union(*(self._types[header] for header in headers))

    def flags(self, file):
        return Flags(str(self.tree.root), file, self.commands[file])

    def configured_in(self, file):
        """The folder of the .clang-tidy that is valid for this file."""
        folder = os.path.dirname(file)
        while folder and f"{folder}/{CONFIGURATION}" not in self.tree.files:
            folder = os.path.dirname(folder)
        return folder


class Flags:
    """The options of a source: include folders and texts, which may differ within a batch, and the others, which may not."""

    def __init__(self, root, file, words):
        self.folders, self.texts, self.others = [], {}, []
        words = iter(words[1:])
        for word in words:
            folder = next(words) if word in ("-I", "-isystem") else word[2:] if word.startswith("-I") else None
            if folder is not None:
                self.folders.append(("-isystem" if word == "-isystem" else "-I", folder))
                # Targets generate headers of the same name.
                if folder.startswith(f"{root}/build/"):
                    self.others += self.folders[-1]
            elif re.fullmatch(r'-D\w+=".*"', word):
                name, value = word[2:].split("=", 1)
                self.texts[name] = value
            elif not WITHOUT_EFFECT.fullmatch(word) and os.path.join(root, word) != os.path.join(root, file):
                self.others.append(word)


class Batch:
    """Sources that are compiled as one, and their options."""

    def __init__(self, sources):
        self._sources = sources
        self.files, self.folders, self.texts, self.others = [], [], {}, []
        self._names, self._types, self._macros, self._text = set(), set(), set(), ""

    def takes(self, file, flags):
        """Does neither the file disturb those in the batch, nor they it?"""
        text = self._sources.tree.text(file)
        names = local_names(text)
        return (not names & self._names and not names & self._types
                and not self._sources.types_above(file) & self._names
                and all(self.texts.get(name, value) == value for name, value in flags.texts.items())
                and not any(re.search(rf"\b{macro}\b", self._text) for macro in MACRO.findall(text))
                and not any(re.search(rf"\b{macro}\b", text) for macro in self._macros))

    def add(self, file, flags):
        text = self._sources.tree.text(file)
        self.files.append(file)
        self.folders += [folder for folder in flags.folders if folder not in self.folders]
        self.texts.update(flags.texts)
        self.others = flags.others
        self._names |= local_names(text)
        self._types |= self._sources.types_above(file)
        self._macros.update(MACRO.findall(text))
        self._text += text

    def arguments(self):
        return (self.others + [f"-D{name}={value}" for name, value in self.texts.items()]
                + [word for folder in self.folders for word in folder])

    def halves(self):
        """Two batches of the same files, for a batch that does not compile."""
        middle = len(self.files) // 2
        for files in (self.files[:middle], self.files[middle:]):
            half = Batch(self._sources)
            for file in files:
                half.add(file, self._sources.flags(file))
            yield half


TYPE = re.compile(r"^ *(?:class|struct|enum(?: class)?|using) (\w+)\b(?! *;)", re.MULTILINE)
MACRO = re.compile(r"^ *# *define (\w+)", re.MULTILINE)
UNNAMED = re.compile(r"^namespace \{\n(.*?)^\}  // namespace\n", re.MULTILINE | re.DOTALL)
DECLARATION = re.compile(r"^(?=[A-Za-z]).*?(?:\b(?:struct|class|enum|using|concept) +(\w+)|[ *&](\w+) *[({=,;[])", re.MULTILINE)


def local_names(text):
    """What the unnamed namespaces of a source declare, read by lines. A name that is missed makes an error of the compiler."""
    return {name for space in UNNAMED.findall(text) for pair in DECLARATION.findall(space) for name in pair if name}


def batches(sources, files, size):
    """The files in batches of at most this size."""
    all_batches, waiting = [], {}
    for file in files:
        flags = sources.flags(file)
        candidates = waiting.setdefault((sources.configured_in(file), *flags.others), [])
        batch = next((batch for batch in candidates if batch.takes(file, flags)), None)
        if batch is None:
            batch = Batch(sources)
            candidates.append(batch)
            all_batches.append(batch)
        batch.add(file, flags)
        if len(batch.files) >= size:
            candidates.remove(batch)
    return all_batches
