#include "SampledLines.hpp"

#include <perf/model/SampledMetric.hpp>

#include <algorithm>
#include <utility>

namespace gantry::perf {

void SampledLines::begin() {
    stack_.clear();
    hasLine_ = false;
}

void SampledLines::enter(const std::vector<CodeLine>& lines) {
    stack_.insert(stack_.end(), lines.begin(), lines.end());
    hasLine_ = !lines.empty();
}

void SampledLines::end(std::uint64_t periodNs) {
    ++samples_;
    for (std::size_t i = 0; i < stack_.size(); ++i) {
        if (stack_[i].file.empty() || stack_[i].line <= 0) {
            continue;
        }
        Line& line = lines_[stack_[i].file + ':' + std::to_string(stack_[i].line)];
        line.wholeNs += line.sample == samples_ ? 0 : static_cast<std::int64_t>(periodNs);
        line.sample = samples_;
        // The innermost function may be of a file without lines.
        const bool isInnermost = hasLine_ && i + 1 == stack_.size();
        line.ownNs += isInnermost ? static_cast<std::int64_t>(periodNs) : 0;
    }
}

void SampledLines::moveTo(Profile& profile) {
    if (lines_.empty()) {
        return;
    }
    ModuleRecords module;
    module.name = kSourceModule;
    module.version = 1;
    module.fields = {{"own", "ns", Reduction::Sum}, {"whole", "ns", Reduction::Sum}};
    for (auto& [name, line] : lines_) {
        module.records.push_back({name, -1, {line.ownNs, line.wholeNs}});
    }
    std::sort(module.records.begin(), module.records.end(),
              [](const ModuleRecord& a, const ModuleRecord& b) { return a.name < b.name; });
    profile.modules.push_back(std::move(module));
    lines_.clear();
}

}  // namespace gantry::perf
