#include <gantry/Parameters.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>
#include <tuning/Store.hpp>

#include <array>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <system_error>

#include "RecordsError.hpp"
#include "StoreFile.hpp"
#include "machineName.hpp"

namespace optimizer {
namespace {

constexpr std::array kProvides{
    gantry::PortDescription{"store", "tuning.Store"},
    gantry::PortDescription{"configuration", "gov.cca.ports.ParameterPort"}};
constexpr std::array<gantry::PortDescription, 0> kUses{};
constexpr std::array kParameters{
    gantry::ParameterDescription{"configuration", "file", "string", "gantry.tuning",
                                 "The tuning store; created if it does not exist"},
    gantry::ParameterDescription{
        "configuration", "machine", "string", "",
        "The machine whose data are used; empty: the processor of this machine"}};
constexpr auto kDescription =
    gantry::describe({"optimizer.Store", "1.0", "Stores learned costs in an SQLite file"},
                     kProvides, kUses, kParameters);

double now() {
    const auto time = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration<double>(time).count();
}

}  // namespace

class Store final : public tuning::Store, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services->addProvidesPort(gantry::own(this), "store", "tuning.Store", nullptr);
        parameters_.attach(services, kDescription, "configuration");
    }

    std::string getMachine() override {
        const std::string told = parameters_.getString("machine");
        return told.empty() ? records::machineName() : told;
    }

    sidl::array<tuning::Learned> load(const std::string& port) override {
        return records::inPort([&] {
            std::vector<tuning::Learned> known;
            // A file is made by the first save: asking what is known leaves nothing behind.
            std::error_code ignored;
            if (!std::filesystem::exists(parameters_.getString("file"), ignored)) {
                return sidl::array<tuning::Learned>(known);
            }
            for (const records::StoredRow& row : open().rows({getMachine(), port}, now())) {
                known.push_back(row.learned);
            }
            return sidl::array<tuning::Learned>(known);
        });
    }

    void save(const std::string& port, const sidl::array<tuning::Learned>& what) override {
        records::inPort([&] { open().save(getMachine(), port, what.toVector(), now()); });
    }

private:
    // Opened for each call, so that other programs are not locked out in between.
    [[nodiscard]] records::StoreFile open() const {
        return {parameters_.getString("file"), records::StoreFile::Missing::Make};
    }

    gantry::Parameters parameters_;
};

}  // namespace optimizer

GANTRY_COMPONENT(optimizer::Store, optimizer::kDescription);
