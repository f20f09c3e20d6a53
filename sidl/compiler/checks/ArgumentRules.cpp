#include <base/text/NameSuggestion.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "Checks.hpp"

namespace sidlc {

namespace {

// The limit of arrays in Fortran up to the standard of 2003, and of the runtime's array types.
constexpr std::int64_t kMaxDimension = 7;

// By recursion: the parser bounds the depth of expressions.
void collectNames(const Expression& expression, std::vector<const Expression*>& names) {
    if (expression.kind == Expression::Kind::Name) {
        names.push_back(&expression);
    }
    for (const Expression& operand : expression.operands) {
        collectNames(operand, names);
    }
}

class ArgumentCheck final {
public:
    ArgumentCheck(const Model& model, Diagnostics& diagnostics)
        : model_(model), diagnostics_(diagnostics), holdsRarray_(model.types().size(), Held::New) {}

    void checkType(const TypeSymbol& type) {
        if (const auto* aStruct = std::get_if<Struct>(&type.declaration->body)) {
            for (const StructMember& member : aStruct->members) {
                checkUse(member.type);
            }
        }
        for (const Method& method : methodsOf(type)) {
            checkMethod(method);
        }
    }

private:
    enum class Held { New, Open, No, Yes };

    void checkMethod(const Method& method) {
        checkUse(method.result);
        checkGivenBack(method.result, method.result.location);
        for (const Argument& argument : method.arguments) {
            checkUse(argument.type);
            if (argument.mode == Mode::Out) {
                checkGivenBack(argument.type, argument.location);
            }
            if (const auto* rarray = std::get_if<RarrayType>(&argument.type.type)) {
                checkRarrayArgument(method, argument, *rarray);
            }
        }
    }

    void checkUse(const TypeUse& use) {
        if (const auto* array = std::get_if<ArrayType>(&use.type)) {
            checkDimension(use.location, array->dimension);
        } else if (const auto* rarray = std::get_if<RarrayType>(&use.type)) {
            checkDimension(use.location, rarray->dimension);
            checkRarray(use.location, *rarray);
        }
    }

    void checkDimension(const Location& location, std::int64_t dimension) {
        if (dimension < 1 || dimension > kMaxDimension) {
            diagnostics_.report(
                location, Rule::ArrayDimension,
                "an array has 1 to " + std::to_string(kMaxDimension) + " dimensions");
        }
    }

    void checkRarray(const Location& location, const RarrayType& rarray) {
        if (rarray.element == Primitive::Bool || rarray.element == Primitive::String ||
            rarray.element == Primitive::Opaque) {
            diagnostics_.report(location, Rule::RarrayElement,
                                "the elements of an rarray are numbers or characters; use an "
                                "array<> for others");
        }
        for (const Expression& extent : rarray.extents) {
            std::vector<const Expression*> names;
            collectNames(extent, names);
            if (names.size() > 1) {
                diagnostics_.report(names[1]->location, Rule::RarrayExtent,
                                    "an extent uses one name at most; pass the product or sum as "
                                    "an argument of its own");
            }
        }
    }

    void checkRarrayArgument(const Method& method, const Argument& argument,
                             const RarrayType& rarray) {
        if (argument.mode == Mode::Out) {
            diagnostics_.report(argument.location, Rule::RarrayOut,
                                "the rarray " + inQuotes(argument.name) +
                                    " cannot be 'out'; use 'inout', or an array<>");
        }
        std::vector<const Expression*> names;
        for (const Expression& extent : rarray.extents) {
            collectNames(extent, names);
        }
        for (const Expression* name : names) {
            checkExtent(method, *name);
        }
    }

