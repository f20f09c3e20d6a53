#include <compiler/emit/python/PythonEmitter.hpp>
#include <compiler/emit/python/PythonText.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "Compiled.hpp"

namespace {

using sidlc::test::Compiled;

/// The text of the emitted file with this ending, for the body of package p.
std::string emitted(const std::string& body, const std::string& ending) {
    const Compiled compiled("package p version 1.0 { " + body + " }");
    // Warnings, as of a name that Python reserves, are welcome.
    REQUIRE(compiled.messages().find("error:") == std::string::npos);
    for (const auto& file : sidlc::emitPython(*compiled.model)) {
        const std::string path = file.path.string();
        if (path.size() > ending.size() &&
            path.compare(path.size() - ending.size(), ending.size(), ending) == 0) {
            return file.text;
        }
    }
    return "no file with " + ending;
}

/// The part of the stub behind the line of the module.
std::string stub(const std::string& body) {
    const std::string text = emitted(body, ".pyi");
    const std::string mark = "# ---- module p\n\n";
    const std::size_t at = text.find(mark);
    REQUIRE(at != std::string::npos);
    return text.substr(at + mark.size());
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_SUITE("sidl.emit.python.PythonEmitter") {
    TEST_CASE("out and inout arguments are given back after the result") {
        CHECK(stub("interface T { double f(in int n, out string s, inout bool b); void g(); "
                   "void h(out long x); }") ==
              "class T(sidl.BaseInterface):\n"
              "    def f(self, n: int, b: bool) -> tuple[float, str, bool]: ...\n"
              "    def g(self) -> None: ...\n"
              "    def h(self) -> int: ...\n");
    }

    TEST_CASE("documentation is carried over") {
        CHECK(stub("/** A thing. */ interface T { /** Does it.\n * Twice. */ void f(); }") ==
              "class T(sidl.BaseInterface):\n"
              "    \"\"\"A thing.\"\"\"\n"
              "    def f(self) -> None:\n"
              "        \"\"\"Does it.\n"
              "        Twice.\"\"\"\n"
              "        ...\n");
    }

    TEST_CASE("enums, structs and arrays have their Python types") {
        CHECK(stub("enum E { A, B = 7 } struct S { E e; array<double> a; array<string,2> s; T t; } "
                   "interface T { }") ==
              "class E(enum.IntEnum):\n"
              "    A = 0\n"
              "    B = 7\n"
              "\n\n"
              "@dataclasses.dataclass\n"
              "class S:\n"
              "    e: p.E = ...\n"
              "    a: sidl.Array = ...\n"
              "    s: list[list[str]] = ...\n"
              "    t: p.T | None = ...\n"
              "\n\n"
              "class T(sidl.BaseInterface):\n"
              "    ...\n");
    }

    TEST_CASE("a word that Python reserves has an underscore behind it") {
        CHECK(sidlc::pythonIdentifier("lambda") == "lambda_");
        CHECK(sidlc::pythonIdentifier("None") == "None_");
        CHECK(sidlc::pythonIdentifier("lambdas") == "lambdas");
        const std::string text =
            emitted("enum E { None } interface T { void f(in int as_); }", ".cpp");
        CHECK(contains(text, "{\"None_\", 0}"));
    }

    TEST_CASE("overloads have the extension in their names, static methods are left out") {
        const std::string text =
            emitted("class C { static void s(); void f[A](in int n); void f[B](); }", ".cpp");
        CHECK(contains(text, "// Static, and so left out: s\n"));
        CHECK(contains(text, "made.method<&::p::C::fA, Mode::In>("));
        CHECK(contains(text, "made.method<&::p::C::fB>("));
    }

    TEST_CASE("bases come in an order that Python accepts, none of them twice") {
        const Compiled compiled(
            "package p version 1.0 { interface A { } interface B extends A { } "
            "interface X { } interface C extends A, X, B { } }");
        REQUIRE(compiled.messages() == "");
        std::string names;
        for (const auto* base : sidlc::pythonBases(*compiled.model->find("p.C"))) {
            names += base->name + " ";
        }
        CHECK(names == "B X ");
    }

    TEST_CASE("quotes and backslashes of comments stay what they are") {
        CHECK(contains(emitted("/** Say \"a\\b\". */ interface T { }", ".cpp"),
                       "\"Say \\\"a\\\\b\\\".\""));
        CHECK(contains(stub("/** Say \"\"\"a\\b\"\"\". */ interface T { }"), "a\\\\b"));
    }

    TEST_CASE("an exception written in Python is thrown as its class") {
        const std::string text =
            emitted("interface E extends sidl.BaseException { int code(); }", ".cpp");
        CHECK(contains(text,
                       "class PythonE final : public ExceptionImplementation, "
                       "public virtual ::p::E {"));
    }
}
