// One thread for each role in place of the threads of all ranks, for runs of very many ranks.

#include <perf/model/CommonThreads.hpp>
#include <perf/model/Flat.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace gantry::perf {

namespace {

// What an archive and a JSON profile hold.
constexpr std::int64_t kMostValue = std::int64_t{1} << 56U;
constexpr std::uint64_t kMostCalls = std::uint64_t{1} << 62U;
constexpr const char* kCut = "values over all ranks were above 2^56 and are limited to it";

class United final {
public:
    explicit United(std::size_t metrics) : metrics_(metrics) {}

    bool isCut() const { return cut_; }
    ThreadProfile take() { return std::move(thread_); }

    void add(ThreadProfile thread) {
        if (first_) {
            thread_ = std::move(thread);
            thread_.name = roleName(thread_.role);
            thread_.process = -1;
            first_ = false;
            return;
        }
        // Made with the second thread: one alone needs no look-up.
        if (places_.empty()) {
            for (std::size_t i = 0; i < thread_.nodes.size(); ++i) {
                const CallPathNode& node = thread_.nodes[i];
                places_.try_emplace({node.parent, node.timer}, static_cast<std::int32_t>(i));
            }
        }
        thread_.ended = thread_.ended && thread.ended;
        thread_.cpuNs = sumOf(thread_.cpuNs, thread.cpuNs);
        std::vector<std::int32_t> placeOf;
        // Parents come before their children, so the new place of a parent is known; what is
        // appended keeps that order.
        for (CallPathNode& node : thread.nodes) {
            node.parent = node.parent < 0 ? -1 : placeOf[static_cast<std::size_t>(node.parent)];
            const auto [entry, isNew] = places_.try_emplace(
                {node.parent, node.timer}, static_cast<std::int32_t>(thread_.nodes.size()));
            placeOf.push_back(entry->second);
            if (isNew) {
                thread_.nodes.push_back(std::move(node));
            } else {
                add(thread_.nodes[static_cast<std::size_t>(entry->second)], node);
            }
        }
    }

private:
    std::int64_t sumOf(std::int64_t a, std::int64_t b) {
        const std::int64_t sum = a + b;
        cut_ = cut_ || sum > kMostValue || sum < -kMostValue;
        return std::clamp(sum, -kMostValue, kMostValue);
    }

    std::uint64_t sumOf(std::uint64_t a, std::uint64_t b) {
        cut_ = cut_ || a + b > kMostCalls;
        return std::min(a + b, kMostCalls);
    }

    void add(CallPathNode& node, const CallPathNode& other) {
        node.calls = sumOf(node.calls, other.calls);
        node.childCalls = sumOf(node.childCalls, other.childCalls);
        node.running = node.running || other.running;
        node.untimed = sumOf(node.untimed, other.untimed);
        for (std::size_t m = 0; m < metrics_; ++m) {
            node.inclusive[m] = sumOf(node.inclusive[m], other.inclusive[m]);
            if (node.error[m] != 0 || other.error[m] != 0) {
                node.error[m] = std::min(errorOfSum(node.error[m], other.error[m]), kMostValue);
            }
        }
    }

    std::size_t metrics_;
    ThreadProfile thread_;
    bool first_ = true;
    bool cut_ = false;
    std::map<std::pair<std::int32_t, std::uint32_t>, std::int32_t> places_;
};

void uniteMisuse(Profile& profile, const std::map<std::uint32_t, std::uint32_t>& idOf) {
    std::map<std::tuple<MisuseKind, std::string, std::string, std::int32_t>, std::size_t> places;
    std::vector<Misuse> united;
    for (Misuse& misuse : profile.misuse) {
        const auto id = idOf.find(static_cast<std::uint32_t>(misuse.thread));
        if (misuse.thread >= 0 && id != idOf.end()) {
            misuse.thread = static_cast<std::int32_t>(id->second);
        }
        const auto [entry, isNew] = places.try_emplace(
            {misuse.kind, misuse.name, misuse.other, misuse.thread}, united.size());
        if (isNew) {
            united.push_back(std::move(misuse));
        } else {
            united[entry->second].count += misuse.count;
        }
    }
    profile.misuse = std::move(united);
}

}  // namespace

void uniteThreads(Profile& profile) {
    std::map<ThreadRole, std::size_t> placeOf;
    std::vector<United> united;
    std::map<std::uint32_t, std::uint32_t> idOf;
    for (ThreadProfile& thread : profile.threads) {
        const auto [entry, isNew] = placeOf.try_emplace(thread.role, united.size());
        if (isNew) {
            united.emplace_back(profile.metrics.size());
        }
        idOf[thread.id] = static_cast<std::uint32_t>(entry->second);
        united[entry->second].add(std::move(thread));
    }
    profile.threads.clear();
    for (United& each : united) {
        if (each.isCut() && profile.partial.find(kCut) == std::string::npos) {
            profile.partial += (profile.partial.empty() ? "" : "; ") + std::string(kCut);
        }
        ThreadProfile thread = each.take();
        thread.id = static_cast<std::uint32_t>(profile.threads.size());
        profile.threads.push_back(std::move(thread));
    }
    uniteMisuse(profile, idOf);
}

}  // namespace gantry::perf
