#include <base/text/ManPage.hpp>

#include <algorithm>
#include <cctype>

namespace gantry::base {

namespace {

std::string escaped(const std::string& text) {
    std::string roff;
    for (const char c : text) {
        if (c == '\\') {
            roff += "\\e";
        } else if (c == '-') {
            roff += "\\-";
        } else if ((c == '.' || c == '\'') && (roff.empty() || roff.back() == '\n')) {
            // At the beginning of a line these would be a request.
            roff += "\\&";
            roff += c;
        } else {
            roff += c;
        }
    }
    return roff;
}

}  // namespace

ManPage::ManPage(const std::string& name, const std::string& version, const std::string& summary) {
    std::string upper = name;
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    text_ = ".TH " + upper + " 1 \"\" \"Gantry " + version + "\" \"Gantry\"\n.SH NAME\n" +
            escaped(name) + " \\- " + escaped(summary) + '\n';
}

ManPage& ManPage::section(const std::string& title) {
    text_ += ".SH " + title + '\n';
    return *this;
}

ManPage& ManPage::paragraph(const std::string& text) {
    text_ += ".PP\n" + escaped(text) + '\n';
    return *this;
}

ManPage& ManPage::item(const std::string& term, const std::string& text) {
    text_ += ".TP\n.B " + escaped(term) + '\n' + escaped(text) + '\n';
    return *this;
}

ManPage& ManPage::lines(const std::vector<std::string>& lines) {
    text_ += ".PP\n.nf\n";
    for (const std::string& line : lines) {
        text_ += escaped(line) + '\n';
    }
    text_ += ".fi\n";
    return *this;
}

}  // namespace gantry::base
