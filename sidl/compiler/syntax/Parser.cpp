#include "Parser.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "ExpressionParser.hpp"
#include "MethodParser.hpp"
#include "TokenStream.hpp"
#include "TypeParser.hpp"

namespace sidlc {

namespace {

class Parser final {
public:
    Parser(const SourceText& source, Diagnostics& diagnostics)
        : stream_(source, diagnostics), types_(stream_), methods_(stream_) {}

    SyntaxTree parseFile() {
        SyntaxTree tree;
        try {
            parseClauses(tree);
            parseDeclarations(tree.declarations, false);
        } catch (const SyntaxError&) {
            // Reported already; thrown this far only when no further error is kept.
        }
        return tree;
    }

private:
    void parseClauses(SyntaxTree& tree) {
        while (stream_.at("version") || stream_.at("require") || stream_.at("import")) {
            try {
                parseClause(tree);
            } catch (const SyntaxError&) {
                // The clause may have failed anywhere before its semicolon.
                skipDeclaration(stream_.position(), stream_.openBraces());
            }
        }
    }

    void parseClause(SyntaxTree& tree) {
        PackageClause clause;
        clause.location = stream_.peek().location;
        if (stream_.at("version")) {
            parseOldVersion(tree, std::move(clause));
            return;
        }
        const bool isRequire = stream_.at("require");
        // The order is that of the grammar.
        if (isRequire && !tree.imports.empty()) {
            stream_.fail("the 'require' clauses before the 'import' clauses");
        }
        stream_.take();
        clause.name = types_.parseScopedName("the name of a package");
        if (isRequire || stream_.at("version")) {
            clause.version = types_.parseVersion();
        }
        stream_.expect(";", " after the clause");
        (isRequire ? tree.requirements : tree.imports).push_back(std::move(clause));
    }

    void parseOldVersion(SyntaxTree& tree, PackageClause clause) {
        stream_.take();
        clause.name = types_.parseScopedName("the name of a package");
        clause.version = types_.parseVersionNumber();
        stream_.expect(";", " after the version");
        stream_.diagnostics().report(clause.location, Rule::OldVersionForm,
                                     "'version " + clause.name.text() + " " + clause.version->text +
                                         ";' is the old form; write 'package " +
                                         clause.name.text() + " version " + clause.version->text +
                                         " {'");
        tree.oldVersions.push_back(std::move(clause));
    }

    void parseDeclarations(std::vector<Declaration>& into, bool inPackage) {
        while (!stream_.atEnd() && !(inPackage && stream_.at("}"))) {
            const std::size_t begin = stream_.position();
            const int openBraces = stream_.openBraces();
            try {
                into.push_back(parseDeclaration(inPackage));
            } catch (const SyntaxError&) {
                if (stream_.diagnostics().full()) {
                    // No more errors are kept: the rest of the file is not worth reading.
                    throw;
                }
                skipDeclaration(begin, openBraces);
            }
        }
    }

    Declaration parseDeclaration(bool inPackage) {
        // Packages may hold packages: bounded, as this parser is recursive.
        const TokenStream::Nesting nesting(stream_);
        Declaration declaration;
        declaration.doc = stream_.peek().doc;
        while (acceptAttribute(declaration)) {
        }
        if (!beginsDeclaration(stream_.peek())) {
            failAtDeclaration(declaration, inPackage);
        }
        const std::string kind(stream_.take().text);
        const Token name = stream_.expectName(kind, "the name of the ");
        declaration.name = name.text;
        declaration.location = name.location;
        if (kind == "package") {
            declaration.body = parsePackage(declaration);
        } else if (kind == "class") {
            declaration.body = parseClass(declaration);
        } else if (kind == "interface") {
            declaration.body = parseInterface(declaration);
        } else if (kind == "struct") {
            declaration.body = parseStruct(declaration);
        } else {
            declaration.body = parseEnumeration(declaration);
        }
        stream_.accept(";");
        return declaration;
    }

    [[noreturn]] void failAtDeclaration(const Declaration& declaration, bool inPackage) {
        std::string expected = "'package', 'interface', 'class', 'struct' or 'enum'";
        if (declaration.attributes.empty() && declaration.customAttributes.empty()) {
            expected +=
                inPackage ? ", or '}' at the end of the package" : ", or the end of the file";
        }
        if (stream_.at("require") || stream_.at("import") || stream_.at("version")) {
            expected += " (clauses come before the first declaration)";
        }
        stream_.fail(expected);
    }

    bool acceptAttribute(Declaration& declaration) {
        if (stream_.at("%attrib{")) {
            types_.parseCustomAttributes(declaration.customAttributes);
            return true;
        }
        if (stream_.at("final") || stream_.at("abstract")) {
            const auto kind = stream_.at("final") ? TypeAttribute::Final : TypeAttribute::Abstract;
            declaration.attributes.push_back({stream_.take().location, kind});
            return true;
        }
        return false;
    }

