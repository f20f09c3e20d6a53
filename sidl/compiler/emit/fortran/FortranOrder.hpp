#pragma once

#include <compiler/emit/c/CTypes.hpp>
#include <compiler/model/Model.hpp>

#include <map>
#include <set>
#include <string>

namespace sidlc {

/// An order in which the modules can be compiled: a module refers to earlier ones. If packages
/// refer to each other in a cycle, one of them has to come first.
class FortranOrder final {
public:
    /// Orders the modules of all types of the model. The types outlive the constructor only.
    explicit FortranOrder(const CTypes& types);

    /// The position of a module, from 0.
    std::size_t place(const std::string& module) const { return places_.at(module); }
    /// The earlier modules whose types this one refers to.
    std::set<std::string> before(const std::string& module) const;
    /// The types that this module refers to but that are in later ones.
    std::set<const TypeSymbol*> later(const std::string& module) const;

private:
    void visit(const std::string& first, std::set<std::string>& seen);

    std::map<std::string, std::set<const TypeSymbol*>> named_;
    std::map<std::string, std::set<std::string>> structs_;  ///< modules that must come first
    std::map<std::string, std::size_t> places_;
};

}  // namespace sidlc
