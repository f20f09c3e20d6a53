#pragma once

#include <compiler/model/Model.hpp>

#include <cstddef>
#include <vector>

namespace sidlc {

/// Compares methods and the types in them as SIDL does. The model is resolved without an error
/// and outlives this object.
class Signature final {
public:
    /// Looks up the two types of package sidl that every method may throw.
    explicit Signature(const Model& model);

    /// Equal types; an rarray is an array in column-major order.
    bool sameType(const TypeUse& a, const TypeUse& b) const;

    /// Equal copy attributes, modes and types, in order; names do not count.
    bool sameArguments(const Method& a, const Method& b) const;

    /// True if a call could mean either method: arrays of the same elements are similar, and so are
    /// 'out' and 'inout'.
    bool similarArguments(const Method& a, const Method& b) const;

    /// A hash that is equal for methods with similar arguments.
    std::size_t likeness(const Method& method) const;

    /// Equal results, arguments, exceptions and communication attributes. `ownerOfA` and `ownerOfB`
    /// are the types that declare them: an invariant there adds sidl.InvViolation to what is
    /// thrown, as sidl.RuntimeException is thrown everywhere.
    bool same(const Method& a, const TypeSymbol& ownerOfA, const Method& b,
              const TypeSymbol& ownerOfB) const;

private:
    std::vector<const TypeSymbol*> thrown(const Method& method, const TypeSymbol& owner) const;
    const TypeSymbol* target(const TypeUse& use) const;

    const Model& model_;
    const TypeSymbol* runtimeException_;
    const TypeSymbol* invariantViolation_;
};

}  // namespace sidlc
