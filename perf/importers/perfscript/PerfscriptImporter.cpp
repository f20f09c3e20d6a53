#include <perf/importers/Importer.hpp>
#include <perf/importers/reading/ImportedProfile.hpp>
#include <perf/importers/reading/TextLines.hpp>

#include <optional>

#include "SampleLine.hpp"

namespace gantry::perf {

namespace {

bool recognises(std::string_view beginning) {
    TextLines lines(beginning);
    for (std::string_view line; lines.next(line);) {
        if (!trimmed(line).empty() && !line.starts_with('#')) {
            return lines.isWhole() && parseSample(line).has_value();
        }
    }
    return false;
}

class Reader final {
public:
    explicit Reader(const ImportFile& file) : file_(file), profile_(file) {}

    Profile read() {
        TextLines lines(file_.bytes());
        for (std::string_view line; lines.next(line);) {
            profile_.at(lines.offset());
            take(line);
        }
        endSample();
        if (samples_ == 0) {
            profile_.fail(
                "there is no sample in the file; was `perf record` run before `perf "
                "script`?");
        }
        profile_.addFact("samples", std::to_string(samples_));
        return profile_.finish();
    }

private:
    void take(std::string_view line) {
        if (trimmed(line).empty()) {
            endSample();
        } else if (line.starts_with('#')) {
            return;
        } else if (const std::optional<StackFrame> frame = parseFrame(line);
                   frame && sample_ && (line.front() == ' ' || line.front() == '\t')) {
            // Of its text only places in the file are kept.
            stack_.push_back(*frame);
        } else if (const std::optional<SampleLine> sample = parseSample(line)) {
            endSample();
            beginSample(*sample);
        } else if (!sample_ || (line.front() != ' ' && line.front() != '\t')) {
            profile_.fail(
                "this is neither a sample, as 'program 123 45.678: 1000 cycles:', nor a frame "
                "below one; write the file by `perf script` without -F");
        }
    }

    void beginSample(const SampleLine& sample) {
        sample_ = sample;
        if (sample.frame) {
            stack_.push_back(*sample.frame);
        }
    }

    void endSample() {
        if (!sample_) {
            return;
        }
        ++samples_;
        const std::string name = std::string(sample_->program) + " " + std::string(sample_->ids);
        const std::size_t thread = profile_.thread(std::string(sample_->ids), name);
        profile_.rename(thread, name);
        if (stack_.empty()) {
            stack_.push_back({"[no stack]", {}});
        }
        ImportedProfile::Node node = ImportedProfile::kTop;
        // The innermost frame comes first in the text.
        for (auto frame = stack_.rbegin(); frame != stack_.rend(); ++frame) {
            node = profile_.child(thread, node, profile_.timer(frame->name, {}, frame->object));
        }
        profile_.add(thread, node, metric(), sample_->period.value_or(1));
        stack_.clear();
        sample_.reset();
    }

    std::size_t metric() {
        const std::string name(sample_->event);
        const std::string kind = name.substr(0, name.find(':'));
        // Periods of these software events are ns; those of others are counts of the event.
        const bool isTime = kind == "cpu-clock" || kind == "task-clock";
        return profile_.metric(name, !sample_->period ? "samples" : isTime ? "ns" : "events");
    }

    const ImportFile& file_;
    ImportedProfile profile_;
    std::optional<SampleLine> sample_;
    std::vector<StackFrame> stack_;
    std::uint64_t samples_ = 0;
};

std::vector<ImportedPart> read(const ImportFile& file) {
    std::vector<ImportedPart> parts;
    parts.push_back({Reader(file).read()});
    return parts;
}

}  // namespace

Importer perfscriptImporter() {
    return {"perfscript", "the text that `perf script` prints, with or without call stacks",
            "the times of single samples, addresses, fields of trace points", recognises, read};
}

}  // namespace gantry::perf