    void expectClosingBrace(const std::string& what, const Declaration& declaration) {
        if (!stream_.accept("}")) {
            stream_.fail("'}' at the end of " + what + " " + inQuotes(declaration.name) +
                         " (begun in line " + std::to_string(declaration.location.line) + ")");
        }
    }

    Package parsePackage(const Declaration& declaration) {
        Package package;
        if (stream_.at(".")) {
            stream_.fail("one name after 'package' (nest packages instead of joining their names)");
        }
        if (stream_.at("version")) {
            package.version = types_.parseVersion();
        }
        stream_.expect("{", " or 'version' after the name of the package");
        parseDeclarations(package.members, true);
        expectClosingBrace("package", declaration);
        return package;
    }

    Class parseClass(const Declaration& declaration) {
        Class body;
        if (stream_.accept("extends")) {
            body.extends = types_.parseScopedName("a class");
        }
        while (stream_.at("implements") || stream_.at("implements-all")) {
            const bool all = stream_.take().text == "implements-all";
            for (ScopedName& name : types_.parseScopedNames("an interface")) {
                body.implements.push_back({std::move(name), all});
            }
        }
        stream_.expect("{", ", 'extends', 'implements' or 'implements-all' in a class");
        methods_.parseBody(body.invariants, body.methods);
        expectClosingBrace("class", declaration);
        return body;
    }

    Interface parseInterface(const Declaration& declaration) {
        Interface body;
        if (stream_.accept("extends")) {
            body.extends = types_.parseScopedNames("an interface");
        }
        stream_.expect("{", " or 'extends' in an interface");
        methods_.parseBody(body.invariants, body.methods);
        expectClosingBrace("interface", declaration);
        return body;
    }

    Struct parseStruct(const Declaration& declaration) {
        Struct body;
        stream_.expect("{", " after the name of the struct");
        while (!stream_.at("}") && !stream_.atEnd()) {
            StructMember member;
            member.doc = stream_.peek().doc;
            member.type = types_.parseTypeAndName(member.name, member.location, "a struct member");
            stream_.expect(";", " after the struct member");
            body.members.push_back(std::move(member));
        }
        expectClosingBrace("struct", declaration);
        return body;
    }

    Enumeration parseEnumeration(const Declaration& declaration) {
        Enumeration body;
        stream_.expect("{", " after the name of the enum");
        do {
            body.enumerators.push_back(parseEnumerator());
        } while (stream_.accept(",") && !stream_.at("}"));
        expectClosingBrace("enum", declaration);
        number(body.enumerators);
        return body;
    }

    // Enumerators without a value get the smallest values from 0 on that are not given explicitly,
    // in order.
    static void number(std::vector<Enumerator>& enumerators) {
        std::set<std::int64_t> given;
        for (const Enumerator& each : enumerators) {
            if (each.value) {
                given.insert(*each.value);
            }
        }
        std::int64_t next = 0;
        for (Enumerator& each : enumerators) {
            if (each.written.empty()) {
                while (given.count(next) != 0) {
                    ++next;
                }
                each.value = next++;
            }
        }
    }

    Enumerator parseEnumerator() {
        Enumerator enumerator;
        enumerator.doc = stream_.peek().doc;
        const Token name = stream_.expectName("the name of an enumerator");
        enumerator.name = name.text;
        enumerator.location = name.location;
        if (stream_.accept("=")) {
            enumerator.written = ExpressionParser(stream_).parseInteger().text;
            enumerator.value = integerValue(enumerator.written);
        }
        return enumerator;
    }

    // Skips to where the next declaration may begin: after the body or the `;` of this one, before
    // a keyword that begins one, or before the brace that ends the enclosing package.
    void skipDeclaration(std::size_t begin, int openBraces) {
        while (!stream_.atEnd()) {
            const bool moved = stream_.position() > begin;
            const bool inside = stream_.openBraces() > openBraces;
            if (moved && (beginsDeclaration(stream_.peek()) || (!inside && stream_.at("}")))) {
                break;
            }
            const Token token = stream_.take();
            if (stream_.openBraces() <= openBraces && (token.is(";") || token.is("}"))) {
                stream_.accept(";");
                break;
            }
        }
        stream_.setOpenBraces(openBraces);
    }

    TokenStream stream_;
    TypeParser types_;
    MethodParser methods_;
};

}  // namespace

SyntaxTree parse(const SourceText& source, Diagnostics& diagnostics) {
    return Parser(source, diagnostics).parseFile();
}

}  // namespace sidlc
