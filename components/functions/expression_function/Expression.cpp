#include "Expression.hpp"

#include <gantry/Error.hpp>

#include <muParser.h>

#include <algorithm>
#include <limits>
#include <mutex>

namespace functions {

// A parser evaluates on a stack of its own and reads x from a fixed place: one thread at a time.
class Expression::Parser final {
public:
    explicit Parser(const std::string& text) {
        parser_.DefineVar("x", &x_);
        parser_.DefineConst("pi", 3.14159265358979323846);
        parser_.DefineConst("e", 2.71828182845904523536);
        parser_.SetExpr(text);
        // At once, so that a wrong text is refused now; muParser parses at the first evaluation
        // only.
        parser_.Eval();
    }

    double evaluate(double x) {
        const std::lock_guard lock(mutex_);
        x_ = x;
        return parser_.Eval();
    }

private:
    std::mutex mutex_;
    mu::Parser parser_;
    double x_ = 0.5;
};

Expression::Expression(const std::string& name, const std::string& text) : text_(text) {
    try {
        parser_ = std::make_unique<Parser>(text);
    } catch (const mu::Parser::exception_type& error) {
        const std::size_t position =
            std::min(static_cast<std::size_t>(error.GetPos()), text.size()) + 1;
        throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                            name + " '" + text + "' at position " + std::to_string(position) +
                                ": " + error.GetMsg() +
                                " Write a formula in x, for example sin(x)^2 + 1/(1+x).");
    }
}

Expression::~Expression() = default;

double Expression::operator()(double x) const {
    try {
        return parser_->evaluate(x);
    } catch (const mu::Parser::exception_type&) {
        // Integrators refuse a value that is not finite and name the place, which we do not know.
        return std::numeric_limits<double>::quiet_NaN();
    }
}

}  // namespace functions
