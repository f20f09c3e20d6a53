#include "FortranPiece.hpp"

#include <compiler/emit/c/CBridgeText.hpp>

namespace sidlc {

namespace {

std::string line(const std::string& text) {
    return fortranStatement(text);
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

std::string structOf(const FortranTypes& types, const TypeUse& use) {
    return types.type(use) == "complex(c_float_complex)" ? "sidl_fcomplex" : "sidl_dcomplex";
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

// A string or an array that Fortran passes to C and that may be replaced there.
FortranPiece copiedToC(const FortranTypes& types, const Argument& argument) {
    const std::string name = fortranArgument(argument);
    const std::string other = name + "_c";
    const TypeUse& use = argument.type;
    const std::string given = "if (allocated(" + name + ")) ";
    if (types.passing(use) == FortranPassing::String) {
        return {line("type(c_ptr) :: " + other),
                line(other + " = c_null_ptr") +
                    (argument.mode == Mode::Inout
                         ? line(given + other + " = sidl_newText(" + name + ")")
                         : ""),
                other, line(name + " = sidl_takeText(" + other + ")")};
    }
    const std::string copy = name + "_copy";
    return {line("type(sidl_array) :: " + other) + pointerTo(types, use, name) +
                line(types.type(use) + ", allocatable :: " + copy + types.shape(use)),
            // A copy, because the result may share its elements.
            argument.mode == Mode::Inout
                ? line(given + "call sidl_copyOf(" + name + ", " + other + ")")
                : "",
            other,
            associated(types, use, other, name) +
                line("allocate (" + copy + ", source=" + name + "_pointer)") +
                line("call move_alloc(" + copy + ", " + name + ")") +
                line("call sidl_freeArray(" + other + ")")};
}

// A string or an array that C passes to Fortran and that may be replaced there.
FortranPiece copiedFromC(const FortranTypes& types, const Argument& argument) {
    const std::string name = fortranArgument(argument);
    const std::string other = name + "_f";
    const TypeUse& use = argument.type;
    const bool inout = argument.mode == Mode::Inout;
    const std::string given = "if (allocated(" + other + ")) ";
    if (types.passing(use) == FortranPassing::String) {
        // inout: the text of the caller is replaced, so it is freed here; out: nothing was there.
        return {line("character(len=:), allocatable :: " + other),
                inout ? line(other + " = sidl_text(" + name + ")") : "", other,
                line(inout ? "call sidl_freeText(" + name + ")" : name + " = c_null_ptr") +
                    (inout ? line(name + " = c_null_ptr") : "") +
                    line(given + name + " = sidl_newText(" + other + ")")};
    }
    return {line(types.type(use) + ", allocatable :: " + other + types.shape(use)) +
                (inout ? pointerTo(types, use, name) : ""),
            inout ? associated(types, use, name, name) +
                        line("allocate (" + other + ", source=" + name + "_pointer)") +
                        line("call sidl_freeArray(" + name + ")")
                  : "",
            other, line(given + "call sidl_copyOf(" + other + ", " + name + ")")};
}

}  // namespace

std::string fortranStatement(const std::string& text) {
    return "        " + text + "\n";
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

FortranPiece argumentToC(const FortranTypes& types, const Argument& argument) {
    const std::string name = fortranArgument(argument);
    const TypeUse& use = argument.type;
    const bool in = argument.mode == Mode::In;
    switch (types.passing(use)) {
        case FortranPassing::String:
            if (in) {
                return {"", "", name + "//c_null_char", ""};
            }
            return copiedToC(types, argument);
        case FortranPassing::Array:
            if (in) {
                return {line("type(sidl_array) :: " + name + "_c"),
                        line("call sidl_viewOf(" + name + ", " + name + "_c)"), name + "_c", ""};
            }
            return copiedToC(types, argument);
        case FortranPassing::Character:
            return {"", "", in ? "transfer(" + name + ", 0_c_int8_t)" : name, ""};
        case FortranPassing::Complex:
            return {"", "", in ? toStruct(types, use, name) : name, ""};
        case FortranPassing::Object:
            return {"", "", name + "%sidl_handle", ""};
        default:
            return {"", "", name, ""};
    }
}

// The result of C for the caller in Fortran; `expression` is what takes it.
FortranPiece resultFromC(const FortranTypes& types, const TypeUse& use) {
    switch (types.passing(use)) {
        case FortranPassing::String:
            return {line("type(c_ptr) :: res_c"), "", "res_c", line("res = sidl_takeText(res_c)")};
        case FortranPassing::Array:
            return {line("type(sidl_array) :: res_c") + pointerTo(types, use, "res"), "", "res_c",
                    associated(types, use, "res_c", "res") +
                        line("allocate (res, source=res_pointer)") +
                        line("call sidl_freeArray(res_c)")};
        case FortranPassing::Complex:
            return {line("type(" + structOf(types, use) + ") :: res_c"), "", "res_c",
                    line("res = " + toComplex(types, use, "res_c"))};
        case FortranPassing::Object:
            return {"", "", "res%sidl_handle", ""};
        default:
            return {"", "", "res", ""};
    }
}

FortranPiece argumentFromC(const FortranTypes& types, const Argument& argument) {
    const std::string name = fortranArgument(argument);
    const TypeUse& use = argument.type;
    const bool in = argument.mode == Mode::In;
    switch (types.passing(use)) {
        case FortranPassing::String:
            return in ? FortranPiece{"", "", "sidl_text(" + name + ")", ""}
                      : copiedFromC(types, argument);
        case FortranPassing::Array:
            return in ? FortranPiece{pointerTo(types, use, name),
                                     associated(types, use, name, name), name + "_pointer", ""}
                      : copiedFromC(types, argument);
        case FortranPassing::Character:
            return {"", "", in ? "transfer(" + name + ", c_null_char)" : name, ""};
        case FortranPassing::Complex:
            return {"", "", in ? toComplex(types, use, name) : name, ""};
        case FortranPassing::Object: {
            const std::string other = name + "_f";
            return {line(types.type(use) + " :: " + other),
                    argument.mode == Mode::Out ? "" : line(other + "%sidl_handle = " + name), other,
                    in ? "" : line(name + " = " + other + "%sidl_handle")};
        }
        default:
            return {"", "", name, ""};
    }
}

// The result of the author's procedure, for C.
FortranPiece resultToC(const FortranTypes& types, const TypeUse& use) {
    const std::string declared = types.type(use);
    switch (types.passing(use)) {
        case FortranPassing::String:
            return {
                line("character(len=:), allocatable :: res_f"), "", "res_f",
                line("res = c_null_ptr") + line("if (allocated(res_f)) res = sidl_newText(res_f)")};
        case FortranPassing::Array:
            return {line(declared + ", allocatable :: res_f" + types.shape(use)), "", "res_f",
                    line("if (allocated(res_f)) call sidl_copyOf(res_f, res)")};
        case FortranPassing::Complex:
            return {line(declared + " :: res_f"), "", "res_f",
                    line("res = " + toStruct(types, use, "res_f"))};
        case FortranPassing::Object:
            return {line(declared + " :: res_f"), "", "res_f", line("res = res_f%sidl_handle")};
        default:
            return {"", "", "res", ""};
    }
}

}  // namespace sidlc
