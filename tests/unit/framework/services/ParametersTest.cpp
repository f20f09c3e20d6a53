#include <base/files/TemporaryFolder.hpp>
#include <gantry/Parameters.hpp>
#include <gov/cca/ports/ParameterPort.hpp>

#include <array>
#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string>

#include "embedding.hpp"

TEST_SUITE_BEGIN("framework.services.Parameters");

using namespace gantry::framework::test;

namespace {

constexpr std::array kParameters{
    gantry::ParameterDescription{"configuration", "accuracy", "double", "1.5e-3", "", "0.25e-3",
                                 "2.5"},
    gantry::ParameterDescription{"configuration", "share", "float", "-0.5", "", "-1.25", "+1.25"},
    gantry::ParameterDescription{"configuration", "large", "double", "1e999", "", "-inf", "inf"},
    gantry::ParameterDescription{"configuration", "tiny", "double", "1e-999", "", "-1", "1"},
    gantry::ParameterDescription{"configuration", "free", "double", "7", ""},
    gantry::ParameterDescription{"configuration", "count", "long", " 12 apples", "",
                                 "-9223372036854775808", "9223372036854775808"},
    gantry::ParameterDescription{"configuration", "none", "int", "apples", ""}};
constexpr gantry::ComponentDescription kDescription =
    gantry::describe({"test.Configured", "1.0", "has numbers"}, {}, {}, kParameters);

// While it lives, numbers are written with a comma for whom the locale matters.
class CommaLocale final {
public:
    CommaLocale() : before_(std::setlocale(LC_NUMERIC, nullptr)) {
        const std::string name = folder_.path().string();
        const std::string make = "localedef -i de_DE -f UTF-8 '" + name + "/comma' 2>/dev/null";
        (void)std::system(make.c_str());
        ::setenv("LOCPATH", name.c_str(), 1);
        isSet_ = std::setlocale(LC_NUMERIC, "comma") != nullptr;
    }
    CommaLocale(const CommaLocale&) = delete;
    CommaLocale& operator=(const CommaLocale&) = delete;
    ~CommaLocale() {
        std::setlocale(LC_NUMERIC, before_.c_str());
        ::unsetenv("LOCPATH");
    }

    [[nodiscard]] bool isSet() const { return isSet_; }

private:
    std::string before_;
    gantry::base::TemporaryFolder folder_{"gantry-locale"};
    bool isSet_ = false;
};

// The names of the numbers whose values are not those of the description; empty: none.
std::string wrongNumbers() {
    Embedding embedding;
    const auto services = embedding.join("component");
    gantry::Parameters parameters;
    parameters.attach(services, kDescription, "configuration");
    std::string wrong;
    const auto expect = [&wrong](const char* name, bool isRight) {
        wrong += isRight ? "" : std::string(name) + ' ';
    };
    expect("accuracy", parameters.getDouble("accuracy") == 1.5e-3);
    expect("large", parameters.getDouble("large") == std::numeric_limits<double>::max());
    expect("tiny", parameters.getDouble("tiny") == 0);
    expect("free", parameters.getDouble("free") == 7);
    expect("count", parameters.getLong("count") == 12);
    expect("none", parameters.getInt("none") == 0);
    return wrong;
}

}  // namespace

TEST_CASE("the numbers of a description are read to the last digit, whatever stands in them") {
    CHECK(wrongNumbers() == "");
}

TEST_CASE("the numbers of a description are the same where the program's locale has a comma") {
    const CommaLocale locale;
    if (!locale.isSet()) {
        MESSAGE("no locale with a comma can be made here: package locales");
        return;
    }
    REQUIRE(std::strtod("1.5", nullptr) == 1);

    CHECK(wrongNumbers() == "");
}
