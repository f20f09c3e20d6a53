#include "CppText.hpp"

#include <compiler/checks/ReservedWords.hpp>

#include <algorithm>

namespace sidlc {

namespace {

constexpr std::size_t kColumns = 100;

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\f");
    if (begin == text.npos) {
        return {};
    }
    return text.substr(begin, text.find_last_not_of(" \t\r\f") - begin + 1);
}

// The line without the star and the blank in front of it; deeper indentation stays.
std::string docLine(std::string_view line) {
    line = line.substr(0, line.find_last_not_of(" \t\r\f") + 1);
    std::string_view text = trimmed(line);
    if (!text.empty() && text[0] == '*') {
        text.remove_prefix(1);
        text.remove_prefix(!text.empty() && text[0] == ' ' ? 1 : 0);
    }
    return std::string(text);
}

// Text that may be joined to the end of the line above it.
bool continues(const std::string& line) {
    return !line.empty() && std::string_view(" -*@#|0123456789").find(line[0]) == std::string::npos;
}

// Lines wider than `width` are broken between words; the rest begins the next line.
std::vector<std::string> wrapped(const std::vector<std::string>& lines, std::size_t width) {
    std::vector<std::string> result;
    std::string over;
    for (std::string line : lines) {
        if (!over.empty()) {
            if (continues(line)) {
                line = over + " " + line;
            } else {
                result.push_back(over);
            }
            over.clear();
        }
        while (line.size() > width) {
            const std::size_t at = line.rfind(' ', width);
            // A single word that is too wide stays as it is.
            if (at == line.npos || line.find_first_not_of(' ') > at) {
                break;
            }
            result.push_back(line.substr(0, at));
            line = line.substr(at + 1);
            if (line.size() <= width) {
                over = line;
                line.clear();
            }
        }
        if (over.empty()) {
            result.push_back(line);
        }
    }
    if (!over.empty()) {
        result.push_back(over);
    }
    return result;
}

std::string blanks(std::size_t count) {
    return std::string(count, ' ');
}

// The arguments packed into lines that begin at `column`; the first line begins with `first`.
std::string packed(const std::string& first, const std::vector<std::string>& arguments,
                   const std::string& tail, std::size_t column) {
    std::string text;
    std::string line = first;
    for (std::size_t at = 0; at < arguments.size(); ++at) {
        const std::string word = arguments[at] + (at + 1 < arguments.size() ? "," : tail);
        const bool fresh = line.size() <= column;
        if (!fresh && line.size() + 1 + word.size() > kColumns) {
            text += line + "\n";
            line = blanks(column) + word;
        } else {
            line += (fresh ? "" : " ") + word;
        }
    }
    return text + line;
}

bool fits(const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (end - at > kColumns) {
            return false;
        }
        at = end + 1;
    }
    return true;
}

}  // namespace

std::vector<std::string> docLines(std::string_view doc) {
    std::vector<std::string> lines;
    // The text of the comment with its signs: at least the opening and the closing.
    if (doc.size() < 5) {
        return lines;
    }
    doc = doc.substr(3, doc.size() - 5);
    for (std::size_t at = 0; at <= doc.size();) {
        const std::size_t end = std::min(doc.find('\n', at), doc.size());
        lines.push_back(docLine(doc.substr(at, end - at)));
        at = end + 1;
    }
    while (!lines.empty() && lines.back().empty()) {
        lines.pop_back();
    }
    const auto first = std::find_if(lines.begin(), lines.end(),
                                    [](const std::string& line) { return !line.empty(); });
    lines.erase(lines.begin(), first);
    return lines;
}

