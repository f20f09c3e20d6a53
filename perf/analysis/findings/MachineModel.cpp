#include <perf/analysis/findings/MachineModel.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace gantry::perf {

namespace {

using MachineDocument = nlohmann::ordered_json;
constexpr const char* kMachineFormat = "gantry machine";
constexpr int kMachineVersion = 1;

MachineDocument costJson(const MachineCost& cost) {
    return {{"ns", cost.ns}, {"spread", cost.spread}};
}

MachineCost costFrom(const MachineDocument& json) {
    const MachineCost cost{json.at("ns").get<double>(), json.at("spread").get<double>()};
    if (!std::isfinite(cost.ns) || !std::isfinite(cost.spread) || cost.ns < 0 || cost.spread < 0) {
        throw std::invalid_argument("a cost is not a number of ns from 0 on");
    }
    return cost;
}

}  // namespace

MachineModel defaultMachine() {
    MachineModel machine;
    machine.messages = {{2, false, {300, 1}, {150, 1}, {0.15, 1}, {200, 1}},
                        {4, true, {500, 1}, {3000, 1}, {0.25, 1}, {7000, 1}}};
    return machine;
}

MessageCosts MachineModel::messageCosts(std::uint32_t ranks, bool shared) const {
    const MessageCosts* best = nullptr;
    for (const MessageCosts& costs : messages) {
        const auto distance = [ranks](const MessageCosts& of) {
            return std::abs(std::log2(static_cast<double>(of.ranks)) -
                            std::log2(static_cast<double>(std::max(1U, ranks))));
        };
        if (costs.shared == shared && (best == nullptr || distance(costs) < distance(*best))) {
            best = &costs;
        }
    }
    if (best != nullptr) {
        return *best;
    }
    return isDefault() && messages.empty() ? MessageCosts{}
                                           : defaultMachine().messageCosts(ranks, shared);
}

std::string machineJson(const MachineModel& machine) {
    MachineDocument json{{"format", kMachineFormat},     {"version", kMachineVersion},
                         {"created", machine.created},   {"host", machine.host},
                         {"cpuModel", machine.cpuModel}, {"cores", machine.cores},
                         {"noise", machine.noise}};
    json["costs"] = MachineDocument::array();
    for (const NamedCost& each : machine.costs) {
        MachineDocument row{{"name", each.name}};
        row.update(costJson(each.cost));
        json["costs"].push_back(std::move(row));
    }
    json["messages"] = MachineDocument::array();
    for (const MessageCosts& each : machine.messages) {
        json["messages"].push_back({{"ranks", each.ranks},
                                    {"shared", each.shared},
                                    {"call", costJson(each.call)},
                                    {"latency", costJson(each.latency)},
                                    {"byte", costJson(each.byte)},
                                    {"barrier", costJson(each.barrier)}});
    }
    return json.dump(1, ' ', false, MachineDocument::error_handler_t::replace) + '\n';
}

MachineModel machineFromJson(const std::string& text) {
    try {
        const MachineDocument json = MachineDocument::parse(text);
        if (json.at("format") != kMachineFormat) {
            throw std::invalid_argument("it does not hold the costs of a machine");
        }
        if (json.at("version").get<int>() > kMachineVersion) {
            throw std::invalid_argument("it is of a newer version; calibrate again");
        }
        MachineModel machine;
        machine.created = json.at("created").get<std::string>();
        machine.host = json.at("host").get<std::string>();
        machine.cpuModel = json.at("cpuModel").get<std::string>();
        machine.cores = json.at("cores").get<std::uint32_t>();
        machine.noise = json.at("noise").get<double>();
        for (const MachineDocument& row : json.at("costs")) {
            machine.costs.push_back({row.at("name").get<std::string>(), costFrom(row)});
        }
        for (const MachineDocument& row : json.at("messages")) {
            machine.messages.push_back({row.at("ranks").get<std::uint32_t>(),
                                        row.at("shared").get<bool>(), costFrom(row.at("call")),
                                        costFrom(row.at("latency")), costFrom(row.at("byte")),
                                        costFrom(row.at("barrier"))});
        }
        return machine;
    } catch (const nlohmann::json::exception& error) {
        throw std::invalid_argument(error.what());
    }
}

}  // namespace gantry::perf
