#pragma once

#include <compiler/source/SourceText.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace sidlc {

/// A contract expression or the extent of an rarray, as a tree of values. `depth` is 1 for a leaf;
/// the parser keeps it small, so that walking a tree recursively is safe. Operators and names are
/// kept as written; what they mean is decided by the checks.
struct Expression {
    enum class Kind {
        Operation,  ///< `text` is the operator; one operand (unary) or two
        Call,       ///< `text` is the function; the operands are its arguments
        Name,
        Integer,  ///< `text` as written, sign included
        Real,     ///< `text` as written, sign included
        Complex,  ///< two operands, each Integer or Real
        Boolean,
        Character,  ///< `text` with quotes and escapes
        String,     ///< `text` with quotes and escapes
        Null,
        Pure,
        Result,
    };

    Kind kind = Kind::Name;
    std::string text;
    Location location;
    std::vector<Expression> operands;
    int depth = 1;

    /// Appends an operand and keeps `depth` right.
    void add(Expression operand) {
        depth = std::max(depth, operand.depth + 1);
        operands.push_back(std::move(operand));
    }
};

/// `[label:] expression` of an invariant, require or ensure clause; the label may be empty.
struct Assertion {
    Location location;
    std::string label;
    Expression expression;
};

}  // namespace sidlc
