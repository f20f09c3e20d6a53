#include "ContractNames.hpp"

#include <map>

namespace sidlc {

namespace {

using Names = std::map<std::string_view, std::string>;

std::string nameOf(const Names& names, std::string_view word, std::string_view otherwise) {
    const auto found = names.find(word);
    return found == names.end() ? std::string(otherwise) : found->second;
}

}  // namespace

std::string contractRelation(std::string_view sign) {
    static const Names kNames = {{"==", "equal"},  {"!=", "notEqual"},
                                 {"<", "less"},    {"<=", "lessOrEqual"},
                                 {">", "greater"}, {">=", "greaterOrEqual"}};
    return nameOf(kNames, sign, "");
}

std::string contractOperator(std::string_view sign) {
    static const Names kNames = {{"+", "plus"},   {"-", "minus"},       {"*", "times"},
                                 {"/", "divide"}, {"%", "remainder"},   {"rem", "remainder"},
                                 {"**", "power"}, {"&", "bitAnd"},      {"|", "bitOr"},
                                 {"^", "bitXor"}, {"<<<", "shiftLeft"}, {">>>", "shiftRight"}};
    return nameOf(kNames, sign, "");
}

std::string contractFunction(std::string_view builtIn) {
    static const Names kNames = {
        {"nearequal", "nearEqual"}, {"nondecr", "nonDecr"}, {"nonincr", "nonIncr"}};
    return nameOf(kNames, builtIn, builtIn);
}

}  // namespace sidlc
