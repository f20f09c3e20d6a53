#include "FortranModule.hpp"

#include <map>

#include "FortranText.hpp"

namespace sidlc {

namespace {

std::string line(int indent, const std::string& text) {
    return std::string(static_cast<std::size_t>(indent), ' ') + text + "\n";
}

class FortranModule final {
public:
    FortranModule(const FortranTypes& types, const std::vector<const TypeSymbol*>& members)
        : types_(types), members_(members) {}

    std::string text(const std::string& module, const std::set<std::string>& before) {
        std::string text = "module " + module + "\n    use sidl\n";
        for (const std::string& each : before) {
            text += line(4, "use " + each);
        }
        // Enumerations and structs first: types of Fortran must be defined before they are used.
        text += "    implicit none\n\n";
        for (const TypeSymbol* type : members_) {
            text += enumerationText(*type);
        }
        for (const TypeSymbol* type : structsInOrder(types_.c().cpp(), members_)) {
            text += structText(*type);
        }
        // Collected apart, as Fortran wants abstract interfaces, interfaces and procedures in this
        // order.
        std::string deferred;
        std::string interfaces;
        std::string procedures;
        for (const TypeSymbol* type : members_) {
            if (type->isObject()) {
                text += handleText(*type) + implementationText(*type);
                for (const CMethod& each : cMethods(*type)) {
                    deferred += deferredText(types_, *type, each);
                    interfaces += cInterfaceText(types_, *type, each);
                    procedures += docOf(each) + callText(types_, *type, each) + "\n" +
                                  calledText(types_, *type, each) + "\n";
                    findArrays(*each.method);
                }
                interfaces += makerInterfaces(*type);
                procedures += castTexts(*type) + makerText(*type);
            }
        }
        interfaces += associators();
        text +=
            deferred.empty() ? "" : "    abstract interface\n" + deferred + "    end interface\n\n";
        text += interfaces.empty() ? "" : "    interface\n" + interfaces + "    end interface\n\n";
        return text + (procedures.empty() ? "" : "contains\n\n" + procedures) + "end module " +
               module + "\n";
    }

private:
    static std::string docOf(const CMethod& method) {
        return fortranDoc(method.method->doc, {}, 4);
    }

    static std::string enumerationText(const TypeSymbol& type) {
        const auto* body = std::get_if<Enumeration>(&type.declaration->body);
        if (body == nullptr) {
            return {};
        }
        std::string text = fortranDoc(type.declaration->doc, {}, 4) + "    enum, bind(C)\n";
        for (const Enumerator& each : body->enumerators) {
            text += fortranDoc(each.doc, {}, 8) +
                    line(8, "enumerator :: " + fortranName(cName(type) + "_" + each.name) + " = " +
                                std::to_string(*each.value));
        }
        return text + "    end enum\n\n";
    }

    std::string structText(const TypeSymbol& type) const {
        std::string lines;
        for (const StructMember& each : std::get<Struct>(type.declaration->body).members) {
            lines += line(8, types_.cType(each.type) + " :: " + each.name + initialiser(each.type));
        }
        const std::string name = fortranName(cName(type));
        return fortranDoc(type.declaration->doc, {}, 4) + line(4, "type, bind(C) :: " + name) +
               // C has no empty struct.
               (lines.empty() ? line(8, "character(kind=c_char) :: nothing = c_null_char")
                              : lines) +
               line(4, "end type " + name) + "\n";
    }

    // Every component gets one, so that a variable of the type is defined from the start, as in
    // C++.
    std::string initialiser(const TypeUse& use) const {
        const std::string type = types_.cType(use);
        if (type == "type(c_ptr)") {
            return " = c_null_ptr";
        }
        // A struct has initial values of its own.
        if (type.rfind("type(", 0) == 0) {
            return "";
        }
        if (type.rfind("logical", 0) == 0) {
            return " = .false.";
        }
        return type.rfind("character", 0) == 0 ? " = c_null_char" : " = 0";
    }

    static std::string handleText(const TypeSymbol& type) {
        const std::string name = fortranName(cName(type));
        std::string text = fortranDoc(type.declaration->doc, {}, 4) +
                           line(4, "type, extends(sidl_BaseInterface) :: " + name);
        const std::vector<CMethod> methods = cMethods(type);
        text += methods.empty() ? "" : "    contains\n";
        for (const CMethod& each : methods) {
            text += line(8, "procedure :: " + bindingName(each) + " => " +
                                fortranName(cName(type) + "_" + each.name));
        }
        return text + line(4, "end type " + name);
    }

