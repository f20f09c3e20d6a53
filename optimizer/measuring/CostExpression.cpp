// A recursive-descent parser for the formula of the parameter 'metric', and its evaluation.
// Formulas are parsed once; each call evaluates the tree without allocation.

#include "CostExpression.hpp"

#include <gantry/Error.hpp>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <functional>

namespace optimizer {

struct CostExpression::Node {
    /// 0: the number; 'x': the figure `place`; a function otherwise.
    char kind = 0;
    double number = 0;
    std::size_t place = 0;
    double (*function)(double, double) = nullptr;
    std::unique_ptr<const Node> left;
    std::unique_ptr<const Node> right;
};

namespace {

using Node = CostExpression::Node;
using Branch = std::unique_ptr<const Node>;
using Function = double (*)(double, double);

// Limits the depth of the recursion.
constexpr int kMostNested = 200;

struct Named {
    const char* name;
    int arguments;
    Function function;
};
constexpr Named kFunctions[] = {{"min", 2, [](double a, double b) { return std::min(a, b); }},
                                {"max", 2, [](double a, double b) { return std::max(a, b); }},
                                {"log", 1, [](double a, double) { return std::log(a); }},
                                {"sqrt", 1, [](double a, double) { return std::sqrt(a); }},
                                {"abs", 1, [](double a, double) { return std::abs(a); }}};

Branch apply(Function function, Branch left, Branch right) {
    auto node = std::make_unique<Node>();
    node->kind = 'f';
    node->function = function;
    node->left = std::move(left);
    node->right = std::move(right);
    return node;
}

// Follows IEEE 754: a division by zero or a logarithm of 0 gives an infinity or NaN, never an
// error.
double valueOf(const Node& node, std::span<const double> figures) {
    if (node.kind == 0) {
        return node.number;
    }
    if (node.kind == 'x') {
        return figures[node.place];
    }
    return node.function(valueOf(*node.left, figures),
                         node.right ? valueOf(*node.right, figures) : 0);
}

class Parser final {
public:
    Parser(const std::string& text, const std::vector<std::string>& names)
        : text_(text), names_(names) {}

    Branch parse() {
        Branch whole = sum();
        if (peek() != '\0') {
            refuse("there is text after the formula");
        }
        return whole;
    }

private:
    [[noreturn]] void refuse(const std::string& problem) const {
        std::string known;
        for (const std::string& name : names_) {
            known += (known.empty() ? "" : ", ") + name;
        }
        throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                            "the parameter 'metric': '" + text_ + "' at position " +
                                std::to_string(at_ + 1) + ": " + problem +
                                "; the figures of a call are " + known);
    }

    char peek() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) {
            ++at_;
        }
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    bool take(char wanted) {
        const bool is = peek() == wanted;
        at_ += is ? 1 : 0;
        return is;
    }
    void expect(char wanted) {
        if (!take(wanted)) {
            refuse(std::string("'") + wanted + "' is missing");
        }
    }

    Branch sum() {
        Branch left = product();
        while (true) {
            if (take('+')) {
                left = apply([](double a, double b) { return a + b; }, std::move(left), product());
            } else if (take('-')) {
                left = apply([](double a, double b) { return a - b; }, std::move(left), product());
            } else {
                return left;
            }
        }
    }
    Branch product() {
        Branch left = factor();
        while (true) {
            if (take('*')) {
                left = apply([](double a, double b) { return a * b; }, std::move(left), factor());
            } else if (take('/')) {
                left = apply([](double a, double b) { return a / b; }, std::move(left), factor());
            } else {
                return left;
            }
        }
    }
    // A minus binds weaker than a power, and powers associate to the right: -2^2 is -4, 2^3^2 is
    // 512.
    // Every way to nest passes here: parentheses, arguments of functions, signs, and powers.
    Branch factor() {
        if (++nested_ > kMostNested) {
            refuse("the formula is nested too deeply");
        }
        Branch value;
        if (take('-')) {
            value = apply([](double a, double) { return -a; }, factor(), nullptr);
        } else {
            value = operand();
            if (take('^')) {
                value = apply([](double a, double b) { return std::pow(a, b); }, std::move(value),
                              factor());
            }
        }
        --nested_;
        return value;
    }
    Branch operand() {
        const char next = peek();
        if (take('(')) {
            Branch inner = sum();
            expect(')');
            return inner;
        }
        if (std::isdigit(static_cast<unsigned char>(next)) != 0 || next == '.') {
            return number();
        }
        if (std::isalpha(static_cast<unsigned char>(next)) != 0 || next == '_') {
            return named();
        }
        refuse("a number, a figure or a parenthesis is missing");
    }
    Branch number() {
        auto node = std::make_unique<Node>();
        const char* const first = text_.data() + at_;
        // Not strtod, which reads numbers as the locale of the program writes them.
        const auto [end, error] = std::from_chars(first, text_.data() + text_.size(), node->number);
        if (error != std::errc()) {
            refuse("this is not a number");
        }
        at_ += static_cast<std::size_t>(end - first);
        return node;
    }
    Branch named() {
        const std::size_t begin = at_;
        while (at_ < text_.size() &&
               (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_')) {
            ++at_;
        }
        const std::string name = text_.substr(begin, at_ - begin);
        if (peek() == '(') {
            return call(name, begin);
        }
        const auto found = std::find(names_.begin(), names_.end(), name);
        // The position in the message is that of the name, not of what follows it.
        if (found == names_.end()) {
            at_ = begin;
            refuse("there is no figure '" + name + "'");
        }
        auto node = std::make_unique<Node>();
        node->kind = 'x';
        node->place = static_cast<std::size_t>(found - names_.begin());
        return node;
    }
    Branch call(const std::string& name, std::size_t begin) {
        for (const Named& known : kFunctions) {
            if (name == known.name) {
                expect('(');
                Branch left = sum();
                Branch right;
                if (known.arguments == 2) {
                    expect(',');
                    right = sum();
                }
                expect(')');
                return apply(known.function, std::move(left), std::move(right));
            }
        }
        at_ = begin;
        refuse("there is no function '" + name + "'; there are min, max, log, sqrt and abs");
    }

    const std::string& text_;
    const std::vector<std::string>& names_;
    std::size_t at_ = 0;
    int nested_ = 0;
};

}  // namespace

CostExpression::CostExpression(const std::string& text, const std::vector<std::string>& names)
    : root_(Parser(text, names).parse()) {}
CostExpression::~CostExpression() = default;
CostExpression::CostExpression(CostExpression&&) noexcept = default;
CostExpression& CostExpression::operator=(CostExpression&&) noexcept = default;

double CostExpression::evaluate(std::span<const double> figures) const {
    return valueOf(*root_, figures);
}

}  // namespace optimizer
