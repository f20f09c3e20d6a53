#include "Clocks.hpp"

#include <gantry.h>
#include <perf/clock/ClockIdentity.hpp>
#include <perf/clock/ClockSync.hpp>

#include <mpi.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "Function.hpp"
#include "Library.hpp"

namespace gantry::mpi::clocks {

namespace {

struct Functions {
    decltype(&PMPI_Gather) gather = nullptr;
    decltype(&PMPI_Bcast) broadcast = nullptr;
    decltype(&PMPI_Send) send = nullptr;
    decltype(&PMPI_Recv) receive = nullptr;
    decltype(&PMPI_Comm_dup) duplicate = nullptr;
    decltype(&PMPI_Comm_free) free = nullptr;
};

void require(int code) {
    if (code != MPI_SUCCESS) {
        throw std::runtime_error("MPI failed with code " + std::to_string(code));
    }
}

template <class Pointer>
void seek(Pointer& function, const char* name, const void* caller) {
    function = reinterpret_cast<Pointer>(functionBehind(name, caller));
    if (function == nullptr) {
        throw std::runtime_error(std::string("the library of MPI has no ") + name);
    }
}

// By the functions behind the module, so that nothing of it is measured.
class MpiWire final : public perf::ClockWire {
public:
    explicit MpiWire(const void* caller) : comm_(library::commWorld()) {
        seek(functions_.gather, "PMPI_Gather", caller);
        seek(functions_.broadcast, "PMPI_Bcast", caller);
        seek(functions_.send, "PMPI_Send", caller);
        seek(functions_.receive, "PMPI_Recv", caller);
        seek(functions_.duplicate, "PMPI_Comm_dup", caller);
        seek(functions_.free, "PMPI_Comm_free", caller);
    }

    int rank() override { return library::rank(comm_); }
    int size() override { return library::size(comm_); }

    /// Messages from here on are kept apart from those of the program.
    void separate() {
        MPI_Comm own{};
        require(functions_.duplicate(library::commWorld(), &own));
        comm_ = own;
    }
    void close() { require(functions_.free(&comm_)); }

    void send(std::uint64_t value, int destination) override {
        require(functions_.send(&value, sizeof value, library::byteType(), destination, 0, comm_));
    }
    std::uint64_t receive(int source) override {
        std::uint64_t value = 0;
        MPI_Status status{};
        require(functions_.receive(&value, sizeof value, library::byteType(), source, 0, comm_,
                                   &status));
        return value;
    }
    void broadcast(std::string& bytes) override {
        std::uint64_t size = bytes.size();
        require(functions_.broadcast(&size, sizeof size, library::byteType(), 0, comm_));
        bytes.resize(size);
        require(functions_.broadcast(bytes.data(), static_cast<int>(size), library::byteType(), 0,
                                     comm_));
    }
    std::vector<std::string> gather(const std::string& text) override {
        // All are equally long; identities that differ do so before this.
        constexpr std::size_t kLength = 128;
        std::array<char, kLength> own{};
        text.copy(own.data(), kLength - 1);
        const auto ranks = static_cast<std::size_t>(rank() == 0 ? size() : 0);
        std::string all(ranks * kLength, '\0');
        require(functions_.gather(own.data(), kLength, library::byteType(), all.data(), kLength,
                                  library::byteType(), 0, comm_));
        std::vector<std::string> texts;
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            texts.emplace_back(all.c_str() + rank * kLength);
        }
        return texts;
    }

private:
    Functions functions_;
    MPI_Comm comm_;
};

perf::ClockTicks now() {
    gantry_clock_t clock{};
    gantry_clock(&clock);
    return {clock.ticks, clock.units_per_tick};
}

bool measuresTime() {
    gantry_metric_t metric{};
    return gantry_metric(0, &metric) == 1 && std::string_view(metric.name) == "wall" &&
           std::string_view(metric.unit) == "ns";
}

// When to compare again. Only rank 0 looks at the time, and says to all at which of their meetings
// it does so next: ranks that decided by themselves would not agree.
class Schedule final {
public:
    explicit Schedule(double seconds) : seconds_(seconds) {}

    /// One more meeting; whether rank 0 is to be asked.
    bool isToAsk() noexcept { return ++meetings_ >= next_; }

    /// Of rank 0: whether it is time to compare.
    [[nodiscard]] bool isTime() const { return elapsed() >= seconds_; }
    void compared() {
        counted_ = meetings_;
        last_ = Time::now();
    }
    /// Of rank 0: the meeting at which it is to be asked next. pace: meetings a second; at most
    /// twice as many as were counted, because the pace changes.
    [[nodiscard]] std::uint64_t nextBy(double pace) const {
        const double left = std::max(seconds_ - elapsed(), 0.0) * pace;
        const auto counted = static_cast<double>(meetings_ - counted_);
        const double most = std::max(counted, 1.0);
        return meetings_ + static_cast<std::uint64_t>(std::clamp(left, 1.0, most));
    }
    [[nodiscard]] double pace() const {
        return static_cast<double>(meetings_ - counted_) / std::max(elapsed(), 1e-9);
    }
    void askAt(std::uint64_t meeting) noexcept { next_ = meeting; }

private:
    using Time = std::chrono::steady_clock;

