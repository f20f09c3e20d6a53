#include <gantry/Error.hpp>
#include <gantry/Parameters.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>
#include <tuning/DecisionLog.hpp>

#include <array>
#include <chrono>
#include <deque>
#include <fstream>
#include <mutex>
#include <optional>

#include "DecisionLogFile.hpp"

namespace optimizer {
namespace {

constexpr std::array kProvides{
    gantry::PortDescription{"decisionLog", "tuning.DecisionLog"},
    gantry::PortDescription{"configuration", "gov.cca.ports.ParameterPort"}};
constexpr std::array<gantry::PortDescription, 0> kUses{};
constexpr std::array kParameters{
    gantry::ParameterDescription{"configuration", "file", "string", "",
                                 "The file of the log, which is overwritten; empty: none"},
    gantry::ParameterDescription{"configuration", "mostEntries", "int", "10000",
                                 "Entries that are kept in memory", "1", "10000000"}};
constexpr auto kDescription =
    gantry::describe({"optimizer.DecisionLog", "1.0", "The decision log, in memory and in a file"},
                     kProvides, kUses, kParameters);

// An entry that represents that many requests is written, to limit the loss in a crash.
constexpr std::int64_t kMostRepeats = 1000;

bool isPlain(const tuning::Entry& entry) {
    return entry.reason == tuning::Reason::Incumbent && entry.status == tuning::Status::Completed;
}

bool continues(const tuning::Entry& entry, const tuning::Entry& next) {
    return isPlain(entry) && isPlain(next) && next.context == entry.context &&
           next.port == entry.port && next.candidate == entry.candidate && next.repeats == 1 &&
           next.request == entry.request + entry.repeats && entry.repeats < kMostRepeats;
}

double now() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

void join(tuning::Entry& entry, const tuning::Entry& next) {
    const auto calls = static_cast<double>(++entry.repeats);
    // A running mean, which needs no sum that could grow without end.
    entry.cost += (next.cost - entry.cost) / calls;
    entry.seconds += (next.seconds - entry.seconds) / calls;
}

}  // namespace

class DecisionLog final : public tuning::DecisionLog, public gov::cca::Component {
public:
    DecisionLog() = default;
    DecisionLog(const DecisionLog&) = delete;
    DecisionLog& operator=(const DecisionLog&) = delete;
    ~DecisionLog() override {
        try {
            flush();
            close();
        } catch (const gov::cca::CCAException&) {
            // It was reported when the entry was added.
        }
    }

    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services->addProvidesPort(gantry::own(this), "decisionLog", "tuning.DecisionLog", nullptr);
        parameters_.attach(services, kDescription, "configuration");
    }

    void add(const tuning::Entry& what) override {
        const std::lock_guard lock(mutex_);
        if (!entries_.empty() && unwritten_ && continues(entries_.back(), what)) {
            join(entries_.back(), what);
            return;
        }
        const std::optional<tuning::Entry> complete =
            unwritten_ ? std::optional(entries_.back()) : std::nullopt;
        entries_.push_back(what);
        if (what.time == 0) {
            entries_.back().time = now();
        }
        unwritten_ = true;
        // Only from memory: the file has all of them.
        while (static_cast<std::int64_t>(entries_.size()) > parameters_.getInt("mostEntries")) {
            entries_.pop_front();
            ++dropped_;
        }
        if (complete) {
            write(*complete);
        }
        // Nothing can continue such an entry, so it is written at once.
        if (!isPlain(what)) {
            writeLast();
        }
    }

    void flush() override {
        const std::lock_guard lock(mutex_);
        writeLast();
    }

    std::int32_t getNumEntries() override {
        const std::lock_guard lock(mutex_);
        return static_cast<std::int32_t>(entries_.size());
    }

    tuning::Entry getEntry(std::int32_t index) override {
        const std::lock_guard lock(mutex_);
        if (index < 0 || index >= static_cast<std::int32_t>(entries_.size())) {
            throw gantry::Error(gov::cca::CCAExceptionType::Unexpected,
                                "the decision log has no entry " + std::to_string(index) +
                                    "; there are " + std::to_string(entries_.size()));
        }
        return entries_[static_cast<std::size_t>(index)];
    }

    std::int64_t getNumDropped() override {
        const std::lock_guard lock(mutex_);
        return dropped_;
    }

private:
    void writeLast() {
        if (unwritten_) {
            unwritten_ = false;
            write(entries_.back());
        }
    }

    void write(const tuning::Entry& entry) {
        const std::string path = parameters_.getString("file");
        if (path.empty()) {
            return;
        }
        if (path != path_) {
            close();
            path_ = path;
            file_ = std::ofstream(path, std::ios::binary | std::ios::trunc);
            lines_ = {};
            file_ << lines_.header();
        }
        // Flushed, so that a crash of the program loses no decision.
        if (!(file_ << lines_.lineOf(entry) << std::flush)) {
            throw gantry::Error(gov::cca::CCAExceptionType::Unexpected,
                                path +
                                    ": the decision log cannot be written; it continues in memory, "
                                    "name another file");
        }
    }

    // A log that could not be written has no end, so that readers see that it is not complete.
    void close() {
        if (file_.is_open() && file_) {
            file_ << lines_.end() << std::flush;
        }
    }

    std::mutex mutex_;
    std::deque<tuning::Entry> entries_;
    bool unwritten_ = false;
    std::int64_t dropped_ = 0;
    std::string path_;
    std::ofstream file_;
    records::DecisionLogLines lines_;
    gantry::Parameters parameters_;
};

}  // namespace optimizer

GANTRY_COMPONENT(optimizer::DecisionLog, optimizer::kDescription);
