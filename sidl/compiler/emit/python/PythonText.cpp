#include "PythonText.hpp"

#include <compiler/emit/cpp/CppText.hpp>

#include <algorithm>
#include <array>
#include <map>

namespace sidlc {

namespace {

// Python 3.11; in alphabetical order.
constexpr std::array<std::string_view, 35> kKeywords = {
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};

/// How many bases stand above a type, one above the other, at most.
std::size_t depthOf(const TypeSymbol& type, std::map<const TypeSymbol*, std::size_t>& known) {
    std::vector<const TypeSymbol*> open{&type};
    while (!open.empty()) {
        const TypeSymbol* next = open.back();
        std::size_t depth = 0;
        bool complete = true;
        for (const TypeSymbol* base : next->bases) {
            const auto found = known.find(base);
            if (found == known.end()) {
                // Depth first without recursion: a type stays on the stack until all its bases are
                // known.
                open.push_back(base);
                complete = false;
            } else {
                depth = std::max(depth, found->second + 1);
            }
        }
        if (complete) {
            known[next] = depth;
            open.pop_back();
        }
    }
    return known[&type];
}

}  // namespace

std::string pythonIdentifier(std::string_view word) {
    const bool reserved = std::binary_search(kKeywords.begin(), kKeywords.end(), word);
    return std::string(word) + (reserved ? "_" : "");
}

std::string pythonModule(const TypeSymbol& type) {
    std::string joined;
    for (const std::string& part : type.packages) {
        joined += (joined.empty() ? "" : ".") + pythonIdentifier(part);
    }
    return joined.empty() ? "toplevel" : joined;
}

std::string pythonMethodName(const Method& method) {
    return pythonIdentifier(method.name + method.extension);
}

std::vector<const Argument*> pythonArguments(const Method& method) {
    std::vector<const Argument*> arguments;
    for (const Argument& each : method.arguments) {
        if (each.mode != Mode::Out) {
            arguments.push_back(&each);
        }
    }
    return arguments;
}

std::vector<const TypeSymbol*> pythonBases(const TypeSymbol& type) {
    std::vector<const TypeSymbol*> bases;
    for (const TypeSymbol* each : type.bases) {
        // A base that another base derives from is left out: with both, in the wrong order, Python
        // finds no order of methods for the class.
        const bool covered =
            std::any_of(type.bases.begin(), type.bases.end(), [&](const TypeSymbol* other) {
                return other != each && derivesFrom(*other, each->qualifiedName());
            });
        if (!covered && std::find(bases.begin(), bases.end(), each) == bases.end()) {
            bases.push_back(each);
        }
    }
    std::map<const TypeSymbol*, std::size_t> known;
    // The deepest first, for the same reason; then by name, so that the text is always the same.
    std::sort(bases.begin(), bases.end(), [&](const TypeSymbol* left, const TypeSymbol* right) {
        const std::size_t one = depthOf(*left, known);
        const std::size_t other = depthOf(*right, known);
        return one != other ? one > other : left->qualifiedName() < right->qualifiedName();
    });
    return bases;
}

std::vector<const SourceFile*> pythonFiles(const Model& model) {
    std::vector<const SourceFile*> files;
    for (const auto& file : model.files()) {
        if (file->emitted && !file->isBuiltIn) {
            files.push_back(file.get());
        }
    }
    return files;
}

std::vector<const TypeSymbol*> typesOf(const Model& model, const SourceFile& file) {
    std::vector<const TypeSymbol*> types;
    for (const auto& [name, type] : model.types()) {
        if (type.file == &file && isEmitted(type)) {
            types.push_back(&type);
        }
    }
    return types;
}

std::string cppLiteral(std::string_view text) {
    std::string literal = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            literal += '\\';
        }
        literal += c == '\n' ? std::string("\\n") : std::string(1, c);
    }
    return literal + "\"";
}

std::string docText(std::string_view doc) {
    std::string text;
    for (const std::string& line : docLines(doc)) {
        text += (text.empty() ? "" : "\n") + line;
    }
    return text;
}

}  // namespace sidlc
