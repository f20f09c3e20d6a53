#include "Checks.hpp"

namespace sidlc {

void checkModel(const Model& model, bool isResolved, Diagnostics& diagnostics) {
    checkNames(model, diagnostics);
    checkAttributes(model, diagnostics);
    checkEnums(model, diagnostics);
    checkArguments(model, diagnostics);
    if (isResolved) {
        checkInheritance(model, diagnostics);
        checkContracts(model, diagnostics);
    }
}

}  // namespace sidlc
