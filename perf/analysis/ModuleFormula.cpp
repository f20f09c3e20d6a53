#include "ModuleFormula.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <utility>

namespace gantry::perf {

namespace {

constexpr int kMostDepth = 32;

bool isWordByte(char byte) {
    return std::isalnum(static_cast<unsigned char>(byte)) != 0 || byte == '_' || byte == '.';
}

// By recursive descent: a sum of products of values.
class FormulaReader final {
public:
    FormulaReader(std::string_view text, const std::vector<ModuleField>& fields,
                  const std::vector<ModuleRecord>& records)
        : rest_(text), fields_(fields), records_(records) {}

    RecordValue read() {
        RecordValue value = sum(0);
        if (skip(); !rest_.empty()) {
            fail("'" + std::string(rest_) + "' is too much");
        }
        return value;
    }

private:
    RecordValue sum(int depth) {
        RecordValue value = product(depth);
        while (true) {
            if (take('+')) {
                value = [a = std::move(value), b = product(depth)](const ModuleRecord& record) {
                    return a(record) + b(record);
                };
            } else if (take('-')) {
                value = [a = std::move(value), b = product(depth)](const ModuleRecord& record) {
                    return a(record) - b(record);
                };
            } else {
                return value;
            }
        }
    }

    RecordValue product(int depth) {
        RecordValue value = factor(depth);
        while (true) {
            if (take('*')) {
                value = [a = std::move(value), b = factor(depth)](const ModuleRecord& record) {
                    return a(record) * b(record);
                };
            } else if (take('/')) {
                value = [a = std::move(value), b = factor(depth)](const ModuleRecord& record) {
                    const double below = b(record);
                    return below != 0 ? a(record) / below
                                      : std::numeric_limits<double>::quiet_NaN();
                };
            } else {
                return value;
            }
        }
    }

    RecordValue factor(int depth) {
        if (depth == kMostDepth) {
            fail("it has too many parentheses");
        }
        if (take('(')) {
            RecordValue value = sum(depth + 1);
            require(')');
            return value;
        }
        const std::string word = nextWord();
        double number = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
        if (error == std::errc() && end == word.data() + word.size()) {
            return [number](const ModuleRecord&) { return number; };
        }
        if (word == "total" && take('(')) {
            const double all = total(field(nextWord()));
            require(')');
            return [all](const ModuleRecord&) { return all; };
        }
        return [place = field(word)](const ModuleRecord& record) {
            return static_cast<double>(record.values[place]);
        };
    }

    std::size_t field(const std::string& name) const {
        const auto found =
            std::find_if(fields_.begin(), fields_.end(),
                         [&](const ModuleField& field) { return field.name == name; });
        if (found == fields_.end()) {
            fail("there is no field '" + name + "'");
        }
        return static_cast<std::size_t>(found - fields_.begin());
    }

    [[nodiscard]] double total(std::size_t place) const {
        double sum = 0;
        for (const ModuleRecord& record : records_) {
            sum += static_cast<double>(record.values[place]);
        }
        return sum;
    }

    std::string nextWord() {
        skip();
        std::size_t length = 0;
        while (length < rest_.size() && isWordByte(rest_[length])) {
            ++length;
        }
        if (length == 0) {
            fail(rest_.empty() ? "it ends where a field or number is expected"
                               : "'" + std::string(1, rest_.front()) +
                                     "' is not expected, but a field or number");
        }
        std::string word(rest_.substr(0, length));
        rest_.remove_prefix(length);
        return word;
    }

    void skip() {
        while (!rest_.empty() && rest_.front() == ' ') {
            rest_.remove_prefix(1);
        }
    }

    bool take(char wanted) {
        skip();
        if (rest_.empty() || rest_.front() != wanted) {
            return false;
        }
        rest_.remove_prefix(1);
        return true;
    }

    void require(char wanted) {
        if (!take(wanted)) {
            fail(std::string("'") + wanted + "' is missing");
        }
    }

    [[noreturn]] static void fail(const std::string& what) { throw std::invalid_argument(what); }

    std::string_view rest_;
    const std::vector<ModuleField>& fields_;
    const std::vector<ModuleRecord>& records_;
};

}  // namespace

RecordValue readFormula(std::string_view text, const std::vector<ModuleField>& fields,
                        const std::vector<ModuleRecord>& records) {
    return FormulaReader(text, fields, records).read();
}

}  // namespace gantry::perf
