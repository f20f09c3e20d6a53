#include <base/text/NumberText.hpp>
#include <perf/importers/reading/ImportedProfile.hpp>

#include <algorithm>
#include <cstdlib>

namespace gantry::perf {

namespace {

// The bounds of docs/formats/archive.md: a value, and the sum of the values of a metric.
constexpr std::int64_t kMostValue = std::int64_t{1} << 56U;
constexpr std::int64_t kMostTotal = std::int64_t{1} << 62U;

bool isValue(std::int64_t value) {
    return value >= -kMostValue && value <= kMostValue;
}

std::uint64_t keyOf(std::int32_t parent, std::uint32_t timer) {
    return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(parent)) << 32U) | timer;
}

std::string keyOf(std::string_view name, std::string_view type, std::string_view group) {
    std::string key = std::to_string(name.size()) + ' ' + std::to_string(type.size()) + ' ';
    return key.append(name).append(type).append(group);
}

}  // namespace

void ImportedProfile::fail(const std::string& what) const {
    if (isText_) {
        file_.failInText(offset_, what);
    }
    file_.fail(offset_, what);
}

std::size_t ImportedProfile::metric(const std::string& name, const std::string& unit,
                                    Values values) {
    std::vector<Metric>& metrics = profile_.metrics;
    // Names of metrics are unique in a profile, but not in every format.
    const std::string withUnit = name + " " + unit;
    bool isTaken = false;
    for (std::size_t m = 0; m < metrics.size(); ++m) {
        const bool isSame = metrics[m].name == name || metrics[m].name == withUnit;
        if (isSame && metrics[m].unit == unit && values_[m] == values) {
            return m;
        }
        isTaken = isTaken || metrics[m].name == name;
    }
    if (metrics.size() == kMaxMetrics) {
        fail("there are more than " + std::to_string(kMaxMetrics) +
             " kinds of values; write a file with fewer");
    }
    metrics.push_back({isTaken ? withUnit : name, unit, "another tool"});
    values_.push_back(values);
    return metrics.size() - 1;
}

std::uint32_t ImportedProfile::timer(std::string_view name, std::string_view type,
                                     std::string_view group) {
    const auto next = static_cast<std::uint32_t>(profile_.timers.size());
    const auto [entry, isNew] = timers_.try_emplace(keyOf(name, type, group), next);
    if (isNew) {
        TimerInfo info;
        info.id = next;
        info.name = name;
        info.type = type;
        info.group = group;
        profile_.timers.push_back(std::move(info));
    }
    return entry->second;
}

bool ImportedProfile::hasTimer(std::string_view name, std::string_view group) const {
    return timers_.count(keyOf(name, {}, group)) > 0;
}

std::size_t ImportedProfile::thread(const std::string& key, const std::string& name) {
    const auto [entry, isNew] = threads_.try_emplace(key, trees_.size());
    if (isNew) {
        ThreadProfile thread;
        thread.id = static_cast<std::uint32_t>(trees_.size());
        thread.name = name;
        // Another tool's file is of a run that is over.
        thread.ended = true;
        profile_.threads.push_back(std::move(thread));
        trees_.emplace_back();
    }
    return entry->second;
}

void ImportedProfile::rename(std::size_t thread, const std::string& name) {
    profile_.threads[thread].name = name;
}

ImportedProfile::Node ImportedProfile::child(std::size_t thread, Node parent, std::uint32_t timer) {
    Tree& tree = trees_[thread];
    std::vector<CallPathNode>& nodes = profile_.threads[thread].nodes;
    const auto [entry, isNew] =
        tree.children.try_emplace(keyOf(parent, timer), static_cast<Node>(nodes.size()));
    if (!isNew) {
        return entry->second;
    }
    const std::int32_t depth = parent < 0 ? 1 : tree.depths[static_cast<std::size_t>(parent)] + 1;
    // Limits against files that are damaged or made to harm: a small file can describe a huge tree.
    if (depth > kMostDepth) {
        fail("calls are nested more than " + std::to_string(kMostDepth) +
             " deep; have the stacks cut when they are recorded");
    }
    if (++paths_ > kMostPaths) {
        fail("there are more than " + std::to_string(kMostPaths) +
             " call paths; import a part of the file");
    }
    CallPathNode node;
    node.timer = timer;
    node.parent = parent;
    nodes.push_back(node);
    tree.depths.push_back(depth);
    return entry->second;
}

void ImportedProfile::add(std::size_t thread, Node node, std::size_t metric, std::int64_t value) {
    std::int64_t& sum = nodeOf(thread, node).inclusive[metric];
    // Cannot overflow: both are at most 2^56.
    if (!isValue(value) || !isValue(sum + value)) {
        fail("a value of '" + profile_.metrics[metric].name +
             "' is beyond 2^56, which an archive does not hold; is its unit right?");
    }
    sum += value;
}

