#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "Compiled.hpp"

namespace {

using sidlc::test::Compiled;
using sidlc::test::inPackage;

struct Case {
    std::string text;
    std::string message;
};

std::size_t errorCount(const Compiled& compiled) {
    return compiled.diagnostics.all().size();
}

void checkEach(const std::vector<Case>& cases) {
    for (const Case& each : cases) {
        CAPTURE(each.text);
        const Compiled compiled(each.text);

        CHECK_FALSE(compiled.accepted());
        CHECK(errorCount(compiled) == 1);
        const std::string messages = compiled.messages();
        CHECK(messages.substr(0, messages.find('\n')) == "a.sidl:" + each.message);
    }
}

TEST_SUITE("sidl.syntax.SyntaxError") {
    TEST_CASE("a wrong file or package gives one error with place, expectation and find") {
        checkEach({
            {"interfac I {}",
             "1:1: error: expected 'package', 'interface', 'class', 'struct' or "
             "'enum', or the end of the file, found 'interfac'"},
            {"package { }", "1:9: error: expected the name of the package, found '{'"},
            {"package a.b { }",
             "1:10: error: expected one name after 'package' (nest packages "
             "instead of joining their names), found '.'"},
            {"package p version 1 { }",
             "1:19: error: expected a version such as 1.0 or 1.0.2, found the number '1'"},
            {"package p version 1.0f { }",
             "1:19: error: expected a version such as 1.0 or 1.0.2, found the number '1.0f'"},
            {"package p version 1.0;",
             "1:22: error: expected '{' or 'version' after the name of the package, found ';'"},
            {"package p version 1.0 {\n",
             "2:1: error: expected '}' at the end of package 'p' (begun in line 1), found the end "
             "of the file"},
            {"package p version 1.0 { } }",
             "1:27: error: expected 'package', 'interface', 'class', 'struct' or 'enum', or the "
             "end of the file, found '}'"},
            {"require sidl;", "1:13: error: expected 'version', found ';'"},
            {"import ;", "1:8: error: expected the name of a package, found ';'"},
            {"import a; require b version 1.0;",
             "1:11: error: expected the 'require' clauses before the 'import' clauses, found the "
             "reserved word 'require'"},
            {"package p version 1.0 { } import q;",
             "1:27: error: expected 'package', 'interface', 'class', 'struct' or 'enum', or the "
             "end of the file (clauses come before the first declaration), found the reserved "
             "word 'import'"},
            {"final x",
             "1:7: error: expected 'package', 'interface', 'class', 'struct' or 'enum', "
             "found 'x'"},
        });
    }

    TEST_CASE("a wrong type gives one error with place, expectation and find") {
        checkEach({
            {inPackage("interface class { }"),
             "1:35: error: expected the name of the interface, "
             "found the reserved word 'class'; choose another "
             "name"},
            {inPackage("interface I implements J { }"),
             "1:37: error: expected '{' or 'extends' in an interface, found the reserved word "
             "'implements'"},
            {inPackage("class C extends A, B { }"),
             "1:42: error: expected '{', 'extends', 'implements' or 'implements-all' in a class, "
             "found ','"},
            {inPackage("class C implements { }"), "1:44: error: expected an interface, found '{'"},
            {inPackage("enum E { }"), "1:34: error: expected the name of an enumerator, found '}'"},
            {inPackage("enum E { a = 1.5 }"),
             "1:38: error: expected a whole number, found the number '1.5'"},
            {inPackage("enum E { a b }"),
             "1:36: error: expected '}' at the end of enum 'E' (begun "
             "in line 1), found 'b'"},
            {inPackage("struct S { int a }"),
             "1:42: error: expected ';' after the struct member, found '}'"},
            {inPackage("struct S { void a; }"),
             "1:36: error: expected the type of a struct "
             "member, found the reserved word 'void'"},
            {inPackage("%attrib{a=b} class C { }"),
             "1:35: error: expected the value of the attribute in quotes, found 'b'"},
            {inPackage("%attrib{} class C { }"),
             "1:33: error: expected the name of an attribute, found '}'"},
        });
    }

    TEST_CASE("a wrong method gives one error with place, expectation and find") {
        const auto in = [](const std::string& method) {
            return inPackage("interface I { " + method + " }");
        };
        checkEach({
            {in("void f()"), "1:48: error: expected ';' after method 'f', found '}'"},
            {in("void f(int x);"),
             "1:46: error: expected the mode of an argument ('in', 'out' or "
             "'inout'), found the reserved word 'int'"},
            {in("void f(in int);"), "1:52: error: expected the name of the argument, found ')'"},
            {in("void f(in x);"), "1:50: error: expected the name of the argument, found ')'"},
            {in("void f(in int x in int y);"),
             "1:55: error: expected ')' or ',' after the arguments of method 'f', found the "
             "reserved word 'in'"},
            {in("void f(in int x,);"),
             "1:55: error: expected the mode of an argument ('in', 'out' "
             "or 'inout'), found ')'"},
            {in("f();"), "1:40: error: expected the name of the method, found '('"},
            {in("void require();"),
             "1:44: error: expected the name of the method, found the "
             "reserved word 'require'; choose another name"},
            {in("rarray<int> f();"),
             "1:39: error: expected a method (its result type or 'void') "
             "or '}', found the reserved word 'rarray'"},
            {in("void f(in array<array<int>> a);"),
             "1:55: error: expected the element type of the array, found the reserved word "
             "'array'"},
            {in("void f(in array<int,0x> a);"),
             "1:60: error: expected '>' at the end of the array type, found 'x'"},
            {in("void f(in array<int,2,2> a);"),
             "1:61: error: expected 'row-major' or 'column-major', found the number '2'"},
            {in("void f(in rarray<int> a);"),
             "1:62: error: expected '(' before the extents of the rarray, found ')'"},
            {in("void f(in rarray<T> a(3));"),
             "1:56: error: expected a basic type as element type "
             "of the rarray, found 'T'"},
            {in("void f() throws;"), "1:54: error: expected an exception type, found ';'"},
            {in("void f(in a..b c);"), "1:51: error: expected a name after '.', found '.'"},
            {in("void f(); require a >;"), "1:60: error: expected an expression, found ';'"},
            {in("void f(); require a"), "1:59: error: expected ';' after the assertion, found '}'"},
            {in("void f(); require (a;"),
             "1:59: error: expected ')' after the expression, found "
             "';'"},
            {in("void f(); ensure {1, a};"), "1:60: error: expected an expression, found 'a'"},
            {in("void f(); invariant a;"),
             "1:49: error: expected a method (its result type or "
             "'void') or '}', found the reserved word 'invariant'"},
        });
    }

    TEST_CASE("several errors are found in one run") {
        const Compiled compiled(
            "package p version 1.0 {\n"
            "    interface I {\n"
            "        void f(int x);\n"
            "        void g();\n"
            "        void h(\n"
            "    }\n"
            "    interface J extends { }\n"
            "    struct S { int a double b; int c; }\n"
            "    enum E { a = , b }\n"
            "    class class2 { int 2f(); void ok(); }\n"
            "}\n");

        CHECK(errorCount(compiled) == 6);
        CHECK(compiled.says("a.sidl:3:16: error"));
        CHECK(compiled.says("a.sidl:6:5: error"));
        CHECK(compiled.says("a.sidl:7:25: error"));
        CHECK(compiled.says("a.sidl:8:22: error"));
        CHECK(compiled.says("a.sidl:9:18: error"));
        CHECK(compiled.says("a.sidl:10:24: error"));
    }

    TEST_CASE("a missing brace does not hide the errors of the next type") {
        const Compiled compiled(
            "package p version 1.0 {\n"
            "    interface I {\n"
            "        void f();\n"
            "    interface J { void g(int x); }\n"
            "    interface K { void h() }\n"
            "}\n");

        CHECK(errorCount(compiled) == 3);
        CHECK(
            compiled.says("a.sidl:4:5: error: expected '}' at the end of interface 'I' (begun in "
                          "line 2), found the reserved word 'interface'"));
        CHECK(compiled.says("a.sidl:4:26: error"));
        CHECK(compiled.says("a.sidl:5:28: error"));
    }
}

}  // namespace
