#include "SkeletonEmitter.hpp"

#include <compiler/checks/ReservedWords.hpp>
#include <compiler/emit/c/CTypes.hpp>
#include <compiler/emit/cpp/CppText.hpp>
#include <compiler/emit/cpp/CppTypes.hpp>
#include <compiler/emit/cpp/InheritedMethods.hpp>
#include <compiler/emit/cpp/InterfaceMethods.hpp>
#include <compiler/emit/fortran/FortranOrder.hpp>
#include <compiler/emit/fortran/FortranTypes.hpp>
#include <compiler/emit/python/PythonText.hpp>

#include <string>

#include "FortranSkeleton.hpp"

namespace sidlc {

namespace {

constexpr const char* kPort = "gov.cca.Port";

bool isPort(const TypeSymbol& type) {
    return type.kind == TypeKind::Interface && isEmitted(type) && derivesFrom(type, kPort);
}

bool isVoid(const Method& method) {
    return std::holds_alternative<VoidType>(method.result.type);
}

// Comments around the names, so that nobody warns of what is not used yet.
std::string cxxSkeleton(const CppTypes& types, const TypeSymbol& type) {
    CppNeeds unused;
    std::string text;
    for (const InterfaceMethod& each : interfaceMethods(types, type)) {
        const Method& method = each.method();
        std::vector<std::string> arguments;
        for (const Argument& argument : method.arguments) {
            arguments.push_back(types.parameter(argument, unused) + " /*" + argument.name + "*/");
        }
        const std::string name = cppMethodName(method);
        text += (text.empty() ? "" : "\n") +
                cppSignature(types.value(method.result, unused) + " " + name, arguments,
                             " override {\n", 4) +
                "        notWritten(\"" + name + "\");\n    }\n";
    }
    return text;
}

class CSkeleton final {
public:
    CSkeleton(const CTypes& types, const TypeSymbol& type) : types_(types), type_(type) {}

    std::string text() const {
        const std::vector<CMethod> methods = cMethods(type_);
        std::string functions;
        std::string table;
        for (const CMethod& each : methods) {
            functions += function(each) + "\n";
            table += "    ." + cppIdentifier(each.name) + " = " + functionName(each) + ",\n";
        }
        const std::string name = cName(type_);
        const std::string methodsName = "k" + type_.name + "Methods";
        if (!table.empty()) {
            table = "static const struct " + name + "__methods " + methodsName + " = {\n" + table +
                    "};\n\n";
        }
        return "#include <c/" + fileStem(*type_.file) + ".h>\n\n" + functions + table + "static " +
               name + "* new_" + type_.name + "(gantry_Component* component) {\n    return " +
               name + "__create(" + (table.empty() ? "" : "&" + methodsName + ", ") +
               "component, NULL);\n}\n";
    }

private:
    std::string functionName(const CMethod& method) const { return type_.name + "_" + method.name; }

    std::string function(const CMethod& each) const {
        const std::string result = types_.value(each.method->result);
        std::string text = cppSignature("static " + result + " " + functionName(each),
                                        types_.parameters(*each.method, "void* self"), " {\n", 0) +
                           "    (void)self;\n";
        for (const Argument& argument : each.method->arguments) {
            text += "    (void)" + cArgumentName(argument) + ";\n";
        }
        text +=
            "    gantry_raise(error, gov_cca_CCAExceptionType_Nonstandard,\n"
            "                 \"@CLASS@: " +
            each.name + " is not written yet\");\n";
        return text +
               (isVoid(*each.method) ? ""
                                     : "    " + result + " nothing = {0};\n    return nothing;\n") +
               "}\n";
    }

    const CTypes& types_;
    const TypeSymbol& type_;
};

std::string pythonSkeleton(const TypeSymbol& type) {
    std::string text = "import " + pythonModule(type) + "\n";
    for (const Method* method : inheritedMethods(type)) {
        const std::string name = pythonMethodName(*method);
        text += "\n    def " + name + "(self";
        for (const Argument* each : pythonArguments(*method)) {
            text += ", " + pythonIdentifier(each->name);
        }
        text +=
            "):\n        raise NotImplementedError(\"@CLASS@: " + name + " is not written yet\")\n";
    }
    return text;
}

}  // namespace

std::vector<GeneratedFile> emitSkeletons(const Model& model) {
    const CTypes types(model);
    FortranTypes fortran(model);
    const FortranOrder order(fortran.c());
    std::vector<GeneratedFile> files;
    for (const auto& [name, type] : model.types()) {
        if (isPort(type)) {
            files.push_back({"skeleton/" + name + ".cxx", cxxSkeleton(types.cpp(), type)});
            files.push_back({"skeleton/" + name + ".c", CSkeleton(types, type).text()});
            files.push_back({"skeleton/" + name + ".python", pythonSkeleton(type)});
            const std::string module = fortranModule(type);
            fortran.enter(module, order.later(module));
            files.push_back(
                {"skeleton/" + name + ".fortran", fortranLines(fortranSkeleton(fortran, type))});
        }
    }
    return files;
}

}  // namespace sidlc
