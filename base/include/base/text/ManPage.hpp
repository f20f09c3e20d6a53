#pragma once

#include <string>
#include <vector>

namespace gantry::base {

/// A manual page of section 1 in the language of man(7), written from the top. Texts may hold
/// anything; the escapes of roff are added here. The functions return this object, so that calls
/// can be chained. So `man` shows it at any width; nothing is wrapped here.
class ManPage final {
public:
    /// The heading, and the section NAME: "NAME - SUMMARY".
    ManPage(const std::string& name, const std::string& version, const std::string& summary);

    /// Begins a section; the title is written as it is.
    ManPage& section(const std::string& title);
    /// A filled paragraph.
    ManPage& paragraph(const std::string& text);
    /// A term in bold and its indented description.
    ManPage& item(const std::string& term, const std::string& text);
    /// Lines that are not filled.
    ManPage& lines(const std::vector<std::string>& lines);

    /// The page so far.
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    std::string text_;
};

}  // namespace gantry::base
