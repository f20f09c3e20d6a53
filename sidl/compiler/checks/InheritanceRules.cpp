#include <compiler/model/Collector.hpp>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <tuple>
#include <vector>

#include "Checks.hpp"
#include "MemberTables.hpp"
#include "Signature.hpp"

namespace sidlc {

namespace {

// A method as messages show it.
std::string shown(const Member& member) {
    const Method& method = *member.method;
    const std::string extension = method.extension.empty() ? "" : "[" + method.extension + "]";
    return inQuotes(method.name + extension) + " of " + inQuotes(member.owner->qualifiedName());
}

// In an interface every method is abstract, whatever is written before it.
bool isFinal(const Member& member) {
    return member.owner->kind == TypeKind::Class && member.method->has(MethodAttribute::Final);
}
bool isStatic(const Member& member) {
    return isStaticMethod(*member.owner, *member.method);
}

class InheritanceCheck final {
public:
    InheritanceCheck(const Model& model, Diagnostics& diagnostics)
        : model_(model),
          diagnostics_(diagnostics),
          signature_(model),
          tables_(model, signature_),
          isException_(model.types().size()),
          isSerializable_(model.types().size()) {}

    void run() {
        // Called while the tables are built, as only then both methods are at hand: afterwards a
        // table has one of them.
        const auto onTwo = [this](const TypeSymbol& type, const TypeSymbol& base,
                                  const Member& inherited, const Member& present) {
            checkTwo(type, base, inherited, present);
        };
        // Without whole tables every further message would be wrong.
        if (!tables_.build(onTwo, diagnostics_)) {
            return;
        }
        markDerived();
        for (const TypeSymbol* type : tables_.order()) {
            if (type->kind == TypeKind::Class) {
                checkOverriding(*type);
            }
            checkFromClauses(*type);
            checkOverloads(*type);
            checkTypeName(*type);
            if (type->kind == TypeKind::Class) {
                checkAbstract(*type);
                checkUses(*type);
            }
        }
    }

private:
    // Where an error about this member of `type` is shown: at the method where that is its own.
    static const Location& placeOf(const TypeSymbol& type, const Member& member) {
        return member.owner == &type ? member.method->location : type.declaration->location;
    }

    void checkTwo(const TypeSymbol& type, const TypeSymbol& base, const Member& inherited,
                  const Member& present) {
        if (present.method == inherited.method ||
            signature_.same(*present.method, *present.owner, *inherited.method, *inherited.owner)) {
            return;
        }
        diagnostics_.report(
            placeOf(type, present), Rule::OverrideSignature,
            shown(present) + " differs from " + shown(inherited) + ", which " +
                inQuotes(type.name) + " inherits by " + inQuotes(base.qualifiedName()) +
                "; give it the same result, arguments, modes and exceptions" +
                " (an invariant adds sidl.InvViolation), or rename one with 'from'");
    }

    // In the order of the tables each base comes before what derives from it, so one pass is
    // enough.
    void markDerived() {
        const TypeSymbol* exception = model_.find("sidl.BaseException");
        const TypeSymbol* serializable = model_.find("sidl.io.Serializable");
        for (const TypeSymbol* type : tables_.order()) {
            isException_[type->index] = type == exception;
            isSerializable_[type->index] = type == serializable;
            for (const TypeSymbol* base : type->bases) {
                isException_[type->index] = isException_[type->index] || isException_[base->index];
                isSerializable_[type->index] =
                    isSerializable_[type->index] || isSerializable_[base->index];
            }
        }
    }

    void checkFromClauses(const TypeSymbol& type) {
        for (const Method& method : methodsOf(type)) {
            if (method.from) {
                checkFrom(type, method, *method.from);
            }
        }
    }

