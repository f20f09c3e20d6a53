#pragma once

#include <compiler/driver/Compilation.hpp>
#include <compiler/source/Diagnostics.hpp>

#include <memory>
#include <string>

namespace sidlc::test {

/// One source text taken through the whole compiler; the file is called "a.sidl".
struct Compiled {
    explicit Compiled(std::string text)
        : model(compileText("a.sidl", std::move(text), diagnostics)) {}

    bool accepted() const { return !diagnostics.hasErrors(); }
    std::string messages() const { return diagnostics.text(); }
    bool says(const std::string& part) const { return messages().find(part) != std::string::npos; }

    Diagnostics diagnostics;
    std::unique_ptr<Model> model;
};

/// The declarations inside a versioned package p.
inline std::string inPackage(const std::string& declarations) {
    return "package p version 1.0 { " + declarations + " }";
}

}  // namespace sidlc::test
