#pragma once

#include <framework/Framework.hpp>
#include <performance/Query.hpp>
#include <performance/Snapshot.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gantry::framework {

/// A parameter of the performance component.
struct BackendSetting {
    std::string name;       ///< by which those who set it know it; messages say it
    std::string parameter;  ///< "metrics"
    std::string value;
    /// Nobody asked for it: it is left out where the script has a backend of its own, or the
    /// backend has no such parameter.
    bool isDefault = false;
};

/// The performance component of a run: one that the script made, or one that is added for it.
class PerformanceBackend final {
public:
    /// name: of the backend, short or as a class; "none" for no measuring; absent: native, unless
    /// the assembly has one. settings: parameters of it; the others keep their defaults. The
    /// assembly stays as it is before connect. Throws std::invalid_argument where no backend has
    /// the name, gantry::Error where it refuses a setting.
    PerformanceBackend(Framework& assembly, std::optional<std::string> name,
                       std::vector<BackendSetting> settings);

    /// Makes the component where none is there yet and connects it to every measurement port that
    /// the script left alone. To be called before each go. Throws gantry::Error, and
    /// std::invalid_argument as above.
    void connect();

    /// The component's class; empty where nothing is measured.
    [[nodiscard]] std::string className() const { return className_; }
    /// Its instance; empty where nothing is measured.
    [[nodiscard]] std::string instance() const { return instance_; }
    /// What was measured so far; null where nothing is measured.
    [[nodiscard]] std::shared_ptr<performance::Snapshot> snapshot() const;

private:
    void useInstanceOfScript();
    void create(const std::string& name);
    void serveRecords();
    void checkBackend() const;
    // Those that someone asked for.
    [[nodiscard]] std::vector<BackendSetting> asked() const;
    [[nodiscard]] bool isInAssembly() const;

    Framework& assembly_;
    std::optional<std::string> name_;
    std::vector<BackendSetting> settings_;
    std::string instance_;
    std::string port_;
    std::string className_;
    // Holds the component, so that its values outlive its instance.
    std::shared_ptr<performance::Query> query_;
};

}  // namespace gantry::framework