    [[nodiscard]] double elapsed() const {
        return std::chrono::duration<double>(Time::now() - last_).count();
    }

    double seconds_;
    std::uint64_t meetings_ = 0;
    std::uint64_t next_ = 1;
    std::uint64_t counted_ = 0;  ///< meetings up to the last comparison
    Time::time_point last_ = Time::now();
};

class Clocks final {
public:
    Clocks(const void* caller, double seconds)
        : wire_(caller),
          schedule_(seconds),
          // A rank that measures something else shares its clock with none.
          sync_(wire_, now, measuresTime() ? perf::clockIdentity() : std::string()) {
        if (sync_.clocks() > 1) {
            // Only if there is anything to compare: a communicator of one's own is a collective
            // call of all ranks.
            wire_.separate();
            if (sync_.isReference()) {
                const std::string key = perf::kClockFact + std::to_string(wire_.rank());
                gantry_fact(key.c_str(), perf::kReferenceClock);
            }
        }
    }

    [[nodiscard]] bool areSeveral() const { return sync_.clocks() > 1; }

    void meet() {
        if (!schedule_.isToAsk()) {
            return;
        }
        std::array<std::uint64_t, 2> plan{};
        if (sync_.isReference() && wire_.rank() == 0) {
            plan = {schedule_.isTime() ? std::uint64_t{1} : 0, schedule_.nextBy(schedule_.pace())};
        }
        std::string bytes(reinterpret_cast<const char*>(plan.data()), sizeof plan);
        wire_.broadcast(bytes);
        std::memcpy(plan.data(), bytes.data(), sizeof plan);
        schedule_.askAt(plan[1]);
        if (plan[0] != 0) {
            read();
            schedule_.compared();
        }
    }

    void read() {
        if (const std::optional<perf::ClockReading> reading = sync_.read()) {
            const std::string key = perf::clockFactKey(wire_.rank(), readings_++);
            gantry_fact(key.c_str(), perf::clockFact(*reading).c_str());
        }
    }

    void finish() {
        read();
        if (sync_.clocks() > 1) {
            wire_.close();
        }
    }

private:
    MpiWire wire_;
    Schedule schedule_;
    perf::ClockSync sync_;
    std::size_t readings_ = 0;
};

// Of this process; begun and ended by the thread that begins and ends MPI.
std::unique_ptr<Clocks>& clocks() noexcept {
    static std::unique_ptr<Clocks> own;
    return own;
}

// Seconds between comparisons; nothing where none are wanted. Throws std::runtime_error.
std::optional<double> wanted() {
    constexpr double kUsual = 10;
    constexpr std::string_view kCompare = "compare";
    const char* const given = ::secure_getenv("GANTRY_CLOCKS");
    const std::string_view text = given != nullptr ? given : "";
    if (text.empty() || text == kCompare) {
        return text.empty() ? std::nullopt : std::optional(kUsual);
    }
    double seconds = 0;
    const bool isTimed = text.starts_with(kCompare) && text[kCompare.size()] == ':';
    const std::string_view number = isTimed ? text.substr(kCompare.size() + 1) : "";
    const auto [end, error] =
        std::from_chars(number.data(), number.data() + number.size(), seconds);
    if (error != std::errc() || end != number.data() + number.size() || !(seconds > 0)) {
        throw std::runtime_error("GANTRY_CLOCKS is '" + std::string(text) +
                                 "'; set it to compare, or to compare:SECONDS");
    }
    return seconds;
}

template <class Work>
void tried(Work work) noexcept {
    try {
        work();
    } catch (const std::exception& error) {
        // The clocks stay as they are; order is repaired by the messages alone.
        clocks().reset();
        several.store(false);
        gantry_fact("problem", error.what());
    }
}

}  // namespace

void begin(const void* caller) noexcept {
    tried([caller] {
        const std::optional<double> seconds = wanted();
        if (!seconds) {
            return;
        }
        clocks() = std::make_unique<Clocks>(caller, *seconds);
        clocks()->read();
        several.store(clocks()->areSeveral());
    });
}

void meet() noexcept {
    tried([] {
        if (clocks() != nullptr) {
            clocks()->meet();
        }
    });
}

void end() noexcept {
    tried([] {
        several.store(false);
        if (const std::unique_ptr<Clocks> own = std::move(clocks())) {
            own->finish();
        }
    });
}

}  // namespace gantry::mpi::clocks
