#include <compiler/model/Collector.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <unordered_map>

#include "Checks.hpp"

namespace sidlc {

namespace {

bool fitsInt(std::int64_t value) {
    return value >= std::numeric_limits<std::int32_t>::min() &&
           value <= std::numeric_limits<std::int32_t>::max();
}

void checkValues(const Enumeration& enumeration, Diagnostics& diagnostics) {
    std::unordered_map<std::int64_t, const Enumerator*> explicitValues;
    for (const Enumerator& each : enumeration.enumerators) {
        // Implicit values are one more than the value before. As in C, they may repeat an explicit
        // one.
        if (each.written.empty()) {
            continue;
        }
        if (diagnostics.full()) {
            return;
        }
        if (!each.value || !fitsInt(*each.value)) {
            diagnostics.report(each.location, Rule::EnumValue,
                               "the value " + each.written + " of " + inQuotes(each.name) +
                                   " does not fit 32 bits; choose a smaller one");
            continue;
        }
        const auto [found, isNew] = explicitValues.emplace(*each.value, &each);
        if (!isNew) {
            diagnostics.report(each.location, Rule::EnumValue,
                               inQuotes(each.name) + " has the value of " +
                                   inQuotes(found->second->name) + ", " + each.written +
                                   "; explicit values differ");
        }
    }
}

}  // namespace

TypeCheck enumCheck(Diagnostics& diagnostics) {
    return [&diagnostics](const TypeSymbol& type) {
        if (const auto* enumeration = std::get_if<Enumeration>(&type.declaration->body)) {
            checkValues(*enumeration, diagnostics);
        }
    };
}

}  // namespace sidlc
