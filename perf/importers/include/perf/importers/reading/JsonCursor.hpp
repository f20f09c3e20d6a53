#pragma once

#include <perf/importers/reading/ImportFile.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// Goes once through a JSON text, value by value, without a tree in memory and without recursion,
/// so that neither size nor nesting of a file takes more than the file does. Numbers are given as
/// they are written, so that no digit is lost. Strings may have any bytes. What is not JSON throws
/// base::InputError with its line and byte. For one thread; the file must outlive it.
///
///     json.enterObject();
///     while (json.nextMember(key)) { if (key == "ts") { ... json.number(); } else { json.skip(); }
///     }
///
/// Each value is read exactly once: by entering it, by one of the readers, or by skip().
class JsonCursor final {
public:
    /// Literal: true, false or null.
    enum class Kind { Object, Array, Text, Number, Literal };

    /// At the value at that offset, by default the one of the whole file. file must hold the whole
    /// text.
    explicit JsonCursor(const ImportFile& file, std::size_t offset = 0);

    /// At the value at that offset of the same file.
    [[nodiscard]] JsonCursor copyAt(std::size_t offset) const { return JsonCursor(file_, offset); }

    /// The kind of the value that is next. Throws where no value stands.
    Kind kind();
    /// Where the next value, or else the next byte, is.
    std::size_t offset();

    /// Throws where the next value is something else, as the other readers.
    void enterObject();
    /// Gets the name of the next member, whose value is next then; false after the last one, which
    /// leaves the object.
    bool nextMember(std::string& name);
    /// Then nextElement(), until it returns false. Throws as enterObject().
    void enterArray();
    /// Whether there is a further element, which is next then; false leaves the array.
    bool nextElement();
    /// The same; a text that ends here, between two elements, counts as the end of the array.
    bool nextElementOrCut(bool& isCut);

    /// With escapes resolved; \u escapes become UTF-8.
    std::string text();
    /// A number as it is written.
    std::string_view number();
    /// A number, or the text of a string that has one.
    std::string numberOrText();
    /// Any value, with all that is inside it.
    void skip();
    /// Nothing but white space follows.
    void end();

    /// Throws as ImportFile::failInText at the place of the next value.
    [[noreturn]] void fail(const std::string& what);

private:
    void skipSpace();
    void expect(Kind kind, const char* what);
    // Moves to the next element or member; false at the closing bracket, which it takes.
    bool next(char close);
    bool nextInside();
    std::string_view rawText();
    void appendEscape(std::string_view raw, std::size_t& at, std::string& text);
    void skipLiteral();
    [[noreturn]] void failHere(const std::string& what);

    const ImportFile& file_;
    std::string_view bytes_;
    std::size_t at_;
    std::vector<char> open_;  // the closing brackets that are due
    bool isFirst_ = false;    // nothing was read of the innermost object or array
};

/// Of the beginning of a JSON file: the names of the members of its outermost object that are in
/// it, as far as they are short; an array has the members of its first object behind a name "[".
std::vector<std::string> firstNames(std::string_view beginning);

/// Whether that name is among them.
bool hasName(const std::vector<std::string>& names, std::string_view name);

}  // namespace gantry::perf
