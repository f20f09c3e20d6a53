"""Every include line against the layer.txt of its folder; no include cycle between neighbouring folders.

A layer is a folder with a file layer.txt. It holds the files below the folder, except those of layers further in:

    # why, where it is not evident
    folders: base perf/model      the folders whose files it may include; * is all
    libraries: zstd.h gsl/        how the paths of the library headers begin that it may include; * is all
    split: yes                    every folder in this one is a layer of its own, with the same row
    above: proxy                  folders of these names, however deep in this one, count as one above the others in it

Headers in a folder `detail` are only for the folder that holds it.
A key that is missing is taken from the layer around it; a file with `above` alone makes no layer. Headers of the C++ standard and
of POSIX are free, except those of RESTRICTED. The table of all rows in docs/dependency-rules.md is written by
`scripts/check layers --fix`.
"""
import os
import re
from collections import defaultdict

from checks.tree import CODE, Fault

FILE = "layer.txt"
KEYS = ("folders", "libraries", "split", "above")
INCLUDE = re.compile(r'\s*#\s*include\s*[<"]([^>"]+)[>"]')

# Headers of the system that need no row, and those of them that do.
SYSTEM = re.compile(r"""[a-z_0-9]+$ | (?:sys|linux|asm)/.*\.h$ | (?:
    assert|cpuid|ctype|cxxabi|dirent|elf|errno|fcntl|float|inttypes|ISO_Fortran_binding|limits|locale|malloc|math|netdb|
    poll|pthread|sched|semaphore|setjmp|signal|spawn|std\w+|string|strings|syslog|termios|time|ucontext|unistd|wchar|
    x86intrin|(?:arpa|net|netinet)/\w+)\.h$""", re.VERBOSE)
RESTRICTED = ("dlfcn.h",)

TABLE = "docs/dependency-rules.md"
BEGIN = "<!-- layers: written by scripts/check layers --fix -->"
END = "<!-- /layers -->"


class Layer:
    def __init__(self, folder, folders, libraries, split):
        self.folder, self.folders, self.libraries, self.split = folder, folders, libraries, split

    def may_include(self, header_layer, header):
        if header_layer is self:
            return True
        return any(row == "*" or header.startswith(row + "/") for row in self.folders)

    def may_use(self, path):
        return any(row == "*" or path.startswith(row) for row in self.libraries)


class Layers:
    """The rows of all layer.txt files, by folder."""

    def __init__(self, tree):
        self.tree = tree
        self.faults = []
        self.above = {}
        self.rows = {}
        for file in tree.files:
            if os.path.basename(file) == FILE:
                row = self._read(file)
                if row.keys() - {"above"}:
                    self.rows[os.path.dirname(file)] = row
        self._layers = {}

    def _read(self, file):
        row = {}
        for number, line in self.tree.lines(file):
            text = line.split("#")[0].strip()
            if not text:
                continue
            key, colon, value = text.partition(":")
            if not colon or key not in KEYS:
                self.faults.append(Fault(file, number, f"'{text}' is not a row; write one of: "
                                         + ", ".join(f"{key}: ..." for key in KEYS)))
                continue
            row[key] = value.split()
            if key == "above":
                self.above[os.path.dirname(file)] = row[key]
            for folder in value.split() if key == "folders" else []:
                if folder != "*" and not any(other.startswith(folder + "/") for other in self.tree.files):
                    self.faults.append(Fault(file, number, f"there is no folder {folder}; take it out or name its new place"))
        return row

    def of_folder(self, folder):
        """The layer of the files that stand in this folder, or None."""
        if folder in self._layers:
            return self._layers[folder]
        around = self.of_folder(os.path.dirname(folder)) if folder else None
        row = self.rows.get(folder)
        if row is not None:
            layer = Layer(folder, row.get("folders", around.folders if around else []),
                          row.get("libraries", around.libraries if around else []), row.get("split") == ["yes"])
        elif around and around.split and os.path.dirname(folder) == around.folder:
            layer = Layer(folder, around.folders, around.libraries, False)
        else:
            layer = around
        self._layers[folder] = layer
        return layer

    def of_file(self, file):
        return self.of_folder(os.path.dirname(file))


class Headers:
    """Finds the file of our own that an include line means."""

    def __init__(self, tree):
        self._by_ending = defaultdict(list)
        for file in tree.select(".hpp", ".h"):
            parts = file.split("/")
            for start in range(len(parts)):
                self._by_ending["/".join(parts[start:])].append(file)
        self._packages = set()
        for file in tree.select(".sidl"):
            self._packages.update(re.findall(r"^\s*package\s+([\w.]+)", tree.text(file), re.MULTILINE))

    def find(self, file, path):
        """The nearest of the files whose path ends with this one."""
        found = self._by_ending.get(path)
        if not found:
            return None
        return max(found, key=lambda header: len(os.path.commonpath([os.path.dirname(file), os.path.dirname(header)])
                                                 if "/" in file and "/" in header else ""))

    def generated(self, path):
        """Is it written by sidlc while building?"""
        package = path.removeprefix("c/").split("/")[0].removesuffix(".h")
        return package in self._packages or package.split(".")[0] in self._packages or "@" in path


def include_lines(tree):
    for file in tree.select(*CODE):
        for number, line in tree.lines(file):
            match = INCLUDE.match(line)
            if match:
                yield file, number, match[1]


