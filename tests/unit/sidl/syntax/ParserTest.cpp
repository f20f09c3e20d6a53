#include <compiler/syntax/Parser.hpp>

#include <doctest/doctest.h>

#include <string>
#include <variant>
#include <vector>

#include "Compiled.hpp"

namespace {

using namespace sidlc;

struct Parsed {
    explicit Parsed(std::string text)
        : source("a.sidl", std::move(text)), tree(parse(source, diagnostics)) {}

    const Declaration& declaration(std::size_t index = 0) const {
        return std::get<Package>(tree.declarations.at(0).body).members.at(index);
    }
    const Method& method(std::size_t index = 0) const {
        return std::get<Interface>(declaration().body).methods.at(index);
    }

    SourceText source;
    Diagnostics diagnostics;
    SyntaxTree tree;
};

Parsed parsedMethods(const std::string& methods) {
    return Parsed(test::inPackage("interface I { " + methods + " }"));
}

// Operators in front of their operands, in brackets.
std::string shape(const Expression& expression) {
    if (expression.operands.empty() && expression.kind != Expression::Kind::Call) {
        return expression.text;
    }
    std::string text = "(" + expression.text;
    for (const Expression& operand : expression.operands) {
        text += " " + shape(operand);
    }
    return text + ")";
}

std::string contractShape(const std::string& expression) {
    const Parsed parsed = parsedMethods("void f(); require " + expression + ";");
    CHECK(parsed.diagnostics.text() == "");
    return shape(parsed.method().preconditions.at(0).expression);
}

TEST_SUITE("sidl.syntax.Parser") {
    TEST_CASE("packages nest, carry versions and documentation") {
        const Parsed parsed(
            "/** Outer. */ package a version 1.2.3 { package b version 0.1 { }; };");

        CHECK(parsed.diagnostics.text() == "");
        const Declaration& outer = parsed.tree.declarations.at(0);
        CHECK(outer.doc == "/** Outer. */");
        CHECK(std::get<Package>(outer.body).version->text == "1.2.3");
        CHECK(parsed.declaration().name == "b");
    }

    TEST_CASE("require and import clauses are kept with their versions") {
        const Parsed parsed("require a.b version 1.0; import c; import d.e version 2.0.1;");

        CHECK(parsed.diagnostics.text() == "");
        CHECK(parsed.tree.requirements.at(0).name.text() == "a.b");
        CHECK_FALSE(parsed.tree.imports.at(0).version.has_value());
        CHECK(parsed.tree.imports.at(1).version->text == "2.0.1");
    }

    TEST_CASE("the old version clause is accepted with a warning") {
        const Parsed parsed("version p 1.0;\npackage p { }");

        CHECK_FALSE(parsed.diagnostics.hasErrors());
        CHECK(parsed.diagnostics.text().find("1:1: warning: 'version p 1.0;' is the old form; "
                                             "write 'package p version 1.0 {'") == 7);
        CHECK(parsed.tree.oldVersions.at(0).version->text == "1.0");
    }

    TEST_CASE("a class keeps what it extends, implements, and how") {
        const Parsed parsed(
            test::inPackage("abstract final class C extends .a.B implements x.I, J "
                            "implements-all K { }"));

        CHECK(parsed.diagnostics.text() == "");
        const auto& body = std::get<Class>(parsed.declaration().body);
        CHECK(parsed.declaration().has(TypeAttribute::Abstract));
        CHECK(parsed.declaration().has(TypeAttribute::Final));
        CHECK(body.extends->text() == ".a.B");
        CHECK(body.implements.size() == 3);
        CHECK_FALSE(body.implements[1].all);
        CHECK(body.implements[2].all);
    }

    TEST_CASE("a method keeps attributes, extension, modes, exceptions and origin") {
        const Parsed parsed = parsedMethods(
            "/** Doc. */ static nonblocking %attrib{fast, why=\"x\\\"y\"} int f[Ext]"
            "(copy in string a, out double b, %attrib{z} inout opaque c) throws E, .q.F from "
            "A.g[X];");

        CHECK(parsed.diagnostics.text() == "");
        const Method& method = parsed.method();
        CHECK(method.doc == "/** Doc. */");
        CHECK(method.has(MethodAttribute::Static));
        CHECK(method.has(MethodAttribute::Nonblocking));
        CHECK_FALSE(method.has(MethodAttribute::Oneway));
        CHECK(method.customAttributes.at(1).value.value() == "x\"y");
        CHECK(method.extension == "Ext");
        CHECK(method.arguments.at(0).copy);
        CHECK(method.arguments.at(1).mode == Mode::Out);
        CHECK(method.arguments.at(2).customAttributes.at(0).name == "z");
        CHECK(method.throws.at(1).text() == ".q.F");
        CHECK(method.from->text() == "A.g[X]");
    }

    TEST_CASE("arrays keep element, dimension and order, and each part may be missing") {
        const Parsed parsed = parsedMethods(
            "array<> a(); array<x.T> b(); array<int,3> c(); array<bool,row-major> d(); "
            "array<string,2,column-major> e();");

        CHECK(parsed.diagnostics.text() == "");
        const auto array = [&parsed](std::size_t index) {
            return std::get<ArrayType>(parsed.method(index).result.type);
        };
        CHECK(std::holds_alternative<std::monostate>(array(0).element));
        CHECK(std::get<ScopedName>(array(1).element).text() == "x.T");
        CHECK(array(2).dimension == 3);
        CHECK(array(3).order == ArrayOrder::RowMajor);
        CHECK(array(3).dimension == 1);
        CHECK(array(4).order == ArrayOrder::ColumnMajor);
    }

    TEST_CASE("an rarray keeps its extents as expressions") {
        const Parsed parsed = parsedMethods(
            "void f(in rarray<double,2> a(n + 2 * (m - 1), -3), in int n, in int m);");

        CHECK(parsed.diagnostics.text() == "");
        const auto& rarray = std::get<RarrayType>(parsed.method().arguments.at(0).type.type);
        CHECK(rarray.dimension == 2);
        CHECK(shape(rarray.extents.at(0)) == "(+ n (* 2 (- m 1)))");
        CHECK(rarray.extents.at(1).text == "-3");
    }

    TEST_CASE("enumerators without a value get the smallest ones that are not given") {
        const Parsed parsed(test::inPackage(
            "enum E { a, b = 0x10, /** D. */ c, d = -010L, e, big = 9223372036854775807, over, }"));

        CHECK(parsed.diagnostics.text() == "");
        const auto& list = std::get<Enumeration>(parsed.declaration().body).enumerators;
        CHECK(list.at(0).value == 0);
        CHECK(list.at(1).value == 16);
        CHECK(list.at(2).value == 1);
        CHECK(list.at(2).doc == "/** D. */");
        CHECK(list.at(3).value == -8);
        CHECK(list.at(3).written == "-010L");
        CHECK(list.at(4).value == 2);
        CHECK(list.at(6).value == 3);
    }

    TEST_CASE("a struct keeps its members in order") {
        const Parsed parsed(test::inPackage("struct S { int a; rarray<int> b(3); x.T c; }"));

        CHECK(parsed.diagnostics.text() == "");
        const auto& members = std::get<Struct>(parsed.declaration().body).members;
        CHECK(members.size() == 3);
        CHECK(members.at(1).name == "b");
        CHECK(std::holds_alternative<RarrayType>(members.at(1).type.type));
    }

    TEST_CASE("operators of contracts bind as the grammar says") {
        CHECK(contractShape("a or b and c") == "(or a (and b c))");
        CHECK(contractShape("a == b and c < d") == "(and (== a b) (< c d))");
        CHECK(contractShape("a + b * c - d") == "(- (+ a (* b c)) d)");
        CHECK(contractShape("a ** b ** c") == "(** (** a b) c)");
        CHECK(contractShape("x & y | z") == "(| (& x y) z)");
        CHECK(contractShape("a <<< 2 >>> b") == "(>>> (<<< a 2) b)");
        CHECK(contractShape("a rem b % c") == "(% (rem a b) c)");
        CHECK(contractShape("not f(a, b) implies is pure") == "(implies (not (f a b)) (is pure))");
        CHECK(contractShape("(a or b) iff ~c") == "(iff (or a b) (~ c))");
        CHECK(contractShape("x != -1.5e3") == "(!= x -1.5e3)");
        CHECK(contractShape("z == {1, -2.0}") == "(== z ( 1 -2.0))");
        CHECK(contractShape("f() == null") == "(== (f) null)");
    }

    TEST_CASE("invariants are before the methods, contracts after the method they bind") {
        const Parsed parsed = parsedMethods(
            "invariant ok: size() >= 0; n > 0; invariant true; "
            "int size(); require a > 0; lab: b > 0; require c; ensure result > 0; "
            "x.T g(); T h();");

        CHECK(parsed.diagnostics.text() == "");
        const auto& body = std::get<Interface>(parsed.declaration().body);
        CHECK(body.invariants.size() == 3);
        CHECK(body.invariants.at(0).label == "ok");
        CHECK(body.methods.size() == 3);
        CHECK(body.methods.at(0).preconditions.size() == 3);
        CHECK(body.methods.at(0).preconditions.at(1).label == "lab");
        CHECK(body.methods.at(0).postconditions.size() == 1);
    }
}

}  // namespace
