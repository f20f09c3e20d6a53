#include <compiler/model/Resolver.hpp>
#include <compiler/syntax/Parser.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "Compiled.hpp"

namespace {

using namespace sidlc;
using sidlc::test::Compiled;
using sidlc::test::inPackage;

std::unique_ptr<Model> resolved(const std::vector<std::string>& texts, Diagnostics& diagnostics) {
    std::vector<std::unique_ptr<SourceFile>> files;
    for (const std::string& text : texts) {
        auto file = std::make_unique<SourceFile>();
        const std::string name = "file" + std::to_string(files.size()) + ".sidl";
        file->source = std::make_unique<SourceText>(name, text);
        file->tree = parse(*file->source, diagnostics);
        files.push_back(std::move(file));
    }
    return resolve(std::move(files), diagnostics);
}

// The type that the only argument of I.f resolves to.
std::string argumentType(const Model& model, const std::string& interface) {
    const Method& method = methodsOf(*model.find(interface)).at(0);
    const auto& name = std::get<ScopedName>(method.arguments.at(0).type.type);
    return model.target(name)->qualifiedName();
}

TEST_SUITE("sidl.model.Resolver") {
    TEST_CASE("a name means the type in the innermost package that has it") {
        const Compiled compiled(
            "package a version 1.0 { class T {} package b { class T {} interface I { void f(in T "
            "t); } } interface J { void f(in T t); } interface K { void f(in b.T t); } }");

        CHECK(compiled.messages() == "");
        CHECK(argumentType(*compiled.model, "a.b.I") == "a.b.T");
        CHECK(argumentType(*compiled.model, "a.J") == "a.T");
        CHECK(argumentType(*compiled.model, "a.K") == "a.b.T");
    }

    TEST_CASE("a leading point means from the root") {
        const Compiled compiled(
            "package a version 1.0 { class T {} package a { class T {} interface I { void f(in "
            ".a.T t); } interface J { void f(in a.T t); } } }");

        CHECK(compiled.messages() == "");
        CHECK(argumentType(*compiled.model, "a.a.I") == "a.T");
        CHECK(argumentType(*compiled.model, "a.a.J") == "a.a.T");
    }

    TEST_CASE("imported packages are searched before the root") {
        Diagnostics diagnostics;
        const auto model = resolved({"package q version 1.0 { class T {} class U {} }",
                                     "import q; package p version 1.0 { class T {} interface I { "
                                     "void f(in T t); } interface J { void f(in U u); } }"},
                                    diagnostics);

        CHECK(diagnostics.text() == "");
        CHECK(argumentType(*model, "p.I") == "p.T");
        CHECK(argumentType(*model, "p.J") == "q.U");
    }

    TEST_CASE("packages may be spread over files in any order") {
        Diagnostics diagnostics;
        const auto model = resolved({"package p version 1.0 { interface I extends J {} }",
                                     "package p version 1.0 { interface J {} }"},
                                    diagnostics);

        CHECK(diagnostics.text() == "");
        CHECK(model->find("p.I")->bases.at(0) == model->find("p.J"));
        CHECK(model->packages().at("p").parts.size() == 2);
    }

    TEST_CASE("package sidl is known without a file, and a file of the user wins") {
        const Compiled known(
            inPackage("class E extends sidl.SIDLException implements-all "
                      "sidl.RuntimeException {}"));
        const Compiled own("package sidl version 0.9 { interface Mine {} }");

        CHECK(known.messages() == "");
        CHECK(derivesFrom(*known.model->find("p.E"), "sidl.BaseException"));
        CHECK(own.model->find("sidl.Mine") != nullptr);
        CHECK(own.model->find("sidl.BaseException") == nullptr);
    }

    TEST_CASE("the old version clause gives its package the version") {
        const Compiled compiled("version p 1.5; package p { interface I {} }");

        CHECK(compiled.accepted());
        CHECK(compiled.model->packages().at("p").version == "1.5");
    }

    TEST_CASE("the name after from leads to the type whose method is renamed") {
        const Compiled compiled(
            inPackage("interface A { void f(); } class C implements A { void f[X]() from A.f; }"));

        CHECK(compiled.messages() == "");
        const Method& method = methodsOf(*compiled.model->find("p.C")).at(0);
        CHECK(compiled.model->target(*method.from)->qualifiedName() == "p.A");
    }

    TEST_CASE("what cannot be resolved is one error that says what and where") {
        const std::vector<std::pair<std::string, std::string>> cases = {
            {inPackage("interface I extends Nope {}"),
             "1:45: error: unknown type 'Nope': there is none in package 'p', the packages around "
             "it, or the imported ones"},
            {inPackage("interface I { void f(in q.T t); }"), "1:49: error: unknown type 'q.T'"},
            {inPackage("interface I { void f(in .T t); }"),
             "1:49: error: unknown type 'T': there is none in the given files"},
            {inPackage("interface I { Nope f(); }"), "1:39: error: unknown type 'Nope'"},
            {inPackage("interface I { array<Nope> f(); }"), "1:45: error: unknown type 'Nope'"},
            {inPackage("interface I { void f() throws Nope; }"), "1:55: error: unknown type"},
            {inPackage("interface I { void f() from Nope.g; }"), "1:53: error: unknown type"},
            {inPackage("interface I { void f() from g; }"),
             "1:53: error: expected a type and its method, joined by a point, found 'g'"},
            {inPackage("struct S { Nope n; }"), "1:36: error: unknown type 'Nope'"},
            {inPackage("class C implements-all Nope {}"), "1:48: error: unknown type 'Nope'"},
            {inPackage("interface I { void f(in p t); }"),
             "1:49: error: expected a type, found the package 'p'"},
            {inPackage("interface I {} class I {}"),
             "1:46: error: 'p.I' is already declared at a.sidl:1; give one of them another name"},
            {inPackage("interface I {} enum i { a }"),
             "1:45: error: 'p.i' is already declared at a.sidl:1 as 'I'"},
            {inPackage("interface q {} package Q {}"), "1:48: error: 'p.Q' is already declared"},
            {inPackage("interface I {} class C extends I {}"),
             "1:56: error: expected a class, found 'I', which is an interface"},
            {inPackage("struct S {} class C implements S {}"),
             "1:56: error: expected an interface, found 'S', which is a struct"},
            {inPackage("enum E { a } interface I extends E {}"),
             "1:58: error: expected an interface, found 'E', which is an enum"},
            {inPackage(
                 "interface A extends C {} interface B extends A {} interface C extends B {}"),
             "1:35: error: inheritance cycle: p.A -> p.C -> p.B -> p.A"},
            {inPackage("class A extends A {}"), "1:31: error: inheritance cycle: p.A -> p.A"},
            {inPackage("struct S { T t; } struct T { S s; }"),
             "1:32: error: a struct holds itself: p.S -> p.T -> p.S"},
            {inPackage("interface I { array<int,8> f(); }"),
             "1:39: error: an array has 1 to 7 dimensions"},
            {inPackage("interface I { void f(in array<int,99999999999999999999> a); }"),
             "1:49: error: an array has 1 to 7 dimensions"},
            {inPackage("interface I { void f(in rarray<int,0> a(3)); }"),
             "1:49: error: an array has 1 to 7 dimensions"},
            {"package p version 1.0 {} package p version 1.1 {}",
             "1:44: error: package 'p' has version 1.0 elsewhere, at a.sidl:1; one package has one "
             "version"},
        };
        for (const auto& [eachText, message] : cases) {
            const auto& text = eachText;
            CAPTURE(text);
            const Compiled compiled(text);

            CHECK(compiled.diagnostics.all().size() == 1);
            const std::string messages = compiled.messages();
            CHECK(messages.substr(0, 7 + message.size()) == "a.sidl:" + message);
        }
    }

    TEST_CASE("two cycles are two errors") {
        const Compiled compiled(inPackage(
            "interface A extends A {} interface B extends C {} interface C extends B {}"));

        CHECK(compiled.diagnostics.all().size() == 2);
    }

    TEST_CASE("a diamond is not a cycle") {
        const Compiled compiled(inPackage(
            "interface A {} interface B extends A {} interface C extends A {} interface D extends "
            "B, C {}"));

        CHECK(compiled.messages() == "");
    }
}

}  // namespace
