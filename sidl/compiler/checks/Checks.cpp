#include "Checks.hpp"

#include <vector>

namespace sidlc {

void checkModel(const Model& model, bool isResolved, Diagnostics& diagnostics) {
    std::vector<TypeCheck> checks = {
        nameCheck(model, diagnostics),
        attributeCheck(model, diagnostics),
        enumCheck(diagnostics),
        argumentCheck(model, diagnostics),
    };
    if (isResolved) {
        checkInheritance(model, diagnostics);
        checks.push_back(contractCheck(model, diagnostics));
    }
    for (const auto& [name, type] : model.types()) {
        if (diagnostics.full()) {
            return;
        }
        for (const TypeCheck& check : checks) {
            check(type);
        }
    }
}

}  // namespace sidlc
