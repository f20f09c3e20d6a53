// JSON without a tree: a trace of gigabytes is read in one pass with memory for the depth of its
// nesting alone. Offsets can be kept and returned to by a new cursor.

#include <perf/importers/reading/JsonCursor.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace gantry::perf {

namespace {

constexpr std::string_view kSpace = " \t\r\n";
constexpr std::string_view kNumber = "+-.0123456789eE";
constexpr const char* kDamaged = "; the file is damaged or cut short: write it again";

void appendUtf8(std::uint32_t code, std::string& text) {
    const auto put = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (code < 0x80U) {
        put(code);
    } else if (code < 0x800U) {
        put(0xc0U | (code >> 6U));
        put(0x80U | (code & 0x3fU));
    } else if (code < 0x10000U) {
        put(0xe0U | (code >> 12U));
        put(0x80U | ((code >> 6U) & 0x3fU));
        put(0x80U | (code & 0x3fU));
    } else {
        put(0xf0U | (code >> 18U));
        put(0x80U | ((code >> 12U) & 0x3fU));
        put(0x80U | ((code >> 6U) & 0x3fU));
        put(0x80U | (code & 0x3fU));
    }
}

// Four digits of an escape; -1 where they are not there.
std::int32_t codeUnit(std::string_view raw, std::size_t at) {
    const std::string_view digits = raw.substr(std::min(at, raw.size())).substr(0, 4);
    std::int32_t unit = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), unit, 16);
    // from_chars() also takes a sign.
    const bool isWhole =
        digits.size() == 4 && end == digits.data() + digits.size() && digits.front() != '-';
    return error == std::errc() && isWhole ? unit : -1;
}

bool isIn(std::int32_t unit, std::int32_t first, std::int32_t last) {
    return unit >= first && unit <= last;
}

}  // namespace

JsonCursor::JsonCursor(const ImportFile& file, std::size_t offset)
    : file_(file), bytes_(file.bytes()), at_(offset) {}

void JsonCursor::skipSpace() {
    at_ = std::min(bytes_.find_first_not_of(kSpace, at_), bytes_.size());
}

std::size_t JsonCursor::offset() {
    skipSpace();
    return at_;
}

void JsonCursor::fail(const std::string& what) {
    file_.failInText(offset(), what);
}

void JsonCursor::failHere(const std::string& what) {
    fail((offset() == bytes_.size() ? "the text ends where " + what + " is due"
                                    : what + " is due here") +
         kDamaged);
}

JsonCursor::Kind JsonCursor::kind() {
    skipSpace();
    const char first = at_ < bytes_.size() ? bytes_[at_] : '\0';
    switch (first) {
        case '{':
            return Kind::Object;
        case '[':
            return Kind::Array;
        case '"':
            return Kind::Text;
        case 't':
        case 'f':
        case 'n':
            return Kind::Literal;
        default:
            if (first == '-' || (first >= '0' && first <= '9')) {
                return Kind::Number;
            }
            failHere("a value");
    }
}

void JsonCursor::expect(Kind kind, const char* what) {
    if (this->kind() != kind) {
        fail(std::string(what) + " is due here; the file is not of this format, or damaged");
    }
}

void JsonCursor::enterObject() {
    expect(Kind::Object, "an object");
    ++at_;
    open_.push_back('}');
    isFirst_ = true;
}

void JsonCursor::enterArray() {
    expect(Kind::Array, "an array");
    ++at_;
    open_.push_back(']');
    isFirst_ = true;
}

// isFirst_ is set where an object or array begins, and cleared by the first step inside; a nested
// one is over before the next step outside, so one flag serves all levels.
bool JsonCursor::next(char close) {
    skipSpace();
    const bool isFirst = isFirst_;
    isFirst_ = false;
    const char byte = at_ < bytes_.size() ? bytes_[at_] : '\0';
    if (byte == close) {
        ++at_;
        open_.pop_back();
        return false;
    }
    // No comma before the first one.
    if (isFirst) {
        return true;
    }
    if (byte != ',') {
        failHere(std::string("',' or '") + close + "'");
    }
    ++at_;
    return true;
}

bool JsonCursor::nextMember(std::string& name) {
    if (!next('}')) {
        return false;
    }
    skipSpace();
    if (at_ >= bytes_.size() || bytes_[at_] != '"') {
        failHere("a name in quotes");
    }
    name = text();
    skipSpace();
    if (at_ >= bytes_.size() || bytes_[at_] != ':') {
        failHere("':'");
    }
    ++at_;
    return true;
}

bool JsonCursor::nextElement() {
    return next(']');
}

bool JsonCursor::nextElementOrCut(bool& isCut) {
    const std::size_t next = bytes_.find_first_not_of(" \t\r\n,", at_);
    isCut = next == std::string_view::npos;
    if (isCut) {
        at_ = bytes_.size();
        open_.pop_back();
        return false;
    }
    // Writers that leave the bracket out also leave a comma before it.
    if (bytes_[next] == ']') {
        at_ = next;
    }
    return nextElement();
}