def fault_of(file, path, header, layers):
    layer = layers.of_file(file)
    if "../" in path:
        return "a path with ../ hides which folder it leads to; include by the path from the include folder"
    if header:
        owner = path.split("/detail/")[0]
        if owner != path and not file.startswith(owner + "/") and "*" not in layer.folders:
            return f"only {owner} may include its detail headers; use a public header of it"
        if not layer.may_include(layers.of_file(header), header):
            return (f"{layer.folder} may not include files of {os.path.dirname(header)}; "
                    f"remove the dependency (or widen {layer.folder}/{FILE})")
    elif not layer.may_use(path):
        return f"{layer.folder} may not use this library; move the code (or widen {layer.folder}/{FILE})"
    return None


def check_includes(tree, layers, edges):
    """Faults of single lines; edges gets (file, line, header) of every line that means a file of ours."""
    headers = Headers(tree)
    uncovered = set()
    for file, number, path in include_lines(tree):
        header = headers.find(file, path)
        if header:
            edges.append((file, number, header))
        elif headers.generated(path) or (SYSTEM.match(path) and path not in RESTRICTED):
            continue
        if layers.of_file(file) is None:
            if os.path.dirname(file) not in uncovered:
                uncovered.add(os.path.dirname(file))
                yield Fault(file, number, f"no {FILE} covers this folder; add one")
            continue
        fault = fault_of(file, path, header, layers)
        if fault:
            yield Fault(file, number, f"#include of {path}: {fault}")


def folders_of(file, above):
    """The folders that lead to a file; those above their neighbours as if they stood side by side."""
    folders = file.split("/")[:-1]
    for around, names in above.items():
        depth = len(around.split("/"))
        inner = folders[depth:] if "/".join(folders[:depth]) == around else []
        raised = next((name for name in names if name in inner), None)
        if raised:
            return folders[:depth] + [raised]
    return folders


def neighbours(edges, above):
    """For every folder, which of the folders in it includes which, with one include line as example."""
    graphs = defaultdict(lambda: defaultdict(dict))
    for file, number, header in edges:
        source, target = folders_of(file, above), folders_of(header, above)
        depth = 0
        while depth < min(len(source), len(target)) and source[depth] == target[depth]:
            depth += 1
        if depth < len(source) and depth < len(target):
            around = "/".join(source[:depth])
            graphs[around][source[depth]].setdefault(target[depth], (file, number, header))
    return graphs


def shortest_cycle(graph, start):
    """The nodes of a shortest cycle through start, or nothing."""
    paths = [[start]]
    seen = set()
    while paths:
        path = paths.pop(0)
        for node in sorted(graph.get(path[-1], ())):
            if node == start:
                return path
            if node not in seen:
                seen.add(node)
                paths.append(path + [node])
    return []


def check_cycles(edges, above):
    for around, graph in sorted(neighbours(edges, above).items()):
        reported = set()
        for start in sorted(graph):
            cycle = shortest_cycle(graph, start)
            if not cycle or frozenset(cycle) in reported:
                continue
            reported.add(frozenset(cycle))
            steps = [graph[node][after] for node, after in zip(cycle, cycle[1:] + cycle[:1])]
            shown = "; ".join(f"{file}:{line} includes {header}" for file, line, header in steps)
            yield Fault(steps[0][0], steps[0][1],
                        f"include cycle of folders in {around or 'the root'}: {' -> '.join(cycle + cycle[:1])} "
                        f"({shown}); move what both need into a folder below them")


def table(layers):
    rows = [("folder", "may include", "library headers")]
    for folder in sorted(layers.rows):
        layer, around = layers.of_folder(folder), layers.of_folder(os.path.dirname(folder))
        if around and around.split and layer.folders == around.folders:
            continue
        libraries = " ".join(layer.libraries)
        if layer.split and any(row.startswith(folder + "/") for row in layers.rows):
            libraries = (libraries + " and " if libraries else "") + "those of its own row"
        rows.append((folder + ("/*" if layer.split else ""), " ".join(layer.folders) or "-", libraries or "-"))
    widths = [max(min(len(row[column]), 48) for row in rows) for column in (0, 1)]
    return "".join(f"{name:{widths[0]}}  {folders:{widths[1]}}  {libraries}".rstrip() + "\n"
                   for name, folders, libraries in rows)


def check_table(tree, layers):
    if TABLE not in tree.files:
        return
    text = tree.text(TABLE)
    if BEGIN not in text or END not in text:
        yield Fault(TABLE, 0, f"has no lines '{BEGIN}' and '{END}' around the table of layers; add them")
        return
    before, rest = text.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    expected = f"{before}{BEGIN}\n```\n{table(layers)}```\n{END}{after}"
    if text == expected:
        return
    if tree.arguments and tree.arguments.fix:
        tree.write(TABLE, expected)
    else:
        yield Fault(TABLE, before.count("\n") + 1, "the table of layers is out of date; run: scripts/check layers --fix")


def check(tree):
    layers = Layers(tree)
    edges = []
    yield from layers.faults
    yield from check_includes(tree, layers, edges)
    yield from check_cycles(edges, layers.above)
    yield from check_table(tree, layers)
    if not edges:
        yield Fault(".", 0, "no include line found; is this the root of the sources?")
