#pragma once

#include <compiler/emit/c/CTypes.hpp>
#include <compiler/model/Model.hpp>

#include <set>
#include <string>
#include <vector>

namespace sidlc {

/// How a value crosses between Fortran and C.
enum class FortranPassing {
    Void,
    Plain,      ///< numbers, truth values, enums, addresses
    Character,  ///< by value as a number, because gfortran 12 passes it incorrectly
    Complex,    ///< by value as a struct
    String,
    Raw,  ///< structs, and arrays whose elements have no Fortran type, as C lays them out
    Array,
    Rarray,
    Object,
};

/// A name in Fortran, which has at most 63 characters: a longer one is cut to 54, followed by an
/// underscore and eight digits of a hash of the complete name.
std::string fortranName(const std::string& name);

/// The module of a type's package: `a_b`.
std::string fortranModule(const TypeSymbol& type);

/// The Fortran name of an argument; those of the binding are taken.
std::string fortranArgument(const Argument& argument);

/// Lines broken with `&` so that each has at most 132 characters.
std::string fortranLines(const std::string& text);

/// The lines of a documentation comment, each after `!>`.
std::string fortranDoc(std::string_view doc, const std::vector<std::string>& more, int indent);

/// The Fortran side of SIDL types.
class FortranTypes final {
public:
    /// The model outlives this object and has no errors.
    explicit FortranTypes(const Model& model) : c_(model) {}

    const CTypes& c() const { return c_; }

    /// The module being written. `later` are the types of later modules, which it cannot refer to:
    /// their objects are plain sidl_BaseInterface there.
    void enter(const std::string& module, std::set<const TypeSymbol*> later) {
        module_ = module;
        later_ = std::move(later);
    }

    FortranPassing passing(const TypeUse& use) const;

    /// `real(c_double)`, `type(a_b_T)`, `character(len=:)`; for arrays that of the elements.
    std::string type(const TypeUse& use) const;
    /// The same as a member of a struct and as C sees it.
    std::string cType(const TypeUse& use) const;
    /// `(:,:)` for an array, else nothing.
    std::string shape(const TypeUse& use) const;
    /// Of an Array: the procedure that lets a pointer of its type point to the elements.
    std::string associator(const TypeUse& use) const;

private:
    std::string named(const TypeSymbol& type) const;

    CTypes c_;
    std::string module_;
    std::set<const TypeSymbol*> later_;
};

}  // namespace sidlc
