#include "FortranText.hpp"

#include <cctype>

#include "CBridgeText.hpp"

namespace sidlc {

namespace {

// One argument, or the result, of a procedure that passes a call on.
struct Piece {
    std::string declaration;  ///< of the argument itself
    std::string locals;       ///< declarations of what it needs besides
    std::string before;       ///< statements
    std::string expression;   ///< what is passed on
    std::string after;        ///< statements
};

std::string lowered(const std::string& name) {
    std::string lower;
    for (const char each : name) {
        lower += static_cast<char>(std::tolower(static_cast<unsigned char>(each)));
    }
    return lower;
}

const std::string kIndent = "        ";

std::string line(const std::string& text) {
    return kIndent + text + "\n";
}

std::string intentOf(Mode mode) {
    if (mode == Mode::In) {
        return "intent(in)";
    }
    return mode == Mode::Out ? "intent(out)" : "intent(inout)";
}

std::string extents(const Argument& argument) {
    const auto& rarray = std::get<RarrayType>(argument.type.type);
    std::string text;
    for (const Expression& each : rarray.extents) {
        text += (text.empty() ? "" : ",") + extentText(each);
    }
    return "(" + text + ")";
}

// What the author of an implementation, or the caller of an object, declares.
std::string outerDeclaration(const FortranTypes& types, const Argument& argument, bool isCall) {
    const std::string name = fortranArgument(argument);
    const std::string intent = intentOf(argument.mode);
    const std::string type = types.type(argument.type);
    const bool in = argument.mode == Mode::In;
    switch (types.passing(argument.type)) {
        case FortranPassing::String:
            return line(in ? "character(len=*), intent(in) :: " + name
                           : type + ", allocatable, " + intent + " :: " + name);
        case FortranPassing::Array:
            return line(type + (in ? ", " : ", allocatable, ") + intent + " :: " + name +
                        types.shape(argument.type));
        case FortranPassing::Rarray:
            return line(type + ", " + intent + " :: " + name +
                        (isCall ? "(*)" : extents(argument)));
        default:
            return line(type + ", " + intent + " :: " + name);
    }
}

std::string outerResult(const FortranTypes& types, const TypeUse& use) {
    switch (types.passing(use)) {
        case FortranPassing::Void:
            return "";
        case FortranPassing::String:
        case FortranPassing::Array:
            return line(types.type(use) + ", allocatable :: res" + types.shape(use));
        default:
            return line(types.type(use) + " :: res");
    }
}

// The argument of the C function.
std::string innerDeclaration(const FortranTypes& types, const Argument& argument) {
    const std::string name = fortranArgument(argument);
    const bool in = argument.mode == Mode::In;
    const std::string type = types.cType(argument.type);
    const std::string byReference = ", " + intentOf(argument.mode) + " :: " + name;
    switch (types.passing(argument.type)) {
        case FortranPassing::Rarray:
            return line(types.type(argument.type) + byReference + "(*)");
        case FortranPassing::Complex:
            return line(in ? (type == "complex(c_float_complex)" ? "type(sidl_fcomplex)"
                                                                 : "type(sidl_dcomplex)") +
                                 std::string(", value :: ") + name
                           : type + byReference);
        case FortranPassing::Array:
        case FortranPassing::Raw:
            return line(type + byReference);
        case FortranPassing::Character:
            return line(in ? "integer(c_int8_t), value :: " + name : type + byReference);
        default:
            return line(in ? type + ", value :: " + name : type + byReference);
    }
}

std::string structOf(const FortranTypes& types, const TypeUse& use) {
    return types.type(use) == "complex(c_float_complex)" ? "sidl_fcomplex" : "sidl_dcomplex";
}

std::string innerResult(const FortranTypes& types, const TypeUse& use) {
    switch (types.passing(use)) {
        case FortranPassing::Void:
            return "";
        case FortranPassing::Complex:
            return line("type(" + structOf(types, use) + ") :: res");
        default:
            return line(types.cType(use) + " :: res");
    }
}

std::string pointerTo(const FortranTypes& types, const TypeUse& use, const std::string& name) {
    return line(types.type(use) + ", pointer :: " + name + "_pointer" + types.shape(use));
}

std::string associated(const FortranTypes& types, const TypeUse& use, const std::string& view,
                       const std::string& name) {
    return line("nullify (" + name + "_pointer)") +
           line("call " + types.associator(use) + "(" + view + ", " + name + "_pointer)");
}

std::string toStruct(const FortranTypes& types, const TypeUse& use, const std::string& value) {
    return structOf(types, use) + "(real(" + value + "), aimag(" + value + "))";
}

std::string toComplex(const FortranTypes& types, const TypeUse& use, const std::string& value) {
    return "cmplx(" + value + "%real, " + value + "%imaginary, " +
           (structOf(types, use) == "sidl_fcomplex" ? "c_float_complex)" : "c_double_complex)");
}

// A string or an array that is passed on to C from Fortran and may come back another one.
Piece copiedToC(const FortranTypes& types, const Argument& argument) {
    const std::string name = fortranArgument(argument);
    const std::string other = name + "_c";
    const TypeUse& use = argument.type;
    const std::string given = "if (allocated(" + name + ")) ";
    if (types.passing(use) == FortranPassing::String) {
        return {"", line("type(c_ptr) :: " + other),
                line(other + " = c_null_ptr") +
                    (argument.mode == Mode::Inout
                         ? line(given + other + " = sidl_newText(" + name + ")")
                         : ""),
                other, line(name + " = sidl_takeText(" + other + ")")};
    }
    const std::string copy = name + "_copy";
    return {"",
            line("type(sidl_array) :: " + other) + pointerTo(types, use, name) +
                line(types.type(use) + ", allocatable :: " + copy + types.shape(use)),
            // A copy, as what comes back may share its elements.
            argument.mode == Mode::Inout
                ? line(given + "call sidl_copyOf(" + name + ", " + other + ")")
                : "",
            other,
            associated(types, use, other, name) +
                line("allocate (" + copy + ", source=" + name + "_pointer)") +
                line("call move_alloc(" + copy + ", " + name + ")") +
                line("call sidl_freeArray(" + other + ")")};
}

Piece toC(const FortranTypes& types, const Argument& argument) {
    const std::string name = fortranArgument(argument);
    const TypeUse& use = argument.type;
    const bool in = argument.mode == Mode::In;
    switch (types.passing(use)) {
        case FortranPassing::String:
            if (in) {
                return {"", "", "", name + "//c_null_char", ""};
            }
            return copiedToC(types, argument);
        case FortranPassing::Array:
            if (in) {
                return {"", line("type(sidl_array) :: " + name + "_c"),
                        line("call sidl_viewOf(" + name + ", " + name + "_c)"), name + "_c", ""};
            }
            return copiedToC(types, argument);
        case FortranPassing::Character:
            return {"", "", "", in ? "transfer(" + name + ", 0_c_int8_t)" : name, ""};
        case FortranPassing::Complex:
            return {"", "", "", in ? toStruct(types, use, name) : name, ""};
        case FortranPassing::Object:
            return {"", "", "", name + "%sidl_handle", ""};
        default:
            return {"", "", "", name, ""};
    }
}

// The result of C for the caller in Fortran; `expression` is what takes it.
Piece resultFromC(const FortranTypes& types, const TypeUse& use) {
    switch (types.passing(use)) {
        case FortranPassing::String:
            return {"", line("type(c_ptr) :: res_c"), "", "res_c",
                    line("res = sidl_takeText(res_c)")};
        case FortranPassing::Array:
            return {"", line("type(sidl_array) :: res_c") + pointerTo(types, use, "res"), "",
                    "res_c",
                    associated(types, use, "res_c", "res") +
                        line("allocate (res, source=res_pointer)") +
                        line("call sidl_freeArray(res_c)")};
        case FortranPassing::Complex:
            return {"", line("type(" + structOf(types, use) + ") :: res_c"), "", "res_c",
                    line("res = " + toComplex(types, use, "res_c"))};
        case FortranPassing::Object:
            return {"", "", "", "res%sidl_handle", ""};
        default:
            return {"", "", "", "res", ""};
    }
}

// A string or an array that C passes on to Fortran and that may come back another one.
Piece copiedFromC(const FortranTypes& types, const Argument& argument) {
    const std::string name = fortranArgument(argument);
    const std::string other = name + "_f";
    const TypeUse& use = argument.type;
    const bool inout = argument.mode == Mode::Inout;
    const std::string given = "if (allocated(" + other + ")) ";
    if (types.passing(use) == FortranPassing::String) {
        return {"", line("character(len=:), allocatable :: " + other),
                inout ? line(other + " = sidl_text(" + name + ")") : "", other,
                line(inout ? "call sidl_freeText(" + name + ")" : name + " = c_null_ptr") +
                    (inout ? line(name + " = c_null_ptr") : "") +
                    line(given + name + " = sidl_newText(" + other + ")")};
    }
    return {"",
            line(types.type(use) + ", allocatable :: " + other + types.shape(use)) +
                (inout ? pointerTo(types, use, name) : ""),
            inout ? associated(types, use, name, name) +
                        line("allocate (" + other + ", source=" + name + "_pointer)") +
                        line("call sidl_freeArray(" + name + ")")
                  : "",
            other, line(given + "call sidl_copyOf(" + other + ", " + name + ")")};
}

Piece fromC(const FortranTypes& types, const Argument& argument) {
    const std::string name = fortranArgument(argument);
    const TypeUse& use = argument.type;
    const bool in = argument.mode == Mode::In;
    switch (types.passing(use)) {
        case FortranPassing::String:
            return in ? Piece{"", "", "", "sidl_text(" + name + ")", ""}
                      : copiedFromC(types, argument);
        case FortranPassing::Array:
            return in ? Piece{"", pointerTo(types, use, name), associated(types, use, name, name),
                              name + "_pointer", ""}
                      : copiedFromC(types, argument);
        case FortranPassing::Character:
            return {"", "", "", in ? "transfer(" + name + ", c_null_char)" : name, ""};
        case FortranPassing::Complex:
            return {"", "", "", in ? toComplex(types, use, name) : name, ""};
        case FortranPassing::Object: {
            const std::string other = name + "_f";
            return {"", line(types.type(use) + " :: " + other),
                    argument.mode == Mode::Out ? "" : line(other + "%sidl_handle = " + name), other,
                    in ? "" : line(name + " = " + other + "%sidl_handle")};
        }
        default:
            return {"", "", "", name, ""};
    }
}

// The result of what an author wrote, for C.
Piece resultToC(const FortranTypes& types, const TypeUse& use) {
    const std::string declared = types.type(use);
    switch (types.passing(use)) {
        case FortranPassing::String:
            return {
                "", line("character(len=:), allocatable :: res_f"), "", "res_f",
                line("res = c_null_ptr") + line("if (allocated(res_f)) res = sidl_newText(res_f)")};
        case FortranPassing::Array:
            return {"", line(declared + ", allocatable :: res_f" + types.shape(use)), "", "res_f",
                    line("if (allocated(res_f)) call sidl_copyOf(res_f, res)")};
        case FortranPassing::Complex:
            return {"", line(declared + " :: res_f"), "", "res_f",
                    line("res = " + toStruct(types, use, "res_f"))};
        case FortranPassing::Object:
            return {"", line(declared + " :: res_f"), "", "res_f", line("res = res_f%sidl_handle")};
        default:
            return {"", "", "", "res", ""};
    }
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

// Extents are declared before what is that long.
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

std::string ownName(const TypeSymbol& type, const std::string& word) {
    for (const CMethod& each : cMethods(type)) {
        if (lowered(each.name) == word) {
            return fortranName(cName(type) + "__" + word);
        }
    }
    return fortranName(cName(type) + "_" + word);
}

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

std::string callText(const FortranTypes& types, const TypeSymbol& type, const CMethod& method) {
    const std::string name = methodName(type, method);
    std::string locals;
    std::string before;
    std::string after;
    std::string passed = "(self%sidl_handle";
    for (const Argument& each : method.method->arguments) {
        const Piece piece = toC(types, each);
        locals += piece.locals;
        before += piece.before;
        after += piece.after;
        passed += ", " + piece.expression;
    }
    const Piece result = resultFromC(types, method.method->result);
    const std::string call = (isFunction(*method.method) ? result.expression + " = " : "call ") +
                             methodName(type, method, "c_") + passed;
    return headLine("    ", *method.method, name, "") +
           line("class(" + fortranName(cName(type)) + "), intent(in) :: self") +
           declarations(types, *method.method, true) +
           line("type(sidl_BaseException), intent(inout), optional :: error") +
           outerResult(types, method.method->result) + locals + result.locals + before +
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
        const Piece piece = fromC(types, each);
        first += innerDeclaration(types, each);
        locals += piece.locals;
        before += piece.before;
        after += piece.after;
        passed += piece.expression + ", ";
    }
    const Piece result = resultToC(types, method.method->result);
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
