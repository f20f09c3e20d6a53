#include "SampledTree.hpp"

#include <perf/model/SampledMetric.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

#include "PythonFrames.hpp"

namespace gantry::perf {

namespace {

constexpr const char* kInlined = " (inlined)";

// Where stacks of the first thread and of further ones begin. The C library has these functions
// under several names, such as __clone3 and __GI___clone3.
bool isRoot(const FunctionName& name) {
    const std::string_view function = name.function;
    return function == "_start" || (name.file.starts_with("libc.so") &&
                                    (function.ends_with("clone") || function.ends_with("clone3") ||
                                     function.find("libc_start") != std::string_view::npos));
}

}  // namespace

SampledTree::SampledTree(std::uint64_t periodNs, bool withKernel)
    : periodNs_(periodNs), metric_(profile_.metric(kSampledMetric, "ns")) {
    run_.withKernel = withKernel;
}

void SampledTree::add(const RingRecord& record) {
    switch (record.kind) {
        case RingRecord::Kind::Sample:
            addSample(record);
            break;
        case RingRecord::Kind::Mapping:
            process(record.process).code.map(record.mapping);
            if (record.mapping.file.starts_with('/')) {
                code_.insert(record.mapping.file);
            }
            break;
        case RingRecord::Kind::Exec:
            startProgram(record);
            break;
        case RingRecord::Kind::Name:
            threads_[record.thread] = record.name;
            break;
        case RingRecord::Kind::Fork:
            if (record.process != record.parent) {
                const Process& parent = process(record.parent);
                Process child{parent.name, parent.code.child(), 0};
                processes_.insert_or_assign(record.process, std::move(child));
            }
            break;
        case RingRecord::Kind::Lost:
            run_.lost += record.lost;
            break;
    }
}

SampledTree::Process& SampledTree::process(std::uint32_t number) {
    return processes_.try_emplace(number, Process{"", files_.sibling(), 0}).first->second;
}

// Another program: nothing of the old one is mapped any more.
void SampledTree::startProgram(const RingRecord& record) {
    const std::uint32_t before = process(record.process).programs;
    processes_.insert_or_assign(record.process, Process{record.name, files_.sibling(), before + 1});
    threads_.erase(record.thread);
}

const std::string& SampledTree::nameOf(const RingRecord& record) {
    const auto own = threads_.find(record.thread);
    return own != threads_.end() ? own->second : process(record.process).name;
}

std::size_t SampledTree::threadOf(const RingRecord& record, const std::string& program) {
    const std::string key =
        std::to_string(record.process) + ' ' + std::to_string(record.thread) + ' ' + program;
    const std::size_t thread = profile_.thread(key, nameOf(record));
    if (thread == run_.threads.size()) {
        run_.threads.push_back({record.process, record.thread, program});
    }
    return thread;
}

void SampledTree::addSample(const RingRecord& record) {
    Process& process = this->process(record.process);
    std::vector<const CodePlace*> stack;
    for (const std::uint64_t address : process.code.stack(record.sample)) {
        stack.push_back(&process.code.place(address));
    }
    std::reverse(stack.begin(), stack.end());
    firstNs_ = run_.samples == 0 ? record.timeNs : firstNs_;
    lastNs_ = record.timeNs;
    ++run_.samples;
    const std::size_t thread = threadOf(record, process.name);
    ImportedProfile::Node node = ImportedProfile::kTop;
    FunctionName above;
    const auto enter = [&](const FunctionName& name) {
        // Functions without symbols that call each other are one.
        if (name.function == kUnknownFunction && above.function == name.function &&
            above.file == name.file) {
            return;
        }
        above = name;
        node = profile_.child(thread, node, profile_.timer(name.function, name.file, process.name));
    };
    static const FunctionName noStack{"(no stack)", ""};
    static const FunctionName kernel{"(kernel)", ""};
    if (stack.empty()) {
        enter(noStack);
    } else {
        run_.rooted += isRoot(stack.front()->function) ? 1 : 0;
    }
    lines_.begin();
    for (const CodePlace* const place : withoutInterpreter(std::move(stack))) {
        if (const auto number = pythonFunctionAt(*place)) {
            enter(pythonFrame(*number, record.process, process.programs));
            continue;
        }
        enter(place->function);
        for (const std::string& name : place->inlined) {
            enter({name + kInlined, place->function.file});
        }
        lines_.enter(place->lines);
    }
    lines_.end(periodNs_);
    if (record.sample.inKernel) {
        enter(kernel);
    }
    profile_.add(thread, node, metric_, static_cast<std::int64_t>(periodNs_));
}

SampledRun SampledTree::finish() {
    profile_.addFact("samples", std::to_string(run_.samples));
    profile_.addFact("sampling period ns", std::to_string(periodNs_));
    profile_.addFact("stacks that reach their root", std::to_string(run_.rooted));
    profile_.addFact("time in the kernel", run_.withKernel ? "sampled" : "not sampled");
    if (run_.lost > 0) {
        profile_.addMissing(std::to_string(run_.lost) + " records that the kernel had no room for");
    }
    run_.profile = profile_.finish();
    run_.code.assign(code_.begin(), code_.end());
    lines_.moveTo(run_.profile);
    run_.profile.timeNs = static_cast<std::int64_t>(lastNs_ - firstNs_ + periodNs_);
    run_.profile.metrics.front().source = "samples of the kernel's task clock, one for each " +
                                          std::to_string(periodNs_ / 1000) +
                                          " us of processor time";
    return std::move(run_);
}

}  // namespace gantry::perf
