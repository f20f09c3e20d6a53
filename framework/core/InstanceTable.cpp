// All look-ups are by hash or by serial number, so that assemblies with many thousand instances are
// built in a time that grows linearly with their size. Serial numbers are never used again.

#include "core/InstanceTable.hpp"

#include <base/text/NameSuggestion.hpp>
#include <gantry/Error.hpp>

#include <algorithm>
#include <charconv>

namespace gantry::framework {
namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

}  // namespace

void InstanceTable::add(const Pointer& instance) {
    names_.emplace(instance->name(), instance);
    instances_.emplace_hint(instances_.end(), instance->serial(), instance);
}

// A name that becomes free lowers the mark from which freeName() searches.
void InstanceTable::remove(const Instance& instance) {
    if (!contains(instance)) {
        return;
    }
    for (const PortView& port : instance.ports().list()) {
        if (port.provided) {
            removeProvider(port.type, instance);
        }
    }
    const std::string& name = instance.name();
    // Where a base ends cannot be seen: its last letters may be digits as well.
    for (std::size_t base = name.size(); base > 0 && isDigit(name[base - 1]);) {
        --base;
        const auto noted = taken_.find(name.substr(0, base));
        std::uint64_t number = 0;
        const auto read = std::from_chars(name.data() + base, name.data() + name.size(), number);
        if (noted != taken_.end() && read.ec == std::errc()) {
            noted->second = std::min(noted->second, number);
        }
    }
    const std::uint64_t serial = instance.serial();
    names_.erase(name);
    // The last: it may be all that keeps the instance.
    instances_.erase(serial);
}

InstanceTable::Pointer InstanceTable::find(const std::string& name) const {
    const auto found = names_.find(name);
    return found == names_.end() ? nullptr : found->second;
}

InstanceTable::Pointer InstanceTable::require(const std::string& name) const {
    if (Pointer found = find(name)) {
        return found;
    }
    std::vector<std::string> names;
    for (const auto& [serial, instance] : instances_) {
        names.push_back(instance->name());
    }
    throw Error(gov::cca::CCAExceptionType::Nonstandard,
                "there is no instance '" + name + "'" + base::suggest(name, names));
}

// The mark makes the search linear over all calls together, also for ten thousand instances of one
// class.
std::string InstanceTable::freeName(const std::string& base) {
    std::uint64_t& number = taken_[base];
    while (names_.contains(base + std::to_string(number))) {
        ++number;
    }
    return base + std::to_string(number);
}

std::vector<InstanceTable::Pointer> InstanceTable::listed(BySerial::const_iterator first,
                                                          const BySerial& all) {
    std::vector<Pointer> list;
    for (; first != all.end(); ++first) {
        list.push_back(first->second);
    }
    return list;
}

std::vector<InstanceTable::Pointer> InstanceTable::list() const {
    return listed(instances_.begin(), instances_);
}

std::vector<InstanceTable::Pointer> InstanceTable::since(std::uint64_t serial) const {
    return listed(instances_.lower_bound(serial), instances_);
}

void InstanceTable::addProvider(const std::string& portType, const Pointer& instance) {
    if (contains(*instance)) {
        providers_[portType].emplace(instance->serial(), instance);
    }
}

void InstanceTable::removeProvider(const std::string& portType, const Instance& instance) {
    const auto found = providers_.find(portType);
    if (found != providers_.end()) {
        found->second.erase(instance.serial());
    }
}

std::vector<InstanceTable::Pointer> InstanceTable::providersOf(const std::string& portType) const {
    const auto found = providers_.find(portType);
    return found == providers_.end() ? std::vector<Pointer>{}
                                     : listed(found->second.begin(), found->second);
}

}  // namespace gantry::framework
