#include "CBridgeText.hpp"

#include <compiler/checks/ReservedWords.hpp>
#include <compiler/emit/cpp/CppText.hpp>

#include <algorithm>

namespace sidlc {

namespace {

// Where what the generated code calls is.
std::string ours() {
    return "gantry::c::";
}

// The suffix of an argument's name on the other side; no SIDL name ends like this.
std::string otherName(const Argument& argument) {
    return cArgumentName(argument) + "__";
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& each : words) {
        text += (text.empty() ? "" : ", ") + each;
    }
    return text;
}

std::string converter(const CTypes& types, const TypeUse& use) {
    return "gantry::c::Convert<" + types.cppValue(use) + ", " + types.member(use) + ">";
}

std::string temporary(const CTypes& types, const TypeUse& use) {
    return ours() + "Temporary<" + types.cppValue(use) + ", " + types.value(use) + ">";
}

bool isScalar(CPassing passing) {
    return passing == CPassing::Plain || passing == CPassing::Converted;
}

// The element type of an rarray in C, without its pointer.
std::string elementText(const CTypes& types, const TypeUse& use) {
    const std::string pointer = types.value(use);
    return pointer.substr(0, pointer.size() - 1);
}

// One argument of a call from C to C++.
struct ToCpp {
    std::string before;      ///< statements
    std::string expression;  ///< passed on
    std::string after;       ///< statements
};

std::string rarrayFromC(const CTypes& types, const Argument& argument) {
    const auto& rarray = std::get<RarrayType>(argument.type.type);
    const std::string cpp = types.cppValue(argument.type);
    // An rarray has the lengths that the other arguments of the call give it.
    std::vector<std::string> extents;
    for (const Expression& each : rarray.extents) {
        extents.push_back("static_cast<int>(" + extentText(each) + ")");
    }
    extents.resize(static_cast<std::size_t>(rarray.dimension), "1");
    return cpp + "(" + ours() + "cppElements<" + cpp + ">(" + cArgumentName(argument) + "), {" +
           joined(extents) + "})";
}

ToCpp toCpp(const CTypes& types, const Argument& argument) {
    const std::string name = cArgumentName(argument);
    const std::string other = otherName(argument);
    const std::string cpp = types.cppValue(argument.type);
    const CPassing passing = types.passing(argument.type);
    if (passing == CPassing::Rarray) {
        return {"", rarrayFromC(types, argument), ""};
    }
    if (passing == CPassing::Generic) {
        return {"const auto " + other + " = " + ours() + "genericArray(" + name + ");\n",
                "*" + other, ""};
    }
    if (argument.mode == Mode::In) {
        if (passing == CPassing::Plain) {
            return {"", name, ""};
        }
        const bool byPointer = passing == CPassing::Struct || passing == CPassing::Array;
        const std::string value = byPointer ? ours() + "given(" + name + ")" : name;
        return {"", converter(types, argument.type) + "::toCpp(" + value + ")", ""};
    }
    if (argument.mode == Mode::Out) {
        // What the caller's variable holds before an 'out' is not read: it may be uninitialised.
        return {cpp + " " + other + "{};\n", other,
                ours() + "give<" + cpp + ">(" + name + ", " + other + ");\n"};
    }
    return {cpp + " " + other + " = " + converter(types, argument.type) + "::toCpp(" + ours() +
                "given(" + name + "));\n",
            other, ours() + "replace<" + cpp + ">(" + name + ", " + other + ");\n"};
}

// One argument of a call from C++ to C.
ToCpp toC(const CTypes& types, const Argument& argument) {
    const std::string name = cArgumentName(argument);
    const std::string other = otherName(argument);
    const CPassing passing = types.passing(argument.type);
    const std::string c = types.value(argument.type);
    if (passing == CPassing::Rarray) {
        return {
            "",
            ours() + "cElements<" + elementText(types, argument.type) + ">(" + name + ".data())",
            ""};
    }
    if (passing == CPassing::Generic) {
        return {"const " + ours() + "GenericView " + other + "(" + name + ");\n", other + ".get()",
                ""};
    }
    if (passing == CPassing::Plain) {
        // Plain types have the same bytes in both languages, so C writes to the variable of C++
        // itself.
        return {"", argument.mode == Mode::In ? name : "&" + name, ""};
    }
    if (argument.mode == Mode::In) {
        if (isScalar(passing)) {
            return {"", converter(types, argument.type) + "::toC(" + name + ")", ""};
        }
        if (passing == CPassing::String) {
            return {"", name + ".c_str()", ""};
        }
        if (passing == CPassing::Array) {
            return {"const " + ours() + "View<" + types.cppValue(argument.type) + ", " + c + "> " +
                        other + "(" + name + ");\n",
                    other + ".get()", ""};
        }
        return {"const " + temporary(types, argument.type) + " " + other + "(" + name + ");\n",
                (passing == CPassing::Struct ? "&" : "") + other + ".get()", ""};
    }
    const std::string start = argument.mode == Mode::Inout ? "(" + name + ")" : "";
    return {temporary(types, argument.type) + " " + other + start + ";\n", other + ".out()",
            name + " = " + other + ".value();\n"};
}

std::string indented(const std::string& lines, std::size_t indent) {
    std::string text;
    for (std::size_t at = 0; at < lines.size();) {
        const std::size_t end = lines.find('\n', at);
        text += std::string(indent, ' ') + lines.substr(at, end - at) + "\n";
        at = end + 1;
    }
    return text;
}

std::string methodText(const TypeSymbol& type, const CMethod& method) {
    return type.qualifiedName() + "." + method.name;
}

// The members of a struct, without those of an empty one.
const std::vector<StructMember>& membersOf(const TypeSymbol& type) {
    return std::get<Struct>(type.declaration->body).members;
}

}  // namespace