std::string cppDoc(std::string_view doc, const std::vector<std::string>& more, int indent) {
    std::vector<std::string> lines = docLines(doc);
    if (!lines.empty() && !more.empty()) {
        lines.emplace_back();
    }
    lines.insert(lines.end(), more.begin(), more.end());
    const std::string margin = blanks(static_cast<std::size_t>(indent));
    if (lines.empty()) {
        return {};
    }
    if (lines.size() == 1 && margin.size() + lines[0].size() + 7 <= kColumns) {
        return margin + "/** " + lines[0] + " */\n";
    }
    std::string text = margin + "/**\n";
    for (const std::string& line : wrapped(lines, kColumns - margin.size() - 3)) {
        text += margin + (line.empty() ? " *" : " * ") + line + "\n";
    }
    return text + margin + " */\n";
}

std::string cppString(std::string_view text) {
    std::string literal = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            literal += '\\';
        }
        literal += c;
    }
    return literal + '"';
}

std::string cppSignature(const std::string& head, const std::vector<std::string>& arguments,
                         const std::string& tail, int indent) {
    const std::string margin = blanks(static_cast<std::size_t>(indent));
    std::string one = margin + head + "(";
    for (std::size_t at = 0; at < arguments.size(); ++at) {
        one += (at == 0 ? "" : ", ") + arguments[at];
    }
    one += ")" + tail;
    // As clang-format breaks it: behind a long result type, but in no other place of a head.
    const std::size_t name = head.rfind(' ');
    if (one.size() > kColumns && margin.size() + name > kColumns / 2 && arguments.empty()) {
        one.replace(margin.size() + name, 1, "\n" + margin);
    }
    if (one.size() <= kColumns || arguments.empty()) {
        return one;
    }
    const std::string first = margin + head + "(";
    // Both ways of clang-format to break arguments; it prefers the one with fewer lines.
    const std::string aligned = packed(first, arguments, ")" + tail, first.size());
    const std::string broken =
        first + "\n" + packed(margin + "    ", arguments, ")" + tail, margin.size() + 4);
    const auto lines = [](const std::string& text) {
        return std::count(text.begin(), text.end(), '\n');
    };
    return fits(aligned) && lines(aligned) <= lines(broken) ? aligned : broken;
}

std::string cppClassHead(const std::string& name, const std::string& qualifiers,
                         const std::vector<std::string>& bases) {
    const std::string head = "class " + qualifiers + name;
    std::string one = " : ";
    std::string many = "\n    : ";
    for (std::size_t at = 0; at < bases.size(); ++at) {
        one += (at == 0 ? "" : ", ") + bases[at];
        many += (at == 0 ? "" : ",\n      ") + bases[at];
    }
    return head + (head.size() + one.size() + 2 <= kColumns ? one : many) + " {\n";
}

std::string cppIncludes(const std::set<std::string>& headers, const std::string& except) {
    std::string text;
    for (const std::string& header : headers) {
        if (header != except) {
            text += "#include <" + header + ">\n";
        }
    }
    return text.empty() ? text : text + "\n";
}

std::string cppPrologue(const TypeSymbol& type, const CppNeeds& needs, const std::string& self) {
    return "// Generated by sidlc from " + type.file->source->baseName() + ". Do not edit.\n" +
           "#pragma once\n\n" + cppIncludes(needs.headers, self) +
           cppIncludes(needs.standardHeaders);
}

std::string cppForwards(const CppNeeds& needs, const TypeSymbol& self) {
    std::string text;
    const std::string own = cppNamespace(self.packages);
    for (const auto& [scope, names] : needs.forwards) {
        std::string lines;
        for (const auto& [name, keyword] : names) {
            if (scope != own || name != cppIdentifier(self.name)) {
                lines += keyword + " " + name + ";\n";
            }
        }
        if (!lines.empty()) {
            text += scope.empty() ? lines + "\n"
                                  : "namespace " + scope + " {\n" + lines + "}  // namespace " +
                                        scope + "\n\n";
        }
    }
    return text;
}

std::string cppInNamespace(const std::string& name, const std::string& body) {
    if (name.empty()) {
        return body;
    }
    return "namespace " + name + " {\n\n" + body + "\n}  // namespace " + name + "\n";
}

}  // namespace sidlc
