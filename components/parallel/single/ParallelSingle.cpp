#include <gantry/Error.hpp>
#include <gantry/plugin.hpp>
#include <gov/cca/Services.hpp>
#include <parallel/Upcalls.hpp>

#include <cstdlib>
#include <deque>
#include <map>
#include <mutex>
#include <string>

namespace parallel {

constexpr gantry::PortDescription kProvides[] = {{"upcalls", "parallel.Upcalls"}};
constexpr gantry::ComponentDescription kSingle = gantry::describe(
    {"parallel.Single", "1.0", "The upcalls of a run of one process"}, kProvides, {});

/// One rank: collective calls give back what they got, and messages to oneself wait in a queue for
/// each tag.
class Single final : public Upcalls, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services->addProvidesPort(gantry::own<gov::cca::Port>(this), "upcalls", "parallel.Upcalls",
                                  nullptr);
    }

    std::int32_t getRank() override { return 0; }
    std::int32_t getSize() override { return 1; }
    void barrier() override {}
    void broadcast(std::string&, std::int32_t root) override { checkRank(root); }
    sidl::array<double> reduceSum(const sidl::array<double>& values) override {
        return values.clone();
    }
    sidl::array<double> reduceMinimum(const sidl::array<double>& values) override {
        return values.clone();
    }
    sidl::array<double> reduceMaximum(const sidl::array<double>& values) override {
        return values.clone();
    }
    sidl::array<std::string> gather(const std::string& data, std::int32_t root) override {
        checkRank(root);
        return {data};
    }
    bool agree(bool ok, double) override { return ok; }
    sidl::array<double> agreeOnMaximum(const sidl::array<double>& values, double) override {
        return values.clone();
    }
    sidl::array<std::int32_t> getMissing() override { return {}; }
    void abort(std::int32_t status) override { std::_Exit(status); }

    void send(const std::string& data, std::int32_t destination, std::int32_t tag) override {
        checkRank(destination);
        const std::lock_guard lock(mutex_);
        messages_[tag].push_back(data);
    }
    std::string receive(std::int32_t source, std::int32_t tag) override {
        checkRank(source);
        const std::lock_guard lock(mutex_);
        std::deque<std::string>& waiting = messages_[tag];
        if (waiting.empty()) {
            throw gantry::Error(
                gov::cca::CCAExceptionType::NetworkError,
                "no message with tag " + std::to_string(tag) +
                    " was sent: with one rank nobody else can send it; send before receiving");
        }
        std::string data = std::move(waiting.front());
        waiting.pop_front();
        return data;
    }

private:
    static void checkRank(std::int32_t rank) {
        if (rank != 0) {
            throw gantry::Error(
                gov::cca::CCAExceptionType::NetworkError,
                "rank " + std::to_string(rank) + " does not exist: this run has the one rank 0");
        }
    }

    std::mutex mutex_;
    std::map<std::int32_t, std::deque<std::string>> messages_;
};

}  // namespace parallel

GANTRY_COMPONENT(parallel::Single, parallel::kSingle);