    // An object written in Fortran extends the abstract type. C holds a pointer to a box, because a
    // polymorphic pointer of Fortran is more than an address and cannot be passed as one.
    static std::string implementationText(const TypeSymbol& type) {
        const std::vector<CMethod> methods = cMethods(type);
        if (methods.empty()) {
            return "\n";
        }
        const std::string whole = ownName(type, "implementation");
        const std::string box = fortranName(cName(type) + "__box");
        const std::string table = fortranName(cName(type) + "__table");
        std::string deferred;
        std::string pointers;
        for (const CMethod& each : methods) {
            deferred +=
                line(8, "procedure(" + fortranName(cName(type) + "_" + each.name + "__interface") +
                            "), deferred :: " + bindingName(each));
            pointers += line(8, "type(c_funptr) :: " + bindingName(each));
        }
        return line(4, "!> To be extended by an object of this type that is written in Fortran.") +
               line(4, "type, abstract :: " + whole) + "    contains\n" + deferred +
               line(4, "end type " + whole) + line(4, "type :: " + box) +
               line(8, "class(" + whole + "), pointer :: object => null()") +
               line(8, "logical :: owned = .false.") + line(4, "end type " + box) +
               line(4, "type, bind(C) :: " + table) + pointers + line(4, "end type " + table) +
               "\n";
    }

    std::string makerInterfaces(const TypeSymbol& type) const {
        const std::string c = cName(type);
        const std::string castName = fortranName("c_" + c + "__cast");
        std::string text = line(8, "function " + castName + "(object) bind(C, name=\"" + c +
                                       "__cast\") result(res)") +
                           line(12, "import") + line(12, "type(c_ptr), value :: object") +
                           line(12, "type(c_ptr) :: res") + line(8, "end function " + castName);
        const bool hasTable = !cMethods(type).empty();
        const bool isException = derivesFrom(type, "sidl.BaseException");
        const std::string maker = fortranName("c_" + c + (isException ? "__raise" : "__create"));
        const std::string table =
            hasTable ? line(12, "type(" + fortranName(c + "__table") + "), intent(in) :: methods")
                     : "";
        const std::string rest = table + line(12, "type(c_ptr), value :: self") +
                                 line(12, "type(c_funptr), value :: destroy");
        const std::string arguments = std::string(hasTable ? "methods, " : "") + "self, destroy)";
        if (isException) {
            return text +
                   line(8, "subroutine " + maker + "(error, note, " + arguments +
                               " bind(C, name=\"" + c + "__raise\")") +
                   line(12, "import") + line(12, "type(c_ptr), intent(inout) :: error") +
                   line(12, "character(kind=c_char), intent(in) :: note(*)") + rest +
                   line(8, "end subroutine " + maker);
        }
        return text +
               line(8, "function " + maker + "(" + arguments + " bind(C, name=\"" + c +
                           "__create\") result(res)") +
               line(12, "import") + rest + line(12, "type(c_ptr) :: res") +
               line(8, "end function " + maker);
    }

    static std::string castTexts(const TypeSymbol& type) {
        const std::string name = fortranName(cName(type));
        const std::string cast = ownName(type, "cast");
        const std::string take = ownName(type, "take");
        const std::string head = line(8, "class(sidl_BaseInterface), intent(in) :: object");
        const std::string result = line(8, "type(" + name + ") :: res");
        return line(4,
                    "!> A new reference to the object as this type; null where it is of another.") +
               line(4, "function " + cast + "(object) result(res)") + head + result +
               line(8, "res%sidl_handle = " + fortranName("c_" + cName(type) + "__cast") +
                           "(object%sidl_handle)") +
               line(4, "end function " + cast) + "\n" +
               line(
                   4,
                   "!> The same, but gives up the object, and fails where it is of another type.") +
               line(4, "function " + take + "(object, error) result(res)") + head +
               line(8, "type(sidl_BaseException), intent(inout) :: error") + result +
               line(8, "res%sidl_handle = " + fortranName("c_" + cName(type) + "__cast") +
                           "(object%sidl_handle)") +
               line(8, "if (res%isNull() .and. .not. object%isNull()) &") +
               line(12, "call sidl_raise(error, \"the object is not a " + type.qualifiedName() +
                            "\")") +
               line(8, "call sidl_c_deleteRef(object%sidl_handle)") +
               line(4, "end function " + take) + "\n";
    }

