// An id holds names and a serial number, no pointer, so that a component that keeps one keeps
// nothing alive. The number distinguishes a later instance of the same name from the one that
// the id was made for. Ids of other implementations are accepted by their names.

#include "services/Ids.hpp"

#include <gantry/Error.hpp>

#include <cstdint>
#include <utility>

namespace gantry::framework {
namespace {

using gov::cca::CCAExceptionType;

constexpr char kSeparator = '#';

class InstanceId final : public gov::cca::ComponentID {
public:
    InstanceId(std::string name, std::uint64_t serial) : name_(std::move(name)), serial_(serial) {}

    std::string getInstanceName() override { return name_; }
    std::string getSerialization() override { return name_ + kSeparator + std::to_string(serial_); }

private:
    std::string name_;
    std::uint64_t serial_;
};

class LinkId final : public gov::cca::ConnectionID {
public:
    explicit LinkId(const Connection& connection)
        : serial_(connection.serial),
          user_(idOf(*connection.user)),
          usesPort_(connection.usesPort),
          provider_(idOf(*connection.provider)),
          providesPort_(connection.providesPort) {}

    [[nodiscard]] std::uint64_t serial() const noexcept { return serial_; }
    std::shared_ptr<gov::cca::ComponentID> getProvider() override { return provider_; }
    std::shared_ptr<gov::cca::ComponentID> getUser() override { return user_; }
    std::string getProviderPortName() override { return providesPort_; }
    std::string getUserPortName() override { return usesPort_; }

private:
    std::uint64_t serial_;
    std::shared_ptr<gov::cca::ComponentID> user_;
    std::string usesPort_;
    std::shared_ptr<gov::cca::ComponentID> provider_;
    std::string providesPort_;
};

}  // namespace

std::shared_ptr<gov::cca::ComponentID> idOf(const Instance& instance) {
    return std::make_shared<InstanceId>(instance.name(), instance.serial());
}

std::shared_ptr<gov::cca::ConnectionID> idOf(const Connection& connection) {
    return std::make_shared<LinkId>(connection);
}

std::shared_ptr<Instance> deserialize(const AssemblyCore& core, const std::string& text) {
    const std::size_t end = text.rfind(kSeparator);
    if (end == std::string::npos) {
        throw Error(CCAExceptionType::Nonstandard, "'" + text +
                                                       "' is not a serialized component id; it is "
                                                       "NAME#NUMBER as getSerialization gives it");
    }
    auto instance = core.instance(text.substr(0, end));
    if (text.substr(end + 1) != std::to_string(instance->serial())) {
        throw Error(
            CCAExceptionType::Nonstandard,
            "component id '" + text +
                "' names an instance that was destroyed; another instance has this name now");
    }
    return instance;
}

std::shared_ptr<Instance> instanceOf(const AssemblyCore& core,
                                     const std::shared_ptr<gov::cca::ComponentID>& id) {
    if (!id) {
        throw Error(CCAExceptionType::Nonstandard,
                    "a component id is null; give the id of an instance");
    }
    return deserialize(core, id->getSerialization());
}

ConnectionPointer connectionOf(AssemblyCore& core,
                               const std::shared_ptr<gov::cca::ConnectionID>& id) {
    if (!id) {
        throw Error(CCAExceptionType::Nonstandard,
                    "a connection id is null; give the id of a connection");
    }
    const ConnectionInfo info{id->getUser()->getInstanceName(), id->getUserPortName(),
                              id->getProvider()->getInstanceName(), id->getProviderPortName()};
    auto connection = core.connections().require(core.instances().find(info.user).get(), info);
    const auto ours = std::dynamic_pointer_cast<LinkId>(id);
    if (ours && ours->serial() != connection->serial) {
        throw Error(CCAExceptionType::PortNotConnected,
                    "the connection of '" + info.user + '.' + info.usesPort +
                        "' that this id names was broken; there is a newer one");
    }
    return connection;
}

}  // namespace gantry::framework
