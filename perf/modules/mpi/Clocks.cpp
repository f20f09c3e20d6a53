#include "Clocks.hpp"

#include <gantry.h>
#include <perf/clock/ClockIdentity.hpp>
#include <perf/clock/ClockSync.hpp>

#include <mpi.h>

#include <array>
#include <cstdlib>
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

class Clocks final {
public:
    explicit Clocks(const void* caller)
        : wire_(caller),
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
    perf::ClockSync sync_;
    std::size_t readings_ = 0;
};

// Of this process; begun and ended by the thread that begins and ends MPI.
std::unique_ptr<Clocks>& clocks() noexcept {
    static std::unique_ptr<Clocks> own;
    return own;
}

bool isWanted() noexcept {
    const char* const wanted = ::secure_getenv("GANTRY_CLOCKS");
    return wanted != nullptr && std::string_view(wanted) == "compare";
}

template <class Work>
void tried(Work work) noexcept {
    try {
        work();
    } catch (const std::exception& error) {
        // The clocks stay as they are; order is repaired by the messages alone.
        clocks().reset();
        gantry_fact("problem", error.what());
    }
}

}  // namespace

void begin(const void* caller) noexcept {
    tried([caller] {
        if (!isWanted()) {
            return;
        }
        clocks() = std::make_unique<Clocks>(caller);
        clocks()->read();
    });
}

void end() noexcept {
    tried([] {
        if (const std::unique_ptr<Clocks> own = std::move(clocks())) {
            own->finish();
        }
    });
}

}  // namespace gantry::mpi::clocks
