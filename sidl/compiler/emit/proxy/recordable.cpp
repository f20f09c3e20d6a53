#include "recordable.hpp"

#include <variant>

namespace sidlc {

bool isRecordable(const CppTypes& types, const TypeUse& use) {
    if (const auto* primitive = std::get_if<Primitive>(&use.type)) {
        switch (*primitive) {
            case Primitive::Char:
            case Primitive::Fcomplex:
            case Primitive::Dcomplex:
            case Primitive::Opaque:
                return false;
            default:
                return true;
        }
    }
    const TypeSymbol* type = types.userType(use);
    return std::holds_alternative<ArrayType>(use.type) ||
           std::holds_alternative<RarrayType>(use.type) ||
           (type != nullptr && type->kind == TypeKind::Enumeration);
}

}  // namespace sidlc