    void checkFrom(const TypeSymbol& type, const Method& method, const ScopedName& from) {
        const std::string shortName = from.path.substr(from.path.rfind('.') + 1);
        // Not null: the resolver has reported names without a target, and checks run only after
        // that.
        const TypeSymbol& source = *model_.target(from);
        if (shortName != method.name) {
            diagnostics_.report(from.location, Rule::FromClause,
                                "'from' keeps the short name, so " + inQuotes(method.name) +
                                    " cannot come from " + inQuotes(shortName) +
                                    "; change the extension only");
        } else if (source.kind != TypeKind::Interface) {
            diagnostics_.report(
                from.location, Rule::FromClause,
                inQuotes(source.qualifiedName()) +
                    " is not an interface; 'from' renames methods of interfaces only");
        } else if (&source == &type || !derivesFrom(type, source.qualifiedName())) {
            diagnostics_.report(from.location, Rule::FromClause,
                                inQuotes(type.name) + " does not inherit " +
                                    inQuotes(source.qualifiedName()) +
                                    ", so it cannot rename its methods; implement it");
        } else {
            checkRenamed(type, method, source, shortName + std::string(from.extension));
        }
    }

    void checkRenamed(const TypeSymbol& type, const Method& method, const TypeSymbol& source,
                      const std::string& longName) {
        const Member* old = tables_.find(source, longName);
        if (old != nullptr && old->owner == &source &&
            !signature_.same(method, type, *old->method, source)) {
            diagnostics_.report(method.location, Rule::OverrideSignature,
                                inQuotes(method.name + method.extension) + " differs from " +
                                    shown(*old) +
                                    ", which it renames; give it the same result, arguments, "
                                    "modes and exceptions");
        }
    }

    // Only methods with extensions can share a short name.
    void checkOverloads(const TypeSymbol& type) {
        const Members& all = tables_.of(type);
        if (std::all_of(all.begin(), all.end(),
                        [](const Member& each) { return each.longName == each.shortName; })) {
            return;
        }
        struct Alike {
            std::uint32_t shortName;
            std::size_t likeness;
            const Member* member;
        };
        std::vector<Alike> members;
        for (const Member& each : all) {
            members.push_back({each.shortName, signature_.likeness(*each.method), &each});
        }
        // By likeness, a hash of the argument types: candidates are neighbours then, and a type
        // with very many overloads is checked in O(n log n) instead of O(n^2).
        std::stable_sort(members.begin(), members.end(), [](const Alike& a, const Alike& b) {
            return std::tie(a.shortName, a.likeness) < std::tie(b.shortName, b.likeness);
        });
        for (std::size_t at = 1; at < members.size(); ++at) {
            const Alike& a = members[at - 1];
            const Alike& b = members[at];
            if (a.shortName == b.shortName && a.likeness == b.likeness) {
                checkOverload(type, *a.member, *b.member);
            }
        }
    }

    void checkOverload(const TypeSymbol& type, const Member& a, const Member& b) {
        // Both inherited from the same type: reported at that type.
        const bool isReportedThere = a.owner != &type && a.owner == b.owner;
        if (isReportedThere || !signature_.similarArguments(*a.method, *b.method)) {
            return;
        }
        const Member& blamed = b.owner == &type ? b : a;
        diagnostics_.report(placeOf(type, blamed), Rule::OverloadArguments,
                            shown(blamed) + " cannot be distinguished from " +
                                shown(&blamed == &a ? b : a) +
                                " by the types of its arguments; change them, or the name");
    }

    void checkTypeName(const TypeSymbol& type) {
        const std::uint32_t number = tables_.numberOf(type.name);
        if (number == 0) {
            return;
        }
        for (const Member& member : tables_.of(type)) {
            if (member.longName == number || member.shortName == number) {
                diagnostics_.report(placeOf(type, member), Rule::MethodNamedAsType,
                                    "the method " + shown(member) + " has the name of the type " +
                                        inQuotes(type.name) + "; rename one of them");
                return;
            }
        }
    }

    void checkOverriding(const TypeSymbol& type) {
        const auto bases = tables_.basesOf(type);
        if (bases.empty() || bases.front()->kind != TypeKind::Class || methodsOf(type).empty()) {
            return;
        }
        const Members& inherited = tables_.of(*bases.front());
        for (const Member& mine : tables_.of(type)) {
            if (mine.owner != &type || mine.method->from) {
                continue;
            }
            if (const Member* old = findMember(inherited, mine.longName)) {
                checkReplaced(mine, *old);
            }
        }
        // Collected once for each class; there are few of them.
        Members finals;
        std::copy_if(inherited.begin(), inherited.end(), std::back_inserter(finals), isFinal);
        for (const Method& method : methodsOf(type)) {
            if (!method.from) {
                checkSameArguments(type, method, finals);
            }
        }
    }