void ImportedProfile::addCalls(std::size_t thread, Node node, std::uint64_t calls) {
    constexpr auto kMostCalls = static_cast<std::uint64_t>(kMostValue);
    CallPathNode& path = nodeOf(thread, node);
    if (calls > kMostCalls || path.calls + calls > kMostCalls) {
        fail("there are more than 2^56 calls; the file is damaged");
    }
    path.calls += calls;
}

void ImportedProfile::setChildCalls(std::size_t thread, Node node, std::uint64_t calls) {
    if (calls > static_cast<std::uint64_t>(kMostTotal)) {
        fail("there are more than 2^62 calls; the file is damaged");
    }
    nodeOf(thread, node).childCalls = calls;
    hasChildCalls_ = true;
}

void ImportedProfile::noteStart(std::size_t thread, std::uint32_t timer, std::size_t metric,
                                std::int64_t time) {
    if (profile_.metrics[metric].unit == "ns") {
        trace_.start(thread, timer, time);
    }
}

void ImportedProfile::noteStop(std::size_t thread, std::uint32_t timer, std::size_t metric,
                               std::int64_t time) {
    if (profile_.metrics[metric].unit == "ns") {
        trace_.stop(thread, timer, time);
    }
}

std::vector<std::string> ImportedProfile::finishTrace() {
    std::vector<std::string> threads;
    for (const ThreadProfile& thread : profile_.threads) {
        threads.push_back(thread.name);
    }
    return trace_.finish(profile_.timers, threads);
}

void ImportedProfile::markRunning(std::size_t thread, Node node) {
    nodeOf(thread, node).running = true;
}

void ImportedProfile::addEvent(const std::string& name, double value) {
    const auto [entry, isNew] = events_.try_emplace(name, profile_.events.size());
    if (isNew) {
        profile_.events.emplace_back().name = name;
    }
    profile_.events[entry->second].add(value);
}

void ImportedProfile::addFact(const std::string& key, const std::string& text) {
    profile_.context.emplace_back(key, text);
}

void ImportedProfile::addMissing(const std::string& what) {
    profile_.partial += (profile_.partial.empty() ? "" : "; ") + what;
}

// Turns the tree's own values into whole ones, and counts the calls below; the sums at the top.
MetricValues ImportedProfile::whole(ThreadProfile& thread) const {
    MetricValues top;
    // From the end: a node's own sum is whole when it is added to the one above.
    for (std::size_t i = thread.nodes.size(); i-- > 0;) {
        const CallPathNode& node = thread.nodes[i];
        if (node.parent < 0) {
            for (std::size_t m = 0; m < values_.size(); ++m) {
                top[m] = std::clamp(top[m] + node.inclusive[m], -kMostTotal, kMostTotal);
            }
            continue;
        }
        CallPathNode& above = thread.nodes[static_cast<std::size_t>(node.parent)];
        if (!hasChildCalls_) {
            // Calls are at most 2^56 each, of at most 2^22 nodes: the last addition may not fit.
            above.childCalls =
                std::min(above.childCalls + node.calls, static_cast<std::uint64_t>(kMostTotal));
        }
        for (std::size_t m = 0; m < values_.size(); ++m) {
            if (values_[m] == Values::Whole) {
                continue;
            }
            above.inclusive[m] += node.inclusive[m];
            if (!isValue(above.inclusive[m])) {
                fail("the values of '" + profile_.metrics[m].name +
                     "' are beyond 2^56 together, which an archive does not hold");
            }
        }
    }
    return top;
}

void ImportedProfile::checkTotals() const {
    for (std::size_t m = 0; m < values_.size(); ++m) {
        std::int64_t total = 0;
        for (const ThreadProfile& thread : profile_.threads) {
            for (const CallPathNode& node : thread.nodes) {
                // Cannot overflow: one is at most 2^56, and the sum is checked after each.
                total += std::abs(node.inclusive[m]);
                if (total > kMostTotal) {
                    fail("the values of '" + profile_.metrics[m].name +
                         "' are beyond 2^62 together, which an archive does not hold");
                }
            }
        }
    }
}

Profile ImportedProfile::finish() {
    if (profile_.metrics.empty()) {
        metric("time", "ns");
    }
    for (ThreadProfile& thread : profile_.threads) {
        const MetricValues top = whole(thread);
        for (std::size_t m = 0; m < values_.size(); ++m) {
            if (profile_.metrics[m].unit == "ns") {
                profile_.timeNs = std::min(std::max(profile_.timeNs, top[m]), kMostValue);
            }
        }
    }
    checkTotals();
    return std::move(profile_);
}

std::string counted(std::uint64_t number, const std::string& noun) {
    return base::plural(number, noun);
}

}  // namespace gantry::perf