    static std::string makerText(const TypeSymbol& type) {
        const std::string c = cName(type);
        const std::vector<CMethod> methods = cMethods(type);
        const bool isException = derivesFrom(type, "sidl.BaseException");
        const std::string name = ownName(type, isException ? "raise" : "create");
        const std::string maker = fortranName("c_" + c + (isException ? "__raise" : "__create"));
        const std::string what = isException ? "subroutine " : "function ";
        std::string arguments = isException ? "error, note" : "";
        if (!methods.empty()) {
            arguments += (arguments.empty() ? "" : ", ") + std::string("object, owned");
        }
        std::string text =
            line(4, isException ? "!> Fails with an exception of this type."
                                : "!> A new object. One that is owned is deallocated with it.") +
            line(4, what + name + "(" + arguments + ")" + (isException ? "" : " result(res)"));
        if (isException) {
            text += line(8, "type(sidl_BaseException), intent(inout) :: error") +
                    line(8, "character(len=*), intent(in) :: note");
        }
        std::string passed = "c_null_ptr, c_null_funptr)";
        std::string statements;
        if (!methods.empty()) {
            text += line(8, "class(" + ownName(type, "implementation") +
                                "), pointer, intent(in) :: object") +
                    line(8, "logical, intent(in), optional :: owned");
            statements = boxText(type, methods);
            passed = "methods, c_loc(box), c_funloc(" + fortranName(c + "__destroy") + "))";
        }
        text += (isException ? "" : line(8, "type(" + fortranName(c) + ") :: res"));
        if (!methods.empty()) {
            text += line(8, "type(" + fortranName(c + "__box") + "), pointer :: box") +
                    line(8, "type(" + fortranName(c + "__table") + ") :: methods");
        }
        const std::string call =
            isException ? "call " + maker + "(error%sidl_handle, note//c_null_char, " + passed
                        : "res%sidl_handle = " + maker + "(" + passed;
        return text + statements + line(8, call) + line(4, "end " + what + name) + "\n" +
               (methods.empty() ? "" : destroyText(type));
    }

    static std::string boxText(const TypeSymbol& type, const std::vector<CMethod>& methods) {
        // The box lives as long as the object: destroyText() frees it.
        std::string text = line(8, "allocate (box)") + line(8, "box%object => object") +
                           line(8, "if (present(owned)) box%owned = owned");
        for (const CMethod& each : methods) {
            text += line(8, "methods%" + bindingName(each) + " = c_funloc(" +
                                fortranName(cName(type) + "_" + each.name + "__from_c") + ")");
        }
        return text;
    }

    static std::string destroyText(const TypeSymbol& type) {
        const std::string name = fortranName(cName(type) + "__destroy");
        return line(4, "subroutine " + name + "(self) bind(C, name=\"\")") +
               line(8, "type(c_ptr), value :: self") +
               line(8, "type(" + fortranName(cName(type) + "__box") + "), pointer :: box") +
               line(8, "call c_f_pointer(self, box)") +
               line(8, "if (box%owned) deallocate (box%object)") + line(8, "deallocate (box)") +
               line(4, "end subroutine " + name) + "\n";
    }

    void findArrays(const Method& method) {
        findArray(method.result);
        for (const Argument& each : method.arguments) {
            findArray(each.type);
        }
    }

    void findArray(const TypeUse& use) {
        if (types_.passing(use) == FortranPassing::Array) {
            // One for each type and number of dimensions: all are the same C function with another
            // descriptor.
            associators_.emplace(
                types_.associator(use),
                types_.type(use) + ", pointer, intent(inout) :: array" + types_.shape(use));
        }
    }

    std::string associators() const {
        std::string text;
        for (const auto& [name, declaration] : associators_) {
            text += line(8, "subroutine " + name +
                                "(view, array) bind(C, name=\"sidl_fortran_associate\")") +
                    line(12, "import") + line(12, "type(sidl_array), intent(in) :: view") +
                    line(12, declaration) + line(8, "end subroutine " + name);
        }
        return text;
    }

    const FortranTypes& types_;
    const std::vector<const TypeSymbol*>& members_;
    std::map<std::string, std::string> associators_;
};

}  // namespace

std::string fortranModuleText(const FortranTypes& types, const std::string& module,
                              const std::vector<const TypeSymbol*>& members,
                              const std::set<std::string>& before) {
    return FortranModule(types, members).text(module, before);
}

}  // namespace sidlc
