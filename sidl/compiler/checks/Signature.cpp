#include "Signature.hpp"

#include <algorithm>
#include <optional>

namespace sidlc {

namespace {

// What distinguishes array types; an rarray is one too.
struct ArrayShape {
    std::optional<Primitive> primitive;
    const TypeSymbol* element = nullptr;  ///< both empty for the generic array
    std::int64_t dimension = 1;
    ArrayOrder order = ArrayOrder::Unspecified;

    bool isGeneric() const { return !primitive && element == nullptr; }
    bool sameElement(const ArrayShape& other) const {
        return primitive == other.primitive && element == other.element;
    }
};

std::optional<ArrayShape> shapeOf(const Model& model, const TypeUse& use) {
    if (const auto* rarray = std::get_if<RarrayType>(&use.type)) {
        return ArrayShape{rarray->element, nullptr, rarray->dimension, ArrayOrder::ColumnMajor};
    }
    const auto* array = std::get_if<ArrayType>(&use.type);
    if (array == nullptr) {
        return std::nullopt;
    }
    ArrayShape shape{std::nullopt, nullptr, array->dimension, array->order};
    if (const auto* primitive = std::get_if<Primitive>(&array->element)) {
        shape.primitive = *primitive;
    } else if (const auto* name = std::get_if<ScopedName>(&array->element)) {
        shape.element = model.target(*name);
    }
    return shape;
}

// Two generic arrays are the same whatever else was written.
bool sameShape(const ArrayShape& a, const ArrayShape& b) {
    return a.sameElement(b) &&
           (a.isGeneric() || (a.dimension == b.dimension && a.order == b.order));
}

bool hasInvariant(const TypeSymbol& type) {
    if (const auto* aClass = std::get_if<Class>(&type.declaration->body)) {
        return !aClass->invariants.empty();
    }
    const auto* interface = std::get_if<Interface>(&type.declaration->body);
    return interface != nullptr && !interface->invariants.empty();
}

bool sameCommunication(const Method& a, const Method& b) {
    return a.has(MethodAttribute::Oneway) == b.has(MethodAttribute::Oneway) &&
           a.has(MethodAttribute::Local) == b.has(MethodAttribute::Local) &&
           a.has(MethodAttribute::Nonblocking) == b.has(MethodAttribute::Nonblocking);
}

}  // namespace

Signature::Signature(const Model& model)
    : model_(model),
      runtimeException_(model.find("sidl.RuntimeException")),
      invariantViolation_(model.find("sidl.InvViolation")) {}

const TypeSymbol* Signature::target(const TypeUse& use) const {
    const auto* name = std::get_if<ScopedName>(&use.type);
    return name == nullptr ? nullptr : model_.target(*name);
}

// Aliases do not exist in SIDL, so two names are the same type if they have the same target.
bool Signature::sameType(const TypeUse& a, const TypeUse& b) const {
    const auto shapeOfA = shapeOf(model_, a);
    if (shapeOfA) {
        const auto shapeOfB = shapeOf(model_, b);
        return shapeOfB && sameShape(*shapeOfA, *shapeOfB);
    }
    if (a.type.index() != b.type.index()) {
        return false;
    }
    const auto* primitive = std::get_if<Primitive>(&a.type);
    return primitive != nullptr ? *primitive == std::get<Primitive>(b.type)
                                : target(a) == target(b);
}

bool Signature::sameArguments(const Method& a, const Method& b) const {
    return std::equal(a.arguments.begin(), a.arguments.end(), b.arguments.begin(),
                      b.arguments.end(), [this](const Argument& x, const Argument& y) {
                          return x.copy == y.copy && x.mode == y.mode && sameType(x.type, y.type);
                      });
}

// Weaker than sameArguments: 'out' and 'inout' are passed alike in the languages with overloading,
// and so are arrays of one element type.
bool Signature::similarArguments(const Method& a, const Method& b) const {
    const auto similar = [this](const Argument& x, const Argument& y) {
        if (x.mode != y.mode && (x.mode == Mode::In || y.mode == Mode::In)) {
            return false;
        }
        const auto shapeOfX = shapeOf(model_, x.type);
        const auto shapeOfY = shapeOf(model_, y.type);
        return shapeOfX && shapeOfY ? shapeOfX->sameElement(*shapeOfY) : sameType(x.type, y.type);
    };
    return std::equal(a.arguments.begin(), a.arguments.end(), b.arguments.begin(),
                      b.arguments.end(), similar);
}

// Equal for similar arguments, whatever else: so it leaves out all that similarArguments ignores.
std::size_t Signature::likeness(const Method& method) const {
    std::size_t hash = method.arguments.size();
    const auto mix = [&hash](std::size_t value) {
        hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
        hash ^= hash >> 29;
    };
    for (const Argument& argument : method.arguments) {
        mix(argument.mode == Mode::In ? 1 : 2);
        if (const auto shape = shapeOf(model_, argument.type)) {
            mix(shape->primitive ? 100 + static_cast<std::size_t>(*shape->primitive) : 200);
            mix(reinterpret_cast<std::size_t>(shape->element));
        } else if (const auto* primitive = std::get_if<Primitive>(&argument.type.type)) {
            mix(300 + static_cast<std::size_t>(*primitive));
        } else {
            mix(reinterpret_cast<std::size_t>(target(argument.type)));
        }
    }
    return hash;
}

std::vector<const TypeSymbol*> Signature::thrown(const Method& method,
                                                 const TypeSymbol& owner) const {
    std::vector<const TypeSymbol*> types{runtimeException_};
    if (hasInvariant(owner)) {
        types.push_back(invariantViolation_);
    }
    for (const ScopedName& name : method.throws) {
        types.push_back(model_.target(name));
    }
    // A set: the order of exceptions, and one that is named twice, make no difference. Sorted by
    // address, which is enough to compare.
    std::sort(types.begin(), types.end());
    types.erase(std::unique(types.begin(), types.end()), types.end());
    return types;
}

bool Signature::same(const Method& a, const TypeSymbol& ownerOfA, const Method& b,
                     const TypeSymbol& ownerOfB) const {
    return sameCommunication(a, b) && a.name == b.name &&
           a.has(MethodAttribute::Copy) == b.has(MethodAttribute::Copy) &&
           sameType(a.result, b.result) && sameArguments(a, b) &&
           thrown(a, ownerOfA) == thrown(b, ownerOfB);
}

}  // namespace sidlc