    void checkExtent(const Method& method, const Expression& name) {
        const auto found =
            std::find_if(method.arguments.begin(), method.arguments.end(),
                         [&name](const Argument& each) { return each.name == name.text; });
        if (found == method.arguments.end()) {
            std::vector<std::string> others;
            for (const Argument& each : method.arguments) {
                others.push_back(each.name);
            }
            const std::string hint = gantry::base::didYouMean(name.text, others);
            diagnostics_.report(name.location, Rule::RarrayExtent,
                                "the extent " + inQuotes(name.text) +
                                    " is not an argument of the method" +
                                    (hint.empty() ? "; add 'in int " + name.text + "'" : hint));
            return;
        }
        const auto* primitive = std::get_if<Primitive>(&found->type.type);
        if (primitive == nullptr || *primitive != Primitive::Int || found->mode != Mode::In) {
            diagnostics_.report(name.location, Rule::RarrayExtent,
                                "the extent " + inQuotes(name.text) +
                                    " is not an 'in' argument of type int; declare it 'in int " +
                                    name.text + "'");
        }
    }

    // An rarray is memory of the caller, described for one call: what a method gives back would
    // point into memory that nobody owns.
    void checkGivenBack(const TypeUse& use, const Location& location) {
        const auto* name = std::get_if<ScopedName>(&use.type);
        const TypeSymbol* type = name == nullptr ? nullptr : model_.target(*name);
        if (type != nullptr && type->kind == TypeKind::Struct && holdsRarray(*type)) {
            diagnostics_.report(location, Rule::StructWithRarray,
                                "the struct " + inQuotes(type->qualifiedName()) +
                                    " holds an rarray, so it cannot be returned; pass it "
                                    "'inout'");
        }
    }

    // The structs inside a struct, without recursion: a chain of them may be of any length.
    bool holdsRarray(const TypeSymbol& start) {
        if (holdsRarray_[start.index] != Held::New) {
            return holdsRarray_[start.index] == Held::Yes;
        }
        std::vector<const TypeSymbol*> open{&start};
        std::vector<const TypeSymbol*> seen;
        // Open marks what is queued, so that a struct reached in two ways is looked at once.
        holdsRarray_[start.index] = Held::Open;
        bool found = false;
        while (!open.empty() && !found) {
            const TypeSymbol& type = *open.back();
            open.pop_back();
            seen.push_back(&type);
            found = holdsRarray_[type.index] == Held::Yes || hasRarrayMember(type);
            for (const TypeSymbol* inner : structsIn(type)) {
                if (holdsRarray_[inner->index] == Held::New) {
                    holdsRarray_[inner->index] = Held::Open;
                    open.push_back(inner);
                } else if (holdsRarray_[inner->index] == Held::Yes) {
                    found = true;
                }
            }
        }
        // Without an rarray none of them has one; with one it is known of the first only, and the
        // others are asked again when needed.
        for (const TypeSymbol* type : seen) {
            holdsRarray_[type->index] = found ? Held::New : Held::No;
        }
        for (const TypeSymbol* type : open) {
            holdsRarray_[type->index] = Held::New;
        }
        holdsRarray_[start.index] = found ? Held::Yes : Held::No;
        return found;
    }

    static bool hasRarrayMember(const TypeSymbol& type) {
        const auto& members = std::get<Struct>(type.declaration->body).members;
        return std::any_of(members.begin(), members.end(), [](const StructMember& each) {
            return std::holds_alternative<RarrayType>(each.type.type);
        });
    }

    std::vector<const TypeSymbol*> structsIn(const TypeSymbol& type) const {
        std::vector<const TypeSymbol*> inner;
        for (const StructMember& member : std::get<Struct>(type.declaration->body).members) {
            const auto* name = std::get_if<ScopedName>(&member.type.type);
            const TypeSymbol* held = name == nullptr ? nullptr : model_.target(*name);
            if (held != nullptr && held->kind == TypeKind::Struct) {
                inner.push_back(held);
            }
        }
        return inner;
    }

    const Model& model_;
    Diagnostics& diagnostics_;
    std::vector<Held> holdsRarray_;
};

}  // namespace

TypeCheck argumentCheck(const Model& model, Diagnostics& diagnostics) {
    auto check = std::make_shared<ArgumentCheck>(model, diagnostics);
    return [check](const TypeSymbol& type) { check->checkType(type); };
}

}  // namespace sidlc
