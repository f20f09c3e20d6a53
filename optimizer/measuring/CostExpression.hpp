#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace optimizer {

/// The objective (to minimise): a formula over figures of a call, such as "seconds", "cpu" or
/// "seconds * (1 + 10 * quality)".
///
/// Numbers, + - * / ^, brackets, min(a,b), max(a,b), log(a), sqrt(a), abs(a), and the names of
/// figures. Evaluation allocates nothing and takes some ten nanoseconds.
class CostExpression final {
public:
    /// names are the available figures, in the order in which evaluate gets their values. Throws
    /// gantry::Error with the position for an invalid formula and for an unknown name.
    CostExpression(const std::string& text, const std::vector<std::string>& names);
    ~CostExpression();
    CostExpression(const CostExpression&) = delete;
    CostExpression& operator=(const CostExpression&) = delete;
    CostExpression(CostExpression&&) noexcept;
    CostExpression& operator=(CostExpression&&) noexcept;

    /// The value for the figures, one for each name. May be NaN or infinite, as the formula has it.
    /// Any thread.
    [[nodiscard]] double evaluate(std::span<const double> figures) const;

    struct Node;

private:
    std::unique_ptr<const Node> root_;
};

}  // namespace optimizer
