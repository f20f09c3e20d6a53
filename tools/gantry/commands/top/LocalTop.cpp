#include <perf/recording/SegmentChoice.hpp>
#include <perf/segment/CpuClock.hpp>
#include <perf/segment/SegmentFile.hpp>
#include <perf/segment/SegmentReader.hpp>

#include "TopSource.hpp"

namespace gantry::tools {

namespace {

class LocalTop final : public TopSource {
public:
    explicit LocalTop(const std::string& word)
        : file_(perf::chooseSegment(word)),
          name_("process " + std::to_string(file_.header().pid)) {}

    [[nodiscard]] const std::string& name() const override { return name_; }
    perf::Profile read() override { return file_.read().profile; }
    bool isLive() override { return file_.isLive(); }
    std::vector<perf::ThreadActivity> threads(const perf::Profile& now) override {
        // Threads of the system are of interest while they live only.
        if (!file_.isLive()) {
            return {};
        }
        const perf::SegmentReader reader(file_.mapAgain());
        return observer_.look(now, file_.header().pid, reader.livingThreads(),
                              perf::clockNs(CLOCK_BOOTTIME));
    }
    [[nodiscard]] bool isLocal() const override { return true; }

private:
    perf::SegmentFile file_;
    std::string name_;
    perf::ThreadObserver observer_;
};

}  // namespace

std::unique_ptr<TopSource> localTop(const std::string& word) {
    return std::make_unique<LocalTop>(word);
}

}  // namespace gantry::tools
