#include "script/Command.hpp"

#include <array>
#include <cstddef>
#include <cstdio>

#include "script/CommandError.hpp"

namespace gantry::framework::script {
namespace {

bool isBlank(char c) {
    return c == ' ' || c == '\t';
}

void refuseControl(char c, std::size_t at) {
    const auto code = static_cast<unsigned char>(c);
    if ((code < 0x20 && c != '\t') || code == 0x7f) {
        std::array<char, 8> hex{};
        std::snprintf(hex.data(), hex.size(), "0x%02x", code);
        throw CommandError(static_cast<int>(at) + 1, std::string("control character ") +
                                                         hex.data() + "; a script is plain text");
    }
}

}  // namespace

std::string Command::textFrom(std::size_t argument) const {
    if (argument >= arguments.size()) {
        return {};
    }
    const auto begin = static_cast<std::size_t>(arguments[argument].column) - 1;
    const Word& last = arguments.back();
    return line.substr(begin, static_cast<std::size_t>(last.column) - 1 + last.text.size() - begin);
}

std::vector<Word> splitWords(const std::string& line) {
    std::vector<Word> words;
    bool inWord = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        refuseControl(line[i], i);
        if (isBlank(line[i])) {
            inWord = false;
            continue;
        }
        if (!inWord) {
            // Columns count bytes, from 1.
            words.push_back({{}, static_cast<int>(i) + 1});
            inWord = true;
        }
        words.back().text += line[i];
    }
    return words;
}

bool isComment(const std::vector<Word>& words) {
    return words.empty() || words[0].text[0] == '#' || words[0].text[0] == '!' ||
           words[0].text.rfind("//", 0) == 0;
}

}  // namespace gantry::framework::script
