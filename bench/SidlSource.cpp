#include "SidlSource.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <string_view>

namespace gantry::bench {

namespace {

constexpr std::size_t kInterfacesInPackage = 40;
constexpr std::size_t kLongestItem = 60;  // lines; more than any item has

class SidlWriter final {
public:
    SidlWriter(std::uint64_t seed, Density density)
        : random_(seed), isDense_(density == Density::Dense) {}

    std::string write(std::size_t lines) {
        while (written_ + kLongestItem < lines) {
            writePackage(lines);
        }
        while (written_ < lines) {
            line("// the end");
        }
        return std::move(text_);
    }

private:
    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(random_() % limit); }

    void line(std::string_view text) {
        text_.append(text).append(1, '\n');
        ++written_;
    }

    std::string_view basicType() {
        static constexpr std::array<std::string_view, 14> kTypes = {
            "int",           "int",          "double",          "double",  "string",
            "bool",          "long",         "float",           "opaque",  "dcomplex",
            "array<double>", "array<int,2>", "array<double,3>", "array<>",
        };
        return kTypes[below(kTypes.size())];
    }

    std::string anyType() {
        switch (below(6)) {
            case 0:
                return "Service" + std::to_string(below(interfaces_ + 1));
            case 1:
                return "Colour";
            case 2:
                return "Record";
            default:
                return std::string(basicType());
        }
    }

    void writePackage(std::size_t lines) {
        interfaces_ = 0;
        line("/** The part " + std::to_string(packages_) + " of the whole. */");
        line("package part" + std::to_string(packages_++) + " version 1." +
             std::to_string(below(10)) + " {");
        line("    enum Colour { red, green = 5, blue }");
        line("    struct Record { int first; double second; string third; array<double,2> all; }");
        line("    class Trouble extends sidl.SIDLException {}");
        while (interfaces_ < kInterfacesInPackage && written_ + kLongestItem < lines) {
            writeInterface();
        }
        line("}");
    }

    void writeInterface() {
        const std::string number = std::to_string(interfaces_);
        const bool extends = interfaces_ > 3 && below(3) == 0;
        line("");
        line("    /** Offers the service " + number + ". */");
        line("    interface Service" + number +
             (extends ? " extends Service" + std::to_string(interfaces_ - 1 - below(3)) : "") +
             " {");
        const std::size_t methods = 4 + below(12);
        for (std::size_t method = 0; method < methods; ++method) {
            writeMethod("of" + number + "at" + std::to_string(method));
        }
        line("    }");
        if (below(3) == 0) {
            line("    class Provider" + number + " implements-all Service" + number + " {");
            line("        void own" + number + "(in int n);");
            line("    }");
        }
        ++interfaces_;
    }

    void writeComment() {
        if (isDense_ || below(2) == 0) {
            line("        /** Does what is asked and says how it went. */");
            return;
        }
        line("        /** Does what is asked and says how it went; the number says how often");
        line("         *  it is tried. */");
    }

    void writeMethod(const std::string& name) {
        if (isDense_ ? below(4) == 0 : below(5) < 2) {
            writeComment();
        }
        std::string method = "        " + (below(3) == 0 ? std::string("void") : anyType()) +
                             " work" + name + "(in int n";
        const std::size_t more = isDense_ ? below(4) : below(2);
        for (std::size_t at = 0; at < more; ++at) {
            static constexpr std::array<std::string_view, 3> kModes = {"in", "out", "inout"};
            method.append(", ").append(kModes[below(3)]).append(" ").append(anyType());
            method.append(" value").append(std::to_string(at));
        }
        method += below(3) == 0 ? ") throws Trouble;" : ");";
        line(method);
        if (below(8) == 0) {
            line("            require positive: n > 0 and n < 1000 * 2;");
        }
    }

    std::mt19937_64 random_;
    bool isDense_;
    std::string text_;
    std::size_t written_ = 0;
    std::size_t packages_ = 0;
    std::size_t interfaces_ = 0;
};

std::string repeated(std::string_view piece, std::size_t bytes) {
    std::string text;
    text.reserve(bytes + piece.size());
    while (text.size() < bytes) {
        text += piece;
    }
    return text;
}

// Many numbered pieces.
template <class Piece>
std::string counted(std::size_t bytes, Piece piece) {
    std::string text;
    for (std::size_t number = 0; text.size() < bytes; ++number) {
        text += piece(std::to_string(number));
    }
    return text;
}

}  // namespace

std::string generatedSidl(std::size_t lines, std::uint64_t seed, Density density) {
    return SidlWriter(seed, density).write(lines);
}

std::vector<Garbage> sidlGarbage(std::size_t bytes, std::uint64_t seed) {
    const std::string open = "package p version 1.0 { interface I { ";
    const std::string rarray = open + "void f(in int n, in rarray<int> a(";
    std::vector<Garbage> all;
    const auto add = [&all](std::string name, std::string text) {
        all.push_back({std::move(name), std::move(text)});
    };
    add("open braces", repeated("{", bytes));
    add("open packages", repeated("package p version 1.0 {\n", bytes));
    add("closing braces", repeated("}\n", bytes));
    add("open parentheses", open + "invariant " + repeated("(", bytes));
    add("nested calls", open + "invariant " + repeated("f(", bytes));
    add("a long sum", open + "invariant " + repeated("a + ", bytes));
    add("nested extents", rarray + repeated("(", bytes));
    add("a long extent", rarray + repeated("n + ", bytes));
    add("arrays of arrays", open + repeated("array<", bytes));
    add("open comments", repeated("/* /** ", bytes));
    add("open strings", repeated("\"\n", bytes));
    add("one line of words", repeated("interface ", bytes));
    add("one name", "package " + repeated("a", bytes));
    add("one number", "package p version " + repeated("1.", bytes));
    add("attributes", repeated("%attrib{a=\"b\"} ", bytes));
    add("an error in each line", open + repeated("int int int;\n", bytes));
    add("unknown types", "package p version 1.0 {" + counted(bytes, [](const std::string& n) {
                             return "interface I" + n + " { Nope" + n + " f(); }\n";
                         }) + "}");
    add("one name again and again",
        "package p version 1.0 {" + repeated("interface I {}\n", bytes) + "}");
    add("one method again and again", open + repeated("void f();\n", bytes) + "} }");
    add("one enumerator again and again",
        "package p version 1.0 { enum E {" + repeated("a = 1,", bytes) + "a } }");
    add("a chain that ends in a cycle",
        "package p version 1.0 { interface I0 extends I1 {}\n" +
            counted(bytes,
                    [](const std::string& n) { return "interface J" + n + " extends I0 {}\n"; }) +
            "interface I1 extends I0 {} }");
    add("an error behind much that is right", generatedSidl(bytes / 50, seed) + "interface");
    std::mt19937_64 random(seed);
    std::string noise(bytes, ' ');
    std::generate(noise.begin(), noise.end(), [&random] { return static_cast<char>(random()); });
    add("random bytes", std::move(noise));
    return all;
}

}  // namespace gantry::bench
