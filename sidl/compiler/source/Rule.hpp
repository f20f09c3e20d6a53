#pragma once

#include <string_view>
#include <vector>

namespace sidlc {

/// The rules of SIDL beyond its grammar, in the order of ruleTable(); docs/guide/sidl-rules.md
/// explains each one. A new rule needs an enumerator, a row of the table at the same place, and its
/// section there.
enum class Rule {
    TypeNameUnderscore,
    ReservedWord,
    NewerReservedWord,
    DuplicateName,
    MethodNamedAsType,
    MemberNameLength,
    LongName,
    ExtensionPlace,
    UnknownType,
    VersionedPackage,
    OneVersion,
    FinalPackage,
    RequiredVersion,
    MissingPackage,
    OldVersionForm,
    BaseKind,
    InheritanceCycle,
    InheritanceSize,
    AbstractClass,
    NeedlessAbstract,
    OverloadArguments,
    OverrideSignature,
    FinalMethod,
    StaticMethod,
    AbstractOverride,
    FromClause,
    Oneway,
    ThrownType,
    CopiedType,
    ArrayDimension,
    RarrayElement,
    RarrayOut,
    RarrayExtent,
    StructWithRarray,
    StructCycle,
    AttributeConflict,
    AttributeTwice,
    AttributeIgnored,
    EnumValue,
    ContractName,
    ContractCall,
    ContractPure,
    ContractType,
    ContractPlace,
};

/// What is known of a rule: its family, the name that messages show, and one sentence. `isWarning`:
/// a text that violates it is accepted with a warning. Static data.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): rows of one static table
struct RuleEntry {
    Rule rule;
    std::string_view family;
    std::string_view id;
    std::string_view text;
    bool isWarning = false;
};

/// All rules, sorted by family; the index of a rule is the value of its enumerator.
const std::vector<RuleEntry>& ruleTable();

/// The name that messages show in brackets.
std::string_view ruleId(Rule rule);

}  // namespace sidlc
