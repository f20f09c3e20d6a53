#pragma once

#include <memory>
#include <string>

namespace functions {

/// A formula in x that can be evaluated. Any number of threads may evaluate one; they wait for each
/// other. The parser is that of the library muParser; parsing happens once, in the constructor,
/// evaluation runs its byte code.
class Expression final {
public:
    /// name says in messages which parameter holds the text. Throws gantry::Error with the position
    /// where the text cannot be evaluated.
    Expression(const std::string& name, const std::string& text);
    ~Expression();
    Expression(const Expression&) = delete;
    Expression& operator=(const Expression&) = delete;

    [[nodiscard]] const std::string& text() const noexcept { return text_; }
    /// May be infinite or NaN.
    [[nodiscard]] double operator()(double x) const;

private:
    class Parser;
    std::string text_;
    std::unique_ptr<Parser> parser_;
};

}  // namespace functions