// Escapes are skipped, not decoded: most texts are looked at only to find their end.
std::string_view JsonCursor::rawText() {
    const std::size_t begin = at_ + 1;
    for (std::size_t at = begin;;) {
        at = bytes_.find_first_of("\"\\", at);
        if (at == std::string_view::npos) {
            fail(std::string("the string that begins here has no end") + kDamaged);
        }
        if (bytes_[at] == '"') {
            at_ = at + 1;
            return bytes_.substr(begin, at - begin);
        }
        at += 2;
    }
}

void JsonCursor::appendEscape(std::string_view raw, std::size_t& at, std::string& text) {
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    const char letter = raw[at + 1];
    if (const std::size_t place = kLetters.find(letter); place != std::string_view::npos) {
        text += kMeanings[place];
        at += 2;
        return;
    }
    const std::int32_t unit = letter == 'u' ? codeUnit(raw, at + 2) : -1;
    if (unit < 0) {
        fail("the string before has an invalid escape sequence; the file is damaged");
    }
    // A character beyond 16 bits is written as two escapes, a high and a low surrogate (RFC 8259,
    // 7).
    const bool hasTail = isIn(unit, 0xd800, 0xdbff) && raw.substr(at + 6).starts_with("\\u");
    const std::int32_t tail = hasTail ? codeUnit(raw, at + 8) : -1;
    const bool isPair = isIn(tail, 0xdc00, 0xdfff);
    const auto code =
        static_cast<std::uint32_t>(isPair ? 0x10000 + (unit - 0xd800) * 0x400 + (tail - 0xdc00)
                                   : isIn(unit, 0xd800, 0xdfff) ? 0xfffd  // half of a pair
                                                                : unit);
    appendUtf8(code, text);
    at += isPair ? 12 : 6;
}

std::string JsonCursor::text() {
    expect(Kind::Text, "a string");
    const std::string_view raw = rawText();
    std::string text;
    for (std::size_t at = 0; at < raw.size();) {
        if (raw[at] == '\\') {
            appendEscape(raw, at, text);
            continue;
        }
        const std::size_t end = std::min(raw.find('\\', at), raw.size());
        text += raw.substr(at, end - at);
        at = end;
    }
    return text;
}

// As text: the caller decides on the type, and no digit is lost to a double.
std::string_view JsonCursor::number() {
    expect(Kind::Number, "a number");
    const std::size_t begin = at_;
    at_ = std::min(bytes_.find_first_not_of(kNumber, at_), bytes_.size());
    return bytes_.substr(begin, at_ - begin);
}

std::string JsonCursor::numberOrText() {
    switch (kind()) {
        case Kind::Text:
            return text();
        case Kind::Number:
            return std::string(number());
        default:
            fail("a number or a string is due here; the file is not of this format, or damaged");
    }
}

void JsonCursor::skipLiteral() {
    for (const std::string_view word : {"true", "false", "null"}) {
        if (bytes_.substr(at_).starts_with(word)) {
            at_ += word.size();
            return;
        }
    }
    failHere("a value");
}

bool JsonCursor::nextInside() {
    if (open_.back() == ']') {
        return nextElement();
    }
    std::string name;
    return nextMember(name);
}

void JsonCursor::skip() {
    // The depth is kept in open_, not on the stack of the program: nesting is limited by memory
    // alone.
    const std::size_t outside = open_.size();
    do {
        switch (kind()) {
            case Kind::Object:
                enterObject();
                break;
            case Kind::Array:
                enterArray();
                break;
            case Kind::Text:
                (void)rawText();
                break;
            case Kind::Number:
                (void)number();
                break;
            case Kind::Literal:
                skipLiteral();
                break;
        }
        while (open_.size() > outside && !nextInside()) {
        }
    } while (open_.size() > outside);
}

void JsonCursor::end() {
    if (offset() != bytes_.size()) {
        fail("something follows the end of the document; the file is damaged");
    }
}

namespace {

// Where the string that begins there has its closing quote; the end of the text where it has none.
std::size_t closingQuote(std::string_view text, std::size_t at) {
    while (at < text.size() && text[at] != '"') {
        at += text[at] == '\\' ? 2 : 1;
    }
    return std::min(at, text.size());
}

// Whether a colon is next.
bool isNamed(std::string_view text, std::size_t at) {
    at = text.find_first_not_of(kSpace, at);
    return at != std::string_view::npos && text[at] == ':';
}

}  // namespace

std::vector<std::string> firstNames(std::string_view beginning) {
    std::vector<std::string> names;
    std::size_t at = std::min(beginning.find_first_not_of(kSpace), beginning.size());
    if (at == beginning.size() || (beginning[at] != '{' && beginning[at] != '[')) {
        return names;  // not JSON, or a value alone
    }
    const bool isArray = beginning[at] == '[';
    if (isArray) {
        names.emplace_back("[");
    }
    const int outermost = isArray ? 2 : 1;
    int depth = 0;
    for (; at < beginning.size(); ++at) {
        const char byte = beginning[at];
        if (byte == '[' || byte == '{') {
            ++depth;
        } else if ((byte == ']' || byte == '}') && --depth == 0) {
            break;
        } else if (byte == '"') {
            const std::size_t end = closingQuote(beginning, at + 1);
            if (depth == outermost && isNamed(beginning, end + 1)) {
                names.emplace_back(beginning.substr(at + 1, end - at - 1));
            }
            at = end;
        }
    }
    return names;
}

bool hasName(const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace gantry::perf
