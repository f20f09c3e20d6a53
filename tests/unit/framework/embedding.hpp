#pragma once

#include <framework/Framework.hpp>
#include <gantry/Error.hpp>
#include <gov/cca/AbstractFramework.hpp>
#include <gov/cca/ComponentID.hpp>
#include <gov/cca/Services.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/GoPort.hpp>

#include <doctest/doctest.h>

#include <dlfcn.h>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gantry::framework::test {

constexpr const char* kGo = "gov.cca.ports.GoPort";

/// A port whose go returns a number.
class NumberPort final : public gov::cca::ports::GoPort {
public:
    explicit NumberPort(int number) : number_(number) {}
    int go() override { return number_; }

private:
    int number_;
};

/// The folder of a fixture.
inline std::filesystem::path fixture(const std::string& name) {
    return std::filesystem::path(GANTRY_FIXTURE_DIRECTORY) / name;
}

/// Whether the library of a fixture is in this process.
inline bool isLoaded(const std::string& name) {
    const std::string file = (fixture(name) / (name + ".so")).string();
    void* const handle = dlopen(file.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (handle) {
        dlclose(handle);
    }
    return handle != nullptr;
}

/// Sanitizer builds keep libraries loaded for the sake of their reports.
constexpr bool kUnloads =
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    false;
#else
    true;
#endif

/// A framework of which the test is a component, as often as it likes.
class Embedding final {
public:
    explicit Embedding(const std::vector<std::string>& fixtures = {})
        : framework(folders(fixtures)) {}

    std::shared_ptr<gov::cca::Services> join(const std::string& name) {
        return framework.abstractFramework()->getServices(name, "test.Component", nullptr);
    }
    /// A component that provides a NumberPort as "number".
    std::shared_ptr<gov::cca::Services> joinProvider(const std::string& name, int number) {
        auto services = join(name);
        services->addProvidesPort(std::make_shared<NumberPort>(number), "number", kGo, nullptr);
        return services;
    }
    /// A component that uses a GoPort as "target".
    std::shared_ptr<gov::cca::Services> joinUser(const std::string& name) {
        auto services = join(name);
        services->registerUsesPort("target", kGo, nullptr);
        return services;
    }
    void connect(const std::string& user, const std::string& provider) {
        framework.connect({user, "target", provider, "number"});
    }
    void disconnect(const std::string& user, const std::string& provider, double timeout = 0) {
        framework.disconnect({user, "target", provider, "number"}, timeout);
    }

    Framework framework;

private:
    static std::vector<std::filesystem::path> folders(const std::vector<std::string>& fixtures) {
        std::vector<std::filesystem::path> paths;
        for (const std::string& name : fixtures) {
            paths.push_back(fixture(name));
        }
        return paths;
    }
};

/// What action complains of; fails the test where it does not.
struct Complaint {
    gov::cca::CCAExceptionType reason = gov::cca::CCAExceptionType::Unexpected;
    std::string note;

    [[nodiscard]] bool names(const std::string& text) const {
        return note.find(text) != std::string::npos;
    }
};

inline Complaint complaintOf(const std::function<void()>& action) {
    try {
        action();
    } catch (gov::cca::CCAException& error) {
        return {error.getCCAExceptionType(), error.getNote()};
    }
    FAIL("nothing was thrown");
    return {};
}

inline int callGo(const std::shared_ptr<gov::cca::Port>& port) {
    const auto go = std::dynamic_pointer_cast<gov::cca::ports::GoPort>(port);
    REQUIRE(go);
    return go->go();
}

}  // namespace gantry::framework::test
