#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ExpressionParser.hpp"
#include "SyntaxTree.hpp"
#include "TokenStream.hpp"

namespace sidlc {

/// Reads the parts that declarations share: names, versions, types, custom attributes. Errors are
/// reported and thrown as SyntaxError.
class TypeParser final {
public:
    explicit TypeParser(TokenStream& stream) : stream_(stream) {}

    /// A name with dots, relative or from the root; `what` is expected if there is none.
    ScopedName parseScopedName(std::string_view what);
    /// One or more, separated by commas.
    std::vector<ScopedName> parseScopedNames(std::string_view what);

    /// `version` and its number.
    Version parseVersion();
    /// The number alone: at least two numbers joined by dots. A wrong one is reported and skipped;
    /// the text is then empty.
    Version parseVersionNumber();

    /// The type of a value: any type except void and rarray. `prefix` precedes `what` in the
    /// message.
    TypeUse parseType(std::string_view what, std::string_view prefix = {});

    /// `type name` or `rarray<...> name(...)`; the name goes to `name` and `nameLocation`.
    TypeUse parseTypeAndName(std::string& name, Location& nameLocation, std::string_view what);

    /// Appends the entries of one `%attrib{...}`.
    void parseCustomAttributes(std::vector<CustomAttribute>& into);

    /// True when the current token can begin a type.
    bool atType();

private:
    TypeUse parseArray();
    TypeUse parseRarray(std::string& name, Location& nameLocation);
    std::int64_t parseDimension();

    TokenStream& stream_;
};

/// The value of an integer token with an optional sign; nothing if it does not fit 64 bits.
std::optional<std::int64_t> integerValue(std::string_view text);

}  // namespace sidlc
