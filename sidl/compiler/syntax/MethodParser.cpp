#include "MethodParser.hpp"

#include <array>
#include <iterator>
#include <utility>

namespace sidlc {

namespace {

// A list this long is kept as it is: its unused capacity costs less than moving the elements again.
constexpr std::size_t kLong = 1000;

// The elements in a list without unused capacity.
template <class Element>
std::vector<Element> moved(std::vector<Element>& from) {
    if (from.size() > kLong) {
        return std::move(from);
    }
    return {std::make_move_iterator(from.begin()), std::make_move_iterator(from.end())};
}

}  // namespace

bool beginsDeclaration(const Token& token) {
    return token.is("class") || token.is("interface") || token.is("package") ||
           token.is("struct") || token.is("enum");
}

// Also at a declaration, which cannot be inside: then a '}' is missing, and what follows is read.
bool MethodParser::atBodyEnd() {
    return stream_.at("}") || stream_.atEnd() || beginsDeclaration(stream_.peek());
}

void MethodParser::parseBody(std::vector<Assertion>& invariants, std::vector<Method>& methods) {
    // Kept from one body to the next, so that its memory is reused; the tree gets a list of the
    // right size.
    methods_.clear();
    parseMethods(invariants);
    methods = moved(methods_);
}

void MethodParser::parseMethods(std::vector<Assertion>& invariants) {
    while (!atBodyEnd()) {
        const Place begin{stream_.position(), stream_.openBraces()};
        const std::size_t complete = methods_.size();
        try {
            // Invariants come first; later ones are read as a method and reported there.
            if (stream_.at("invariant") && methods_.empty()) {
                parseInvariants(invariants);
            } else {
                parseMethod(methods_.emplace_back());
            }
        } catch (const SyntaxError&) {
            // The wrong method is dropped, so that the tree holds whole ones only.
            methods_.resize(complete);
            if (stream_.diagnostics().full()) {
                throw;
            }
            skipToNextMethod(begin);
        }
    }
}

void MethodParser::parseInvariants(std::vector<Assertion>& invariants) {
    stream_.take();
    ExpressionParser(stream_).parseAssertions(invariants);
}

void MethodParser::parseMethod(Method& method) {
    method.doc = stream_.peek().doc;
    while (acceptAttribute(method)) {
    }
    method.result.location = stream_.peek().location;
    if (!stream_.accept("void")) {
        method.result = types_.parseType("a method (its result type or 'void') or '}'");
    }
    const Token name = stream_.expectName("the name of the method");
    method.name = name.text;
    method.location = name.location;
    if (stream_.at(TokenKind::Extension)) {
        const std::string_view brackets = stream_.take().text;
        method.extension = brackets.substr(1, brackets.size() - 2);
    }
    stream_.expect("(", " before the arguments of method ", method.name);
    if (!stream_.at(")")) {
        method.arguments = parseArguments();
    }
    stream_.expect(")", " or ',' after the arguments of method ", method.name);
    if (stream_.accept("throws")) {
        method.throws = types_.parseScopedNames("an exception type");
    }
    if (stream_.accept("from")) {
        method.from = types_.parseScopedName("the method that is renamed");
    }
    stream_.expect(";", " after method ", method.name);
    parseContract(method);
}

bool MethodParser::acceptAttribute(Method& method) {
    static constexpr std::array<std::pair<std::string_view, MethodAttribute>, 7> kAttributes = {{
        {"oneway", MethodAttribute::Oneway},
        {"local", MethodAttribute::Local},
        {"static", MethodAttribute::Static},
        {"abstract", MethodAttribute::Abstract},
        {"final", MethodAttribute::Final},
        {"nonblocking", MethodAttribute::Nonblocking},
        {"copy", MethodAttribute::Copy},
    }};
    if (stream_.at("%attrib{")) {
        types_.parseCustomAttributes(method.customAttributes);
        return true;
    }
    if (!stream_.at(TokenKind::Keyword)) {
        return false;
    }
    for (const auto& [spelling, attribute] : kAttributes) {
        if (stream_.at(spelling)) {
            method.attributes.push_back({stream_.take().location, attribute});
            return true;
        }
    }
    return false;
}

std::vector<Argument> MethodParser::parseArguments() {
    arguments_.clear();
    do {
        parseArgument(arguments_.emplace_back());
    } while (stream_.accept(","));
    return moved(arguments_);
}

void MethodParser::parseArgument(Argument& argument) {
    while (stream_.at("copy") || stream_.at("%attrib{")) {
        if (stream_.at("copy")) {
            const Token word = stream_.take();
            if (argument.copy) {
                stream_.diagnostics().report(word.location, Rule::AttributeTwice,
                                             "'copy' is given twice; leave one out");
            }
            argument.copy = true;
        } else {
            types_.parseCustomAttributes(argument.customAttributes);
        }
    }
    argument.mode = parseMode();
    argument.type = types_.parseTypeAndName(argument.name, argument.location, "the argument");
}

Mode MethodParser::parseMode() {
    if (stream_.accept("in")) {
        return Mode::In;
    }
    if (stream_.accept("out")) {
        return Mode::Out;
    }
    if (stream_.accept("inout")) {
        return Mode::Inout;
    }
    stream_.fail("the mode of an argument ('in', 'out' or 'inout')");
}

void MethodParser::parseContract(Method& method) {
    ExpressionParser expressions(stream_);
    while (stream_.accept("require")) {
        expressions.parseAssertions(method.preconditions);
    }
    while (stream_.accept("ensure")) {
        expressions.parseAssertions(method.postconditions);
    }
}

void MethodParser::skipToNextMethod(const Place& begin) {
    while (!stream_.atEnd()) {
        // At least one token is skipped, or the loop would meet the same error for ever.
        const bool moved = stream_.position() > begin.position;
        const bool inside = stream_.openBraces() > begin.openBraces;
        if (moved && beginsDeclaration(stream_.peek())) {
            break;
        }
        if (!inside && stream_.at("}")) {
            break;
        }
        if (stream_.take().is(";") && !inside) {
            break;
        }
    }
    stream_.setOpenBraces(begin.openBraces);
}

}  // namespace sidlc
