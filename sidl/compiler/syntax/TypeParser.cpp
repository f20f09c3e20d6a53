#include "TypeParser.hpp"

#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

namespace sidlc {

namespace {

constexpr std::array<std::pair<std::string_view, Primitive>, 10> kPrimitives = {{
    {"bool", Primitive::Bool},
    {"char", Primitive::Char},
    {"int", Primitive::Int},
    {"long", Primitive::Long},
    {"float", Primitive::Float},
    {"double", Primitive::Double},
    {"fcomplex", Primitive::Fcomplex},
    {"dcomplex", Primitive::Dcomplex},
    {"string", Primitive::String},
    {"opaque", Primitive::Opaque},
}};

std::optional<Primitive> primitiveAt(const Token& token) {
    if (token.kind != TokenKind::Keyword) {
        return std::nullopt;
    }
    for (const auto& [spelling, primitive] : kPrimitives) {
        if (token.text == spelling) {
            return primitive;
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::int64_t> integerValue(std::string_view text) {
    const bool negative = !text.empty() && text[0] == '-';
    text.remove_prefix(!text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0);
    text.remove_suffix(!text.empty() && (text.back() == 'l' || text.back() == 'L') ? 1 : 0);
    // As in C: 0x is hexadecimal, a leading 0 octal.
    int base = 10;
    if (text.size() > 2 && (text[1] == 'x' || text[1] == 'X')) {
        base = 16;
        text.remove_prefix(2);
    } else if (text.size() > 1 && text[0] == '0') {
        base = 8;
    }
    std::uint64_t magnitude = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), magnitude, base);
    // The least number, -2^63, is refused with it: no place in SIDL takes it.
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (error != std::errc() || end != text.data() + text.size() || magnitude > kMost) {
        return std::nullopt;
    }
    const auto value = static_cast<std::int64_t>(magnitude);
    return negative ? -value : value;
}

ScopedName TypeParser::parseScopedName(std::string_view what) {
    ScopedName name;
    name.location = stream_.peek().location;
    // Unique in its file: the resolver keeps the targets of names in a table by this number.
    name.ordinal = stream_.nextNameOrdinal();
    name.fromRoot = stream_.accept(".");
    name.path = stream_.expect(TokenKind::Identifier, what).text;
    while (stream_.accept(".")) {
        name.path += '.';
        name.path += stream_.expect(TokenKind::Identifier, "a name after '.'").text;
    }
    if (stream_.at(TokenKind::Extension)) {
        const std::string_view brackets = stream_.take().text;
        name.extension = brackets.substr(1, brackets.size() - 2);
    }
    return name;
}

std::vector<ScopedName> TypeParser::parseScopedNames(std::string_view what) {
    std::vector<ScopedName> names;
    do {
        names.push_back(parseScopedName(what));
    } while (stream_.accept(","));
    return names;
}

Version TypeParser::parseVersion() {
    stream_.expect("version");
    return parseVersionNumber();
}

Version TypeParser::parseVersionNumber() {
    const Token token = stream_.peek();
    if (stream_.at(TokenKind::SimpleReal) || stream_.at(TokenKind::Version)) {
        stream_.take();
        return {token.location, std::string(token.text)};
    }
    // What follows a wrong version is usually right, so it is read as well.
    stream_.diagnostics().error(
        token.location, "expected a version such as 1.0 or 1.0.2, found " + describe(token));
    while (!stream_.atEnd() && !stream_.at("{") && !stream_.at("}") && !stream_.at(";")) {
        stream_.take();
    }
    return {token.location, {}};
}

bool TypeParser::atType() {
    return stream_.at(TokenKind::Identifier) || stream_.at(".") || stream_.at("array") ||
           primitiveAt(stream_.peek()).has_value();
}

TypeUse TypeParser::parseType(std::string_view what, std::string_view prefix) {
    TypeUse use;
    use.location = stream_.peek().location;
    if (const auto primitive = primitiveAt(stream_.peek())) {
        stream_.take();
        use.type = *primitive;
        return use;
    }
    if (stream_.at("array")) {
        return parseArray();
    }
    if (!atType()) {
        stream_.fail(std::string(prefix).append(what));
    }
    use.type = parseScopedName(what);
    return use;
}

TypeUse TypeParser::parseTypeAndName(std::string& name, Location& nameLocation,
                                     std::string_view what) {
    if (stream_.at("rarray")) {
        return parseRarray(name, nameLocation);
    }
    TypeUse use = parseType(what, "the type of ");
    const Token token = stream_.expectName(what, "the name of ");
    name = token.text;
    nameLocation = token.location;
    return use;
}

TypeUse TypeParser::parseArray() {
    TypeUse use;
    use.location = stream_.take().location;
    ArrayType array;
    stream_.expect("<", " after 'array'");
    if (const auto primitive = primitiveAt(stream_.peek())) {
        stream_.take();
        array.element = *primitive;
    } else if (!stream_.at(">")) {
        array.element = parseScopedName("the element type of the array");
    }
    if (array.element.index() != 0) {
        // After one comma there is either the dimension or the order: the token behind it decides.
        if (stream_.at(",") && !stream_.peek(1).is("row-major") &&
            !stream_.peek(1).is("column-major")) {
            stream_.take();
            array.dimension = parseDimension();
        }
        if (stream_.accept(",")) {
            array.order = stream_.at("row-major") ? ArrayOrder::RowMajor : ArrayOrder::ColumnMajor;
            if (!stream_.accept("row-major") && !stream_.accept("column-major")) {
                stream_.fail("'row-major' or 'column-major'");
            }
        }
    }
    stream_.expect(">", " at the end of the array type");
    use.type = std::move(array);
    return use;
}

TypeUse TypeParser::parseRarray(std::string& name, Location& nameLocation) {
    TypeUse use;
    use.location = stream_.take().location;
    RarrayType rarray;
    stream_.expect("<", " after 'rarray'");
    const auto primitive = primitiveAt(stream_.peek());
    if (!primitive) {
        stream_.fail("a basic type as element type of the rarray");
    }
    stream_.take();
    rarray.element = *primitive;
    if (stream_.accept(",")) {
        rarray.dimension = parseDimension();
    }
    stream_.expect(">", " at the end of the rarray type");
    const Token token = stream_.expectName("the name of the rarray");
    name = token.text;
    nameLocation = token.location;
    stream_.expect("(", " before the extents of the rarray");
    ExpressionParser expressions(stream_);
    do {
        rarray.extents.push_back(expressions.parseExtent());
    } while (stream_.accept(","));
    stream_.expect(")", " after the extents of the rarray");
    use.type = std::move(rarray);
    return use;
}

std::int64_t TypeParser::parseDimension() {
    const Token token =
        stream_.expect(TokenKind::Integer, "a dimension (a number), 'row-major' or 'column-major'");
    // A number too large for 64 bits is as wrong as the largest one, and the check says so.
    return integerValue(token.text).value_or(std::numeric_limits<std::int64_t>::max());
}

void TypeParser::parseCustomAttributes(std::vector<CustomAttribute>& into) {
    stream_.expect("%attrib{");
    do {
        const Token name = stream_.expect(TokenKind::Identifier, "the name of an attribute");
        CustomAttribute attribute{name.location, std::string(name.text), std::nullopt};
        if (stream_.accept("=")) {
            attribute.value = unescaped(
                stream_.expect(TokenKind::String, "the value of the attribute in quotes").text);
        }
        into.push_back(std::move(attribute));
    } while (stream_.accept(","));
    stream_.expect("}", " after the attributes");
}

}  // namespace sidlc
