// Takes any bytes through the whole of sidlc and checks what must hold for every text.

#include <compiler/driver/Compilation.hpp>
#include <compiler/emit/cpp/CppEmitter.hpp>
#include <compiler/emit/null/NullEmitter.hpp>
#include <compiler/print/JsonEmitter.hpp>
#include <compiler/print/Printer.hpp>
#include <compiler/syntax/Parser.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

// libFuzzer keeps the input of a run that aborts.
void require(bool holds, const char* what, std::string_view shown = {}) {
    if (!holds) {
        std::fprintf(stderr, "fuzz-sidl: does not hold: %s\n%.*s\n", what,
                     static_cast<int>(shown.size()), shown.data());
        std::abort();
    }
}

// The canonical form of a text without syntax errors.
std::string canonical(const std::string& text, const char* what) {
    const sidlc::SourceText source("fuzz.sidl", text);
    sidlc::Diagnostics diagnostics;
    const sidlc::SyntaxTree tree = sidlc::parse(source, diagnostics);
    require(!diagnostics.hasErrors(), what, text + diagnostics.text());
    return sidlc::printed(source, tree);
}

// The document without what the canonical form may change: places, and blanks in comments.
std::string placeless(const std::string& json) {
    std::istringstream lines(json);
    std::string kept;
    for (std::string line; std::getline(lines, line);) {
        const std::string_view key = std::string_view(line).substr(line.find_first_not_of(' '));
        if (key.rfind("\"line\":", 0) != 0 && key.rfind("\"column\":", 0) != 0 &&
            key.rfind("\"doc\":", 0) != 0) {
            kept += line + "\n";
        }
    }
    return kept;
}

std::string allText(const std::vector<sidlc::GeneratedFile>& files) {
    std::string all;
    for (const sidlc::GeneratedFile& file : files) {
        all += file.path.string() + "\n" + file.text;
    }
    return all;
}

bool parses(const std::string& text) {
    const sidlc::SourceText source("fuzz.sidl", text);
    sidlc::Diagnostics diagnostics;
    sidlc::parse(source, diagnostics);
    return !diagnostics.hasErrors();
}

// Enough of package sidl for most texts. Behind a text it saves reading the whole one, which takes
// ten times as long as the text itself.
constexpr std::string_view kSmallBase =
    " package sidl version 0.9.17 { interface BaseInterface {} class BaseClass implements-all "
    "BaseInterface {} interface BaseException { string getNote(); } class SIDLException "
    "implements-all BaseException {} interface RuntimeException extends BaseException {} class "
    "InvViolation extends SIDLException implements-all RuntimeException {} package io { interface "
    "Serializable {} } }";

// One of eight texts is taken as it is.
std::string withBase(std::string text) {
    if (text.size() % 8 != 0) {
        text += kSmallBase;
    }
    return text;
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = withBase({reinterpret_cast<const char*>(data), size});
    sidlc::Diagnostics diagnostics;
    const auto model = sidlc::compileText("fuzz.sidl", text, diagnostics);
    const std::string messages = diagnostics.text();
    require(diagnostics.hasErrors() == (messages.find(": error: ") != messages.npos),
            "a refused text has an error with a place, an accepted one has none", messages);
    if (!parses(text)) {
        require(diagnostics.hasErrors(), "what does not parse is refused", text);
        return 0;
    }
    const std::string once = canonical(text, "a text that parses can be printed");
    const std::string twice = canonical(once, "the canonical form parses");
    require(once == twice, "printing the canonical form again changes nothing", once + twice);
    sidlc::Diagnostics again;
    const auto reread = sidlc::compileText("fuzz.sidl", once, again);
    require(diagnostics.hasErrors() == again.hasErrors(),
            "the canonical form has the verdict of the text", messages + once + again.text());
    if (diagnostics.hasErrors()) {
        return 0;
    }
    require(placeless(sidlc::jsonText(*model)) == placeless(sidlc::jsonText(*reread)),
            "the canonical form has the model of the text", once);
    require(allText(sidlc::emitCpp(*model)) == allText(sidlc::emitCpp(*reread)),
            "the canonical form gives the headers of the text", once);
    require(allText(sidlc::emitNull(*model)) == allText(sidlc::emitNull(*reread)),
            "the canonical form gives the twins of the text", once);
    return 0;
}
