#include "Rule.hpp"

#include <iterator>

namespace sidlc {

namespace {

// In the order of the enumeration: a rule is the index of its entry. Ids stay as they are, as
// messages and their readers know them.
constexpr RuleEntry kRules[] = {
    {Rule::TypeNameUnderscore, "names", "type-name-underscore",
     "The name of a package or type has no underscore."},
    {Rule::ReservedWord, "names", "reserved-word",
     "A name is not a reserved word of C, C++, Java or Python, and not one that generated code "
     "uses."},
    {Rule::NewerReservedWord, "names", "newer-reserved-word",
     "A name is not a word that a later standard of these languages reserves.", true},
    {Rule::DuplicateName, "names", "duplicate-name",
     "Names in one scope differ in more than upper and lower case."},
    {Rule::MethodNamedAsType, "names", "method-named-as-type",
     "No method, inherited or not, has the name of its type."},
    {Rule::MemberNameLength, "names", "member-name-length",
     "The name of a struct member has at most 24 characters."},
    {Rule::LongName, "names", "long-name", "Names have at most 31 characters, those of methods 29.",
     true},
    {Rule::ExtensionPlace, "names", "extension-place",
     "Only the name after 'from' has an extension; the names of types have none."},
    {Rule::UnknownType, "names", "unknown-type", "The name of a type refers to a type."},
    {Rule::VersionedPackage, "versions", "versioned-package",
     "A type is in a package that has a version, its own or that of an enclosing package."},
    {Rule::OneVersion, "versions", "one-version",
     "A package that is opened again has the same version."},
    {Rule::FinalPackage, "versions", "final-package", "A final package is opened once."},
    {Rule::RequiredVersion, "versions", "required-version",
     "A package that is used has the version that 'require' or 'import' asks for."},
    {Rule::MissingPackage, "versions", "missing-package",
     "'require' and 'import' name packages that exist.", true},
    {Rule::OldVersionForm, "versions", "old-version-form",
     "The version of a package follows its name; it is not a clause of its own.", true},
    {Rule::BaseKind, "inheritance", "base-kind",
     "A class extends a class and implements interfaces; an interface extends interfaces."},
    {Rule::InheritanceCycle, "inheritance", "inheritance-cycle",
     "No type extends itself, directly or indirectly."},
    {Rule::InheritanceSize, "inheritance", "inheritance-size",
     "All types together have at most five million methods, inherited ones included."},
    {Rule::AbstractClass, "inheritance", "abstract-class",
     "A class with a method that is not implemented is abstract."},
    {Rule::NeedlessAbstract, "inheritance", "needless-abstract",
     "An abstract class has a method that is not implemented."},
    {Rule::OverloadArguments, "methods", "overload-arguments",
     "Methods with the same short name differ in the types of their arguments."},
    {Rule::OverrideSignature, "methods", "override-signature",
     "A method of a class has the result, arguments, modes and exceptions of the one it "
     "implements or overrides."},
    {Rule::FinalMethod, "methods", "final-method", "A final method is not overridden."},
    {Rule::StaticMethod, "methods", "static-method",
     "A static method neither overrides a method nor is overridden."},
    {Rule::AbstractOverride, "methods", "abstract-override",
     "An abstract method does not override an implemented one."},
    {Rule::FromClause, "methods", "from-clause",
     "'from' names a method of an inherited interface with the same short name."},
    {Rule::Oneway, "methods", "oneway", "A oneway method has no result and only 'in' arguments."},
    {Rule::ThrownType, "methods", "thrown-type",
     "The exceptions of a method of a class implement sidl.BaseException."},
    {Rule::CopiedType, "arguments", "copied-type",
     "A 'copy' argument of a method of a class implements sidl.io.Serializable."},
    {Rule::ArrayDimension, "arguments", "array-dimension", "An array has 1 to 7 dimensions."},
    {Rule::RarrayElement, "arguments", "rarray-element",
     "The elements of an rarray are numbers or characters."},
    {Rule::RarrayOut, "arguments", "rarray-out", "An rarray is not an 'out' argument."},
    {Rule::RarrayExtent, "arguments", "rarray-extent",
     "An extent of an rarray uses at most one name, that of an 'in' argument of type int."},
    {Rule::StructWithRarray, "arguments", "struct-with-rarray",
     "A struct that holds an rarray is neither a result nor an 'out' argument."},
    {Rule::StructCycle, "arguments", "struct-cycle", "A struct does not hold itself."},
    {Rule::AttributeConflict, "attributes", "attribute-conflict",
     "A method has at most one of static, final, abstract, and at most one of oneway, local, "
     "nonblocking."},
    {Rule::AttributeTwice, "attributes", "attribute-twice", "An attribute is given once."},
    {Rule::AttributeIgnored, "attributes", "attribute-ignored",
     "Packages may be final and classes abstract; other types have no such attributes.", true},
    {Rule::EnumValue, "enums", "enum-value",
     "The explicit values of an enum differ and fit 32 bits."},
    {Rule::ContractName, "contracts", "contract-name",
     "A name in a contract is an argument of the method."},
    {Rule::ContractCall, "contracts", "contract-call",
     "A call in a contract is of a built-in function or of another method of the type, with "
     "arguments that fit."},
    {Rule::ContractPure, "contracts", "contract-pure",
     "A method that a contract calls promises 'is pure'."},
    {Rule::ContractType, "contracts", "contract-type",
     "The operands in a contract fit their operator."},
    {Rule::ContractPlace, "contracts", "contract-place",
     "'result' and 'pure' are used after 'ensure' only, arguments not in invariants."},
};

}  // namespace

const std::vector<RuleEntry>& ruleTable() {
    static const std::vector<RuleEntry> kTable(std::begin(kRules), std::end(kRules));
    return kTable;
}

std::string_view ruleId(Rule rule) {
    return ruleTable()[static_cast<std::size_t>(rule)].id;
}

}  // namespace sidlc
