#include <perf/engine/MetricGroup.hpp>
#include <perf/engine/MetricSource.hpp>

#include <array>
#include <cstddef>
#include <utility>

namespace gantry::perf {

namespace {

// An engine reads the whole group through inGroup(); read() and readFor() serve those that use a
// member alone.
class MemberOfGroup final : public MetricSource {
public:
    MemberOfGroup(std::shared_ptr<MetricGroup> group, std::size_t place)
        : group_(std::move(group)), place_(place) {}

    const Metric& metric() const noexcept override { return group_->metrics()[place_]; }
    std::uint64_t read() noexcept override {
        std::array<std::uint64_t, kMaxMetrics> values{};
        group_->read(values.data());
        return values[place_];
    }
    bool readFor(pid_t thread, std::uint64_t& ticks) noexcept override {
        std::array<std::uint64_t, kMaxMetrics> values{};
        const bool known = group_->readFor(thread, values.data());
        ticks = values[place_];
        return known;
    }
    std::uint64_t unitsPerTick() const noexcept override { return kTicksAreUnits; }
    bool processWide() const noexcept override { return false; }
    bool isTimeStampCounter() const noexcept override { return false; }
    GroupPlace inGroup() const noexcept override { return {group_.get(), place_}; }

private:
    std::shared_ptr<MetricGroup> group_;
    std::size_t place_;
};

}  // namespace

std::vector<std::shared_ptr<MetricSource>> membersOf(const std::shared_ptr<MetricGroup>& group) {
    std::vector<std::shared_ptr<MetricSource>> members;
    for (std::size_t place = 0; place < group->metrics().size(); ++place) {
        members.push_back(std::make_shared<MemberOfGroup>(group, place));
    }
    return members;
}

}  // namespace gantry::perf
