#pragma once

#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/ParameterPort.hpp>

#include <algorithm>
#include <filesystem>
#include <string>
#include <unistd.h>

#include "Harness.hpp"

namespace contract {

/// A folder of its own for the records of the component under test, which are put there where the
/// component has a parameter "file". Gone with this object.
class RecordFolder final {
public:
    RecordFolder() { std::filesystem::create_directories(folder_); }
    ~RecordFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    RecordFolder(const RecordFolder&) = delete;
    RecordFolder& operator=(const RecordFolder&) = delete;

    [[nodiscard]] std::string file() const { return folder_ / "records"; }

private:
    std::filesystem::path folder_ = std::filesystem::temp_directory_path() /
                                    ("gantry-contract-records-" + std::to_string(getpid()));
};

inline bool hasParameter(const Harness& harness, const std::string& key) {
    const auto& parameters = harness.description().parameters;
    return std::any_of(parameters.begin(), parameters.end(),
                       [&](const auto& parameter) { return parameter.key == key; });
}

inline void setParameter(Harness& harness, const std::string& key, const std::string& value) {
    const auto sheet = harness.port<gov::cca::ports::ParameterPort>("gov.cca.ports.ParameterPort");
    const auto values = sheet->readConfigurationMap()->cloneEmpty();
    values->putString(key, value);
    sheet->writeConfigurationMap(values);
}

inline void setParameter(Harness& harness, const std::string& key, int value) {
    const auto sheet = harness.port<gov::cca::ports::ParameterPort>("gov.cca.ports.ParameterPort");
    const auto values = sheet->readConfigurationMap()->cloneEmpty();
    values->putInt(key, value);
    sheet->writeConfigurationMap(values);
}

}  // namespace contract
