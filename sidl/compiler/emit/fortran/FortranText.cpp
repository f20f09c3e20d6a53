#include "FortranText.hpp"

#include <cctype>

#include "FortranPiece.hpp"

namespace sidlc {

namespace {

// Fortran does not distinguish upper and lower case.
std::string lowered(const std::string& name) {
    std::string lower;
    for (const char each : name) {
        lower += static_cast<char>(std::tolower(static_cast<unsigned char>(each)));
    }
    return lower;
}

constexpr const char* kIndent = "        ";

std::string line(const std::string& text) {
    return fortranStatement(text);
}

std::string nameList(const Method& method) {
    std::string text = "(self";
    for (const Argument& each : method.arguments) {
        text += ", " + fortranArgument(each);
    }
    return text + ", error)";
}

bool isFunction(const Method& method) {
    return !std::holds_alternative<VoidType>(method.result.type);
}

std::string headLine(const std::string& indent, const Method& method, const std::string& name,
                     const std::string& suffix) {
    return indent + (isFunction(method) ? "function " : "subroutine ") + name + nameList(method) +
           suffix + (isFunction(method) ? " result(res)" : "") + "\n";
}

std::string endLine(const std::string& indent, const Method& method, const std::string& name) {
    return indent + "end " + (isFunction(method) ? "function " : "subroutine ") + name + "\n";
}

std::string methodName(const TypeSymbol& type, const CMethod& method,
                       const std::string& prefix = {}, const std::string& suffix = {}) {
    return fortranName(prefix + cName(type) + "_" + method.name + suffix);
}

std::string deeper(const std::string& lines) {
    std::string text;
    for (std::size_t at = 0; at < lines.size();) {
        const std::size_t end = lines.find('\n', at) + 1;
        text += "    " + lines.substr(at, end - at);
        at = end;
    }
    return text;
}

// Extents are declared before the arrays that use them.
std::string declarations(const FortranTypes& types, const Method& method, bool isCall) {
    std::string first;
    std::string then;
    for (const Argument& each : method.arguments) {
        const bool isRarray = types.passing(each.type) == FortranPassing::Rarray;
        (isRarray ? then : first) += outerDeclaration(types, each, isCall);
    }
    return first + then;
}

}  // namespace

// With two underscores where a method of the type has the name already.
std::string ownName(const TypeSymbol& type, const std::string& word) {
    for (const CMethod& each : cMethods(type)) {
        if (lowered(each.name) == word) {
            return fortranName(cName(type) + "__" + word);
        }
    }
    return fortranName(cName(type) + "_" + word);
}

// The procedures and the component of the base type, sidl_BaseInterface, have these names.
std::string bindingName(const CMethod& method) {
    const std::string lower = lowered(method.name);
    const bool taken = lower == "isnull" || lower == "issame" || lower == "addref" ||
                       lower == "deleteref" || lower == "sidl_handle" || lower == "getnote" ||
                       lower == "gettrace";
    return fortranName(method.name + (taken ? "_" : ""));
}

std::string cInterfaceText(const FortranTypes& types, const TypeSymbol& type,
                           const CMethod& method) {
    const std::string name = methodName(type, method, "c_");
    std::string body = line("import") + line("type(c_ptr), value :: self");
    for (const Argument& each : method.method->arguments) {
        const bool isText =
            types.passing(each.type) == FortranPassing::String && each.mode == Mode::In;
        body += isText
                    ? line("character(kind=c_char), intent(in) :: " + fortranArgument(each) + "(*)")
                    : innerDeclaration(types, each);
    }
    body += line("type(c_ptr), intent(inout), optional :: error");
    return headLine(kIndent, *method.method, name,
                    " bind(C, name=\"" + cName(type) + "_" + method.name + "\")") +
           deeper(body + innerResult(types, method.method->result)) +
           endLine(kIndent, *method.method, name);
}

std::string deferredText(const FortranTypes& types, const TypeSymbol& type, const CMethod& method) {
    const std::string name = methodName(type, method, "", "__interface");
    return headLine(kIndent, *method.method, name, "") +
           deeper(line("import") +
                  line("class(" + ownName(type, "implementation") + "), intent(inout) :: self") +
                  declarations(types, *method.method, false) +
                  line("type(sidl_BaseException), intent(inout) :: error") +
                  outerResult(types, method.method->result)) +
           endLine(kIndent, *method.method, name);
}

std::string writtenText(const FortranTypes& types, const CMethod& method, const std::string& name,
                        const std::string& selfType, const std::string& body) {
    return headLine("    ", *method.method, name, "") +
           line("class(" + selfType + "), intent(inout) :: self") +
           declarations(types, *method.method, false) +
           line("type(sidl_BaseException), intent(inout) :: error") +
           outerResult(types, method.method->result) + "\n" + body +
           endLine("    ", *method.method, name);
}

std::string callText(const FortranTypes& types, const TypeSymbol& type, const CMethod& method) {
    const std::string name = methodName(type, method);
    std::string locals;
    std::string before;
    std::string after;
    std::string passed = "(self%sidl_handle";
    for (const Argument& each : method.method->arguments) {
        const FortranPiece piece = argumentToC(types, each);
        locals += piece.locals;
        before += piece.before;
        after += piece.after;
        passed += ", " + piece.expression;
    }
    const FortranPiece result = resultFromC(types, method.method->result);
    const std::string call = (isFunction(*method.method) ? result.expression + " = " : "call ") +
                             methodName(type, method, "c_") + passed;
    return headLine("    ", *method.method, name, "") +
           line("class(" + fortranName(cName(type)) + "), intent(in) :: self") +
           declarations(types, *method.method, true) +
           line("type(sidl_BaseException), intent(inout), optional :: error") +
           outerResult(types, method.method->result) + locals + result.locals + before +
           // The call is written twice: Fortran passes an absent argument on, but not a component
           // of it.
           line("if (present(error)) then") + line("    " + call + ", error%sidl_handle)") +
           line("else") + line("    " + call + ")") + line("end if") + after + result.after +
           endLine("    ", *method.method, name);
}

std::string calledText(const FortranTypes& types, const TypeSymbol& type, const CMethod& method) {
    const std::string name = methodName(type, method, "", "__from_c");
    std::string first;
    std::string then;
    std::string locals;
    std::string before;
    std::string after;
    std::string passed;
    for (const Argument& each : method.method->arguments) {
        const FortranPiece piece = argumentFromC(types, each);
        first += innerDeclaration(types, each);
        locals += piece.locals;
        before += piece.before;
        after += piece.after;
        passed += piece.expression + ", ";
    }
    const FortranPiece result = resultToC(types, method.method->result);
    // With an empty binding label the procedure has no symbol of its own. It is reached by its
    // pointer only, so names cannot clash when programs are linked.
    return headLine("    ", *method.method, name, " bind(C, name=\"\")") +
           line("type(c_ptr), value :: self") + first + then +
           line("type(c_ptr), intent(inout) :: error") + innerResult(types, method.method->result) +
           line("type(" + fortranName(cName(type) + "__box") + "), pointer :: box") +
           line("type(sidl_BaseException) :: error_f") + locals + result.locals +
           line("call c_f_pointer(self, box)") + line("error_f%sidl_handle = error") + before +
           line((isFunction(*method.method) ? result.expression + " = " : "call ") + "box%object%" +
                bindingName(method) + "(" + passed + "error_f)") +
           after + result.after + line("error = error_f%sidl_handle") +
           endLine("    ", *method.method, name);
}

}  // namespace sidlc
