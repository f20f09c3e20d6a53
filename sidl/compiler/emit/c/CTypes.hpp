#pragma once

#include <compiler/emit/cpp/CppTypes.hpp>
#include <compiler/model/Model.hpp>

#include <set>
#include <string>
#include <vector>

namespace sidlc {

/// How a value crosses between C and C++.
enum class CPassing { Void, Plain, Converted, String, Struct, Object, Array, Generic, Rarray };

/// A method of a type as C callers see it.
struct CMethod {
    const Method* method = nullptr;
    const TypeSymbol* owner = nullptr;  ///< the type that declares it
    bool isAmbiguous = false;           ///< in C++ it is found in several bases
    std::string name;                   ///< with its extension, behind `a_b_T_`
};

/// `a_b_T`.
std::string cName(const TypeSymbol& type);

/// The name of a file without its folder and `.sidl`.
std::string fileStem(const SourceFile& file);

/// The C name of an argument; `self` and `error` are taken.
std::string cArgumentName(const Argument& argument);

/// Package sidl, whose types are declared in <c/sidl.h>.
bool isOfPackageSidl(const TypeSymbol& type);

/// A type that <c/sidl.h> and the Fortran module sidl declare: the types of package sidl from which
/// every object or exception derives.
bool isInSidlHeader(const TypeSymbol& type);

/// The methods of a class or interface that C can call and implement, inherited ones first. Methods
/// that a class renames with `from` are listed under their new names only.
std::vector<CMethod> cMethods(const TypeSymbol& type);

/// The types of emitted files, except those of package sidl, in alphabetical order.
std::vector<const TypeSymbol*> emittedTypesOf(const Model& model, const SourceFile& file);

/// The C side of SIDL types.
class CTypes final {
public:
    /// The model outlives this object and has no errors.
    explicit CTypes(const Model& model) : cpp_(model) {}

    const CppTypes& cpp() const { return cpp_; }

    CPassing passing(const TypeUse& use) const;

    /// The type of a result, member or element: `double`, `char*`, `a_b_T*`, `a_b_T__array`.
    std::string value(const TypeUse& use) const;

    /// The type of a struct's member; an rarray is an array there.
    std::string member(const TypeUse& use) const;

    /// The type of an argument with its pointer, as in `const a_b_S*`.
    std::string parameter(const Argument& argument) const;

    /// The C++ type.
    std::string cppValue(const TypeUse& use) const;

    /// `double evaluate(void* self, double x, sidl_BaseException** error)`: `self` is the first and
    /// `error` the last parameter; without names for a function pointer.
    std::vector<std::string> parameters(const Method& method, const std::string& self) const;

    /// Adds every user type that the use names, those of elements too.
    void collect(const TypeUse& use, std::set<const TypeSymbol*>& types) const;
    void collect(const Method& method, std::set<const TypeSymbol*>& types) const;

private:
    CppTypes cpp_;
};

/// The structs among `all`, each after those that it contains.
std::vector<const TypeSymbol*> structsInOrder(const CppTypes& cpp,
                                              const std::vector<const TypeSymbol*>& all);

}  // namespace sidlc