std::string extentText(const Expression& extent) {
    switch (extent.kind) {
        case Expression::Kind::Operation:
            return extent.operands.size() == 1
                       ? extent.text + extentText(extent.operands[0])
                       : "(" + extentText(extent.operands[0]) + " " + extent.text + " " +
                             extentText(extent.operands[1]) + ")";
        case Expression::Kind::Name: {
            Argument named;
            named.name = extent.text;
            return cArgumentName(named);
        }
        default:
            return extent.text;
    }
}

// Conversions before the call, the call, conversions back, all in one try: no exception may pass
// through frames of C.
std::string cCallBody(const CTypes& types, const TypeSymbol& type, const CMethod& method) {
    std::string before;
    std::string after;
    std::vector<std::string> arguments;
    for (const Argument& each : method.method->arguments) {
        const ToCpp piece = toCpp(types, each);
        before += piece.before;
        arguments.push_back(piece.expression);
        after += piece.after;
    }
    std::string object = ours() + "target<" + cppName(type) + ">(self)";
    if (method.isAmbiguous) {
        // Two bases have a method of this name: the call goes through one of them.
        object = "static_cast<" + cppName(*method.owner) + "&>(" + object + ")";
    }
    const std::string call =
        object + "." + cppMethodName(*method.method) + "(" + joined(arguments) + ")";
    const TypeUse& result = method.method->result;
    const CPassing passing = types.passing(result);
    std::string lines = before;
    if (passing == CPassing::Void) {
        lines += call + ";\n" + after;
    } else {
        const bool plain = passing == CPassing::Plain;
        const auto converted = [&](const std::string& value) {
            return plain ? value : converter(types, result) + "::toC(" + value + ")";
        };
        // The result is made last, so that nothing is lost where an `out` argument throws.
        lines += after.empty() ? "return " + converted(call) + ";\n"
                               : "const auto result__ = " + call + ";\n" + after + "return " +
                                     converted("result__") + ";\n";
    }
    return "    try {\n" + indented(lines, 8) + "    } catch (...) {\n        " + ours() +
           "report(error);\n" + (passing == CPassing::Void ? "" : "        return {};\n") +
           "    }\n";
}

std::string cppMethodCallingC(const CTypes& types, const TypeSymbol& type, const CMethod& method) {
    CppNeeds unused;
    std::string before;
    std::string after;
    std::vector<std::string> parameters;
    std::vector<std::string> arguments{"self_.get()"};
    for (const Argument& each : method.method->arguments) {
        parameters.push_back(types.cpp().parameter(each, unused) + " " + cArgumentName(each));
        const ToCpp piece = toC(types, each);
        before += piece.before;
        arguments.push_back(piece.expression);
        after += piece.after;
    }
    arguments.emplace_back("error__.out()");
    const TypeUse& result = method.method->result;
    const CPassing passing = types.passing(result);
    const std::string call = ours() + "written(methods_." + cppIdentifier(method.name) + ", \"" +
                             methodText(type, method) + "\")(" + joined(arguments) + ")";
    std::string lines = ours() + "CallError error__;\n" + before;
    if (passing == CPassing::Void) {
        // check() throws the error of C first: after an error the results are not valid.
        lines += call + ";\nerror__.check();\n" + after;
    } else if (isScalar(passing)) {
        lines += "const auto result__ = " + call + ";\nerror__.check();\n" + after + "return " +
                 (passing == CPassing::Plain ? "result__"
                                             : converter(types, result) + "::toCpp(result__)") +
                 ";\n";
    } else {
        lines += "const " + temporary(types, result) + " result__(" + call +
                 ");\nerror__.check();\n" + after + "return result__.value();\n";
    }
    return cppSignature(types.cppValue(result) + " " + cppMethodName(*method.method), parameters,
                        " override {", 4) +
           "\n" + indented(lines, 8) + "    }\n";
}

std::string structConversionDeclaration(const CTypes&, const TypeSymbol& type) {
    const std::string cpp = cppName(type);
    const std::string c = cName(type);
    return "template <>\nstruct Convert<" + cpp + ", " + c + "> {\n    static " + c +
           " toC(const " + cpp + "& value);\n    static " + cpp + " toCpp(const " + c +
           "& value);\n    static void release(" + c + "& value) noexcept;\n};\n";
}

std::string structConversionDefinition(const CTypes& types, const TypeSymbol& type) {
    const std::string cpp = cppName(type);
    const std::string c = cName(type);
    const std::string scope = "Convert<" + cpp + ", " + c + ">::";
    std::string there;
    std::string back;
    std::string gone;
    for (const StructMember& each : membersOf(type)) {
        const std::string name = cppIdentifier(each.name);
        const std::string convert = converter(types, each.type);
        there += "    result." + name + " = " + convert + "::toC(value." + name + ");\n";
        back += "    result." + name + " = " + convert + "::toCpp(value." + name + ");\n";
        gone += "    " + convert + "::release(value." + name + ");\n";
    }
    const std::string unused = membersOf(type).empty() ? "[[maybe_unused]] " : "";
    return "inline " + c + " " + scope + "toC(" + unused + "const " + cpp + "& value) {\n    " + c +
           " result{};\n" + there + "    return result;\n}\ninline " + cpp + " " + scope +
           "toCpp(" + unused + "const " + c + "& value) {\n    " + cpp + " result{};\n" + back +
           "    return result;\n}\ninline void " + scope + "release(" + c +
           "& value) noexcept {\n" + gone + "    value = {};\n}\n";
}

}  // namespace sidlc
