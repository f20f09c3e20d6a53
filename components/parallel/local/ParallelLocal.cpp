#include <gantry/Error.hpp>
#include <gantry/plugin.hpp>
#include <gov/cca/Services.hpp>
#include <parallel/Upcalls.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "Links.hpp"
#include "Meeting.hpp"

namespace parallel {

constexpr gantry::PortDescription kProvides[] = {{"upcalls", "parallel.Upcalls"}};
constexpr gantry::ComponentDescription kLocal = gantry::describe(
    {"parallel.Local", "1.0", "The upcalls of processes on one machine, over Unix sockets"},
    kProvides, {});

/// Collective calls are messages to and from rank 0, which combines them in the order of the ranks,
/// so that a sum is the same each time.
class Local final : public Upcalls, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        links_ = std::make_unique<local::Links>(
            local::Place::fromEnvironment(),
            [this](local::Channel channel, int from, const std::string& data) {
                if (channel == local::Channel::Abort) {
                    std::_Exit(std::atoi(data.c_str()));  // NOLINT(cert-err34-c): a rank wrote it
                }
                if (channel == local::Channel::Ended) {
                    meeting_->leave(from);
                    return;
                }
                meeting_->arrive(from, data);
            });
        meeting_ = std::make_unique<local::Meeting>(*links_);
        // Not before: what arrives goes to the meeting.
        links_->start();
        services->addProvidesPort(gantry::own<gov::cca::Port>(this), "upcalls", "parallel.Upcalls",
                                  nullptr);
    }

    Local() = default;
    ~Local() override {
        // The reading thread, which calls the meeting, ends first.
        links_.reset();
    }
    Local(const Local&) = delete;
    Local& operator=(const Local&) = delete;

    std::int32_t getRank() override { return links_->place().rank; }
    std::int32_t getSize() override { return links_->place().size; }

    // Rank 0 hears of all, then all hear of rank 0.
    void barrier() override { (void)everywhere(collect({}, 0), {}); }

    void broadcast(std::string& data, std::int32_t root) override {
        checkRank(root);
        for (int rank = 0; getRank() == root && rank < getSize(); ++rank) {
            if (rank != root) {
                links_->send(rank, local::Channel::Collective, 0, data);
            }
        }
        if (getRank() != root) {
            data = *links_->receive(root, local::Channel::Collective, 0);
        }
    }

    sidl::array<double> reduceSum(const sidl::array<double>& values) override {
        return reduce(values, [](double a, double b) { return a + b; });
    }
    sidl::array<double> reduceMinimum(const sidl::array<double>& values) override {
        return reduce(values, [](double a, double b) { return std::min(a, b); });
    }
    sidl::array<double> reduceMaximum(const sidl::array<double>& values) override {
        return reduce(values, [](double a, double b) { return std::max(a, b); });
    }

    sidl::array<std::string> gather(const std::string& data, std::int32_t root) override {
        checkRank(root);
        return sidl::array<std::string>(collect(data, root));
    }

    bool agree(bool ok, double timeout) override {
        // -1 is a kind that no agreement on values has: theirs is a number of values.
        return meeting_->maximum({ok ? 0.0 : 1.0}, -1, timeout)[0] == 0;
    }
    sidl::array<double> agreeOnMaximum(const sidl::array<double>& values, double timeout) override {
        // The number of values is also in what is compared.
        return sidl::array<double>(
            meeting_->maximum(values.toVector(), static_cast<double>(values.size()), timeout));
    }
    sidl::array<std::int32_t> getMissing() override {
        return sidl::array<std::int32_t>(meeting_->missing());
    }

    void abort(std::int32_t status) override {
        for (int rank = 0; rank < getSize(); ++rank) {
            if (rank != getRank()) {
                links_->sendIfPresent(rank, local::Channel::Abort, std::to_string(status));
            }
        }
        std::_Exit(status);
    }

    void send(const std::string& data, std::int32_t destination, std::int32_t tag) override {
        links_->send(destination, local::Channel::User, tag, data);
    }
    std::string receive(std::int32_t source, std::int32_t tag) override {
        return *links_->receive(source, local::Channel::User, tag);
    }

private:
    void checkRank(int rank) {
        if (rank < 0 || rank >= getSize()) {
            throw gantry::Error(
                gov::cca::CCAExceptionType::NetworkError,
                "rank " + std::to_string(rank) + " does not exist: this run has " +
                    (getSize() == 1 ? "the one rank 0"
                                    : "the ranks 0 to " + std::to_string(getSize() - 1)));
        }
    }

    // What all ranks have, on root.
    std::vector<std::string> collect(const std::string& data, int root) {
        std::vector<std::string> all;
        if (getRank() != root) {
            links_->send(root, local::Channel::Collective, 0, data);
            return all;
        }
        for (int rank = 0; rank < getSize(); ++rank) {
            all.push_back(rank == root ? data
                                       : *links_->receive(rank, local::Channel::Collective, 0));
        }
        return all;
    }

    // What rank 0 has, on all ranks, once it has heard of them.
    std::string everywhere(const std::vector<std::string>& /*heard*/, std::string data) {
        broadcast(data, 0);
        return data;
    }

    template <class Operation>
    sidl::array<double> reduce(const sidl::array<double>& values, Operation operation) {
        const std::vector<double> mine = values.toVector();
        std::string bytes(mine.size() * sizeof(double), '\0');
        if (!mine.empty()) {
            std::memcpy(bytes.data(), mine.data(), bytes.size());
        }
        std::string result = bytes;
        const std::vector<std::string> all = collect(bytes, 0);
        for (std::size_t rank = 1; rank < all.size(); ++rank) {
            for (std::size_t at = 0;
                 at + sizeof(double) <= std::min(bytes.size(), all[rank].size());
                 at += sizeof(double)) {
                double sum = 0;
                double next = 0;
                // Bytes of a string need not be aligned as doubles are.
                std::memcpy(&sum, &result[at], sizeof sum);
                std::memcpy(&next, &all[rank][at], sizeof next);
                sum = operation(sum, next);
                std::memcpy(&result[at], &sum, sizeof sum);
            }
        }
        result = everywhere(all, std::move(result));
        std::vector<double> reduced(result.size() / sizeof(double));
        if (!reduced.empty()) {
            std::memcpy(reduced.data(), result.data(), reduced.size() * sizeof(double));
        }
        return sidl::array<double>(reduced);
    }

    std::unique_ptr<local::Links> links_;
    std::unique_ptr<local::Meeting> meeting_;
};

}  // namespace parallel

GANTRY_COMPONENT(parallel::Local, parallel::kLocal);