    void checkReplaced(const Member& mine, const Member& old) {
        const Location& location = mine.method->location;
        if (isFinal(old)) {
            diagnostics_.report(location, Rule::FinalMethod,
                                shown(old) + " is final and cannot be overridden; leave it out");
        } else if (mine.isAbstract && !old.isAbstract) {
            diagnostics_.report(location, Rule::AbstractOverride,
                                shown(old) + " is implemented and cannot become abstract again");
        } else if (isStatic(mine) || isStatic(old)) {
            diagnostics_.report(
                location, Rule::StaticMethod,
                shown(isStatic(mine) ? mine : old) +
                    " is static, so it neither overrides a method nor is overridden; "
                    "choose another name");
        }
    }

    // Another extension does not make another method of the same arguments.
    void checkSameArguments(const TypeSymbol& type, const Method& method, const Members& finals) {
        for (const Member& old : finals) {
            if (old.method->name != method.name || !signature_.sameArguments(method, *old.method)) {
                continue;
            }
            diagnostics_.report(method.location, Rule::FinalMethod,
                                shown(old) + " is final and has the arguments of this method of " +
                                    inQuotes(type.name) + "; leave it out");
        }
    }

    void checkAbstract(const TypeSymbol& type) {
        const bool isAbstract = type.declaration->has(TypeAttribute::Abstract);
        std::string missing;
        std::size_t count = 0;
        for (const Member& member : tables_.of(type)) {
            // Three are enough to recognise what is missing.
            if (member.isAbstract && ++count <= 3) {
                missing += (count == 1 ? "" : ", ") + shown(member);
            }
        }
        if (isAbstract && count == 0) {
            diagnostics_.report(type.declaration->location, Rule::NeedlessAbstract,
                                "the abstract class " + inQuotes(type.name) +
                                    " implements all its methods; drop 'abstract'");
        } else if (!isAbstract && count > 0) {
            diagnostics_.report(type.declaration->location, Rule::AbstractClass,
                                "the class " + inQuotes(type.name) + " does not implement " +
                                    missing + (count > 3 ? " and others" : "") +
                                    "; declare them in it, write 'implements-all', or make it "
                                    "'abstract'");
        }
    }

    // Of classes only; interfaces may throw and copy anything.
    void checkUses(const TypeSymbol& type) {
        for (const Member& member : tables_.of(type)) {
            for (const ScopedName& name : member.method->throws) {
                const TypeSymbol& thrown = *model_.target(name);
                if (!isException_[thrown.index]) {
                    diagnostics_.report(
                        member.owner == &type ? name.location : type.declaration->location,
                        Rule::ThrownType,
                        shown(member) + " throws " + inQuotes(thrown.qualifiedName()) +
                            ", which does not implement sidl.BaseException");
                }
            }
            for (const Argument& argument : member.method->arguments) {
                checkCopied(type, member, argument);
            }
        }
    }

    void checkCopied(const TypeSymbol& type, const Member& member, const Argument& argument) {
        const auto* name = std::get_if<ScopedName>(&argument.type.type);
        const TypeSymbol* copied =
            argument.copy && name != nullptr ? model_.target(*name) : nullptr;
        if (copied != nullptr && copied->isObject() && !isSerializable_[copied->index]) {
            diagnostics_.report(
                member.owner == &type ? argument.location : type.declaration->location,
                Rule::CopiedType,
                shown(member) + " copies " + inQuotes(copied->qualifiedName()) +
                    ", which does not implement sidl.io.Serializable");
        }
    }

    const Model& model_;
    Diagnostics& diagnostics_;
    Signature signature_;
    MemberTables tables_;
    std::vector<bool> isException_;
    std::vector<bool> isSerializable_;
};

}  // namespace

void checkInheritance(const Model& model, Diagnostics& diagnostics) {
    InheritanceCheck(model, diagnostics).run();
}

}  // namespace sidlc
