#include "FortranSkeleton.hpp"

#include "FortranOrder.hpp"
#include "FortranPiece.hpp"
#include "FortranText.hpp"
#include "FortranTypes.hpp"

namespace sidlc {

namespace {

std::string shapeOfNothing(const std::string& shape) {
    std::string text;
    for (const char each : shape) {
        text += each == ':' ? '0' : each;
    }
    return text;
}

// A value, so that no procedure returns an undefined result.
std::string emptyResult(const FortranTypes& types, const TypeUse& use) {
    switch (types.passing(use)) {
        case FortranPassing::Plain: {
            const std::string type = types.type(use);
            const bool isTruth = type.starts_with("logical");
            const bool isAddress = type.starts_with("type(c_ptr");
            return fortranStatement(std::string("res = ") + (isTruth     ? ".false."
                                                             : isAddress ? "c_null_ptr"
                                                                         : "0"));
        }
        case FortranPassing::Complex:
            return fortranStatement("res = 0");
        case FortranPassing::Character:
            return fortranStatement("res = \" \"");
        case FortranPassing::String:
            return fortranStatement("res = \"\"");
        case FortranPassing::Array:
            return fortranStatement("allocate (res" + shapeOfNothing(types.shape(use)) + ")");
        case FortranPassing::Raw:
        case FortranPassing::Object:
            return fortranStatement("block") +
                   fortranStatement("    " + types.type(use) + " :: nothing") +
                   fortranStatement("    res = nothing") + fortranStatement("end block");
        default:
            return "";
    }
}

std::string skeleton(const FortranTypes& types, const TypeSymbol& type) {
    std::string bindings;
    std::string procedures;
    for (const CMethod& each : cMethods(type)) {
        const std::string name = fortranName(type.name + "_" + each.name);
        bindings += "        procedure :: " + bindingName(each) + " => " + name + "\n";
        const std::string raise =
            fortranStatement("call gantry_raise(error, gov_cca_CCAExceptionType_Nonstandard, &");
        const std::string why =
            fortranStatement("    \"@CLASS@: " + each.name + " is not written yet\")");
        procedures += "\n" + writtenText(types, each, name, type.name,
                                         emptyResult(types, each.method->result) + raise + why);
    }
    const std::string handle = fortranName(cName(type));
    const std::string maker = "new_" + type.name;
    procedures += "\n    function " + maker + "(component) result(object)\n" +
                  fortranStatement("type(gantry_Component), intent(in) :: component") +
                  fortranStatement("type(" + handle + ") :: object") +
                  fortranStatement("type(" + type.name + "), pointer :: port") + "\n" +
                  fortranStatement("allocate (port)") +
                  fortranStatement("port%component = component") +
                  fortranStatement("object = " + ownName(type, "create") + "(port, owned=.true.)") +
                  "    end function " + maker + "\n";
    return "use " + fortranModule(type) + "\n    type, extends(" + ownName(type, "implementation") +
           ") :: " + type.name + "\n        type(gantry_Component) :: component\n" +
           (bindings.empty() ? "" : "    contains\n" + bindings) + "    end type " + type.name +
           "\ncontains" + procedures;
}

}  // namespace

std::vector<std::string> fortranSkeletons(const Model& model,
                                          const std::vector<const TypeSymbol*>& ports) {
    FortranTypes types(model);
    const FortranOrder order(types.c());
    std::vector<std::string> texts;
    for (const TypeSymbol* port : ports) {
        const std::string module = fortranModule(*port);
        types.enter(module, order.later(module));
        texts.push_back(fortranLines(skeleton(types, *port)));
    }
    return texts;
}

}  // namespace sidlc
