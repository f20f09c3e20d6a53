#include "CSkeleton.hpp"

#include <compiler/checks/ReservedWords.hpp>
#include <compiler/emit/cpp/CppText.hpp>

#include "CTypes.hpp"

namespace sidlc {

namespace {

bool isVoid(const Method& method) {
    return std::holds_alternative<VoidType>(method.result.type);
}

class Skeleton final {
public:
    Skeleton(const CTypes& types, const TypeSymbol& type) : types_(types), type_(type) {}

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

}  // namespace

std::vector<std::string> cSkeletons(const Model& model,
                                    const std::vector<const TypeSymbol*>& ports) {
    const CTypes types(model);
    std::vector<std::string> texts;
    texts.reserve(ports.size());
    for (const TypeSymbol* port : ports) {
        texts.push_back(Skeleton(types, *port).text());
    }
    return texts;
}

}  // namespace sidlc
