#include "RegionPairs.hpp"

#include <gantry.h>
#include <perf/modules/itt/IttTypes.hpp>

#include <chrono>
#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <stdexcept>
#include <string>

namespace gantry::bench {

namespace {

template <class Function>
Function found(const char* name) {
    void* const symbol = ::dlsym(RTLD_DEFAULT, name);
    if (symbol == nullptr) {
        throw std::runtime_error(std::string(name) + " is not there: its module was not loaded");
    }
    return reinterpret_cast<Function>(symbol);
}

// Through pointers as a library calls them, which the compiler does not see through.
template <class Begin, class End>
double pairNs(Begin begin, End end, int times) {
    const auto started = std::chrono::steady_clock::now();
    for (int i = 0; i < times; ++i) {
        begin();
        end();
    }
    const std::chrono::duration<double, std::nano> taken =
        std::chrono::steady_clock::now() - started;
    return taken.count() / times;
}

constexpr const char* kName = "KokkosBlas::axpy[assign, 2]";

struct Kokkos {
    using Push = void (*)(const char*);
    using Pop = void (*)();
    using Begin = void (*)(const char*, std::uint32_t, std::uint64_t*);
    using End = void (*)(std::uint64_t);

    static void noPush(const char* /*name*/) {}
    static void noPop() {}
    static void noBegin(const char* /*name*/, std::uint32_t /*device*/, std::uint64_t* /*id*/) {}
    static void noEnd(std::uint64_t /*id*/) {}

    static double region(bool measured, int times) {
        volatile Push push = measured ? found<Push>("kokkosp_push_profile_region") : noPush;
        volatile Pop pop = measured ? found<Pop>("kokkosp_pop_profile_region") : noPop;
        return pairNs([&] { push(kName); }, [&] { pop(); }, times);
    }
    static double kernel(bool measured, int times) {
        volatile Begin begin = measured ? found<Begin>("kokkosp_begin_parallel_for") : noBegin;
        volatile End end = measured ? found<End>("kokkosp_end_parallel_for") : noEnd;
        std::uint64_t id = 0;
        return pairNs([&] { begin(kName, 0, &id); }, [&] { end(id); }, times);
    }
    static double regionOff(bool measured, int times) {
        (void)gantry_enable_group("Kokkos", 0);
        const double ns = region(measured, times);
        (void)gantry_enable_group("Kokkos", 1);
        return ns;
    }
};

struct PerfStubs {
    using Call = void (*)(const void*);

    static void none(const void* /*timer*/) {}

    static double timer(bool measured, int times) {
        void* const handle = found<void* (*)(const char*)>("ps_tool_timer_create")(kName);
        volatile Call start = measured ? found<Call>("ps_tool_timer_start") : none;
        volatile Call stop = measured ? found<Call>("ps_tool_timer_stop") : none;
        return pairNs([&] { start(handle); }, [&] { stop(handle); }, times);
    }
};

// Plays the runtime: takes the callbacks that the module subscribes.
struct OpenMp {
    using Callback = void (*)();
    union Data {
        std::uint64_t value;
        void* pointer;
    };
    struct Tool {
        std::int32_t (*initialize)(Callback (*)(const char*), std::int32_t, Data*);
        void (*finalize)(Data*);
        Data data;
    };
    using Begin = void (*)(Data*, const void*, Data*, std::uint32_t, std::int32_t, const void*);
    using End = void (*)(Data*, Data*, std::int32_t, const void*);
    using Wait = void (*)(std::int32_t, std::int32_t, Data*, Data*, const void*);

    static constexpr std::int32_t kParallelBegin = 3;
    static constexpr std::int32_t kParallelEnd = 4;
    static constexpr std::int32_t kWait = 16;

    // What the module has subscribed to, by event.
    static Callback* callbacks() {
        static Callback all[64]{};
        return all;
    }

    static void noBegin(Data* /*t*/, const void* /*f*/, Data* /*p*/, std::uint32_t /*n*/,
                        std::int32_t /*flags*/, const void* /*code*/) {}
    static void noEnd(Data* /*p*/, Data* /*t*/, std::int32_t /*flags*/, const void* /*code*/) {}
    static void noWait(std::int32_t /*kind*/, std::int32_t /*endpoint*/, Data* /*p*/, Data* /*t*/,
                       const void* /*code*/) {}

    static std::int32_t set(std::int32_t event, Callback callback) {
        callbacks()[event] = callback;
        return 5;
    }
    static Callback lookup(const char* name) {
        return std::strcmp(name, "ompt_set_callback") == 0 ? reinterpret_cast<Callback>(&set)
                                                           : nullptr;
    }
    static void subscribe() {
        if (callbacks()[kParallelBegin] == nullptr) {
            Tool* const tool =
                found<Tool* (*)(std::uint32_t, const char*)>("ompt_start_tool")(201811, "bench");
            if (tool == nullptr) {
                throw std::runtime_error("the module openmp does not measure");
            }
            tool->initialize(lookup, 0, &tool->data);
        }
    }

    template <class Function>
    static Function subscribed(std::int32_t event) {
        const Callback callback = callbacks()[event];
        if (callback == nullptr) {
            throw std::runtime_error("the module openmp has not subscribed to event " +
                                     std::to_string(event));
        }
        return reinterpret_cast<Function>(callback);
    }

    static double region(bool measured, int times) {
        subscribe();
        volatile Begin begin = measured ? subscribed<Begin>(kParallelBegin) : noBegin;
        volatile End end = measured ? subscribed<End>(kParallelEnd) : noEnd;
        Data parallel{0};
        const void* const code = reinterpret_cast<const void*>(&subscribe);
        return pairNs([&] { begin(nullptr, nullptr, &parallel, 2, 0, code); },
                      [&] { end(&parallel, nullptr, 0, code); }, times);
    }
    static double barrier(bool measured, int times) {
        constexpr std::int32_t kExplicit = 3;
        subscribe();
        volatile Wait wait = measured ? subscribed<Wait>(kWait) : noWait;
        const void* const code = reinterpret_cast<const void*>(&subscribe);
        return pairNs([&] { wait(kExplicit, 1, nullptr, nullptr, code); },
                      [&] { wait(kExplicit, 2, nullptr, nullptr, code); }, times);
    }
};

// Plays the static part of a library.
struct Itt {
    using Function = itt::Function;
    using Id = itt::Id;
    using Make = void* (*)(const char*);
    using Begin = void (*)(const void*, Id, Id, void*);
    using End = void (*)(const void*);

    static void noBegin(const void* /*domain*/, Id /*task*/, Id /*parent*/, void* /*name*/) {}
    static void noEnd(const void* /*domain*/) {}

    static double task(bool measured, int times) {
        void* addresses[4]{};
        Function functions[]{{"__itt_task_begin", &addresses[0], nullptr, nullptr, 0},
                             {"__itt_task_end", &addresses[1], nullptr, nullptr, 0},
                             {"__itt_domain_create", &addresses[2], nullptr, nullptr, 0},
                             {"__itt_string_handle_create", &addresses[3], nullptr, nullptr, 0},
                             {nullptr, nullptr, nullptr, nullptr, 0}};
        itt::Global global{};
        std::memcpy(global.magic, itt::kMagic, sizeof itt::kMagic);
        global.major = itt::kMajor;
        global.functions = functions;
        found<void (*)(itt::Global*, std::int32_t)>("__itt_api_init")(&global, -1);
        void* const domain = reinterpret_cast<Make>(addresses[2])("bench");
        void* const name = reinterpret_cast<Make>(addresses[3])(kName);
        volatile Begin begin = measured ? reinterpret_cast<Begin>(addresses[0]) : noBegin;
        volatile End end = measured ? reinterpret_cast<End>(addresses[1]) : noEnd;
        return pairNs([&] { begin(domain, Id{}, Id{}, name); }, [&] { end(domain); }, times);
    }
};

struct Row {
    const char* name;
    double (*nsOf)(bool measured, int times);
    double goalNs;  // 0: none
};

constexpr Row kRows[]{{"Kokkos: a region", Kokkos::region, 60},
                      {"the same, group switched off", Kokkos::regionOff, 0},
                      {"Kokkos: a kernel", Kokkos::kernel, 60},
                      {"OpenMP: a parallel region", OpenMp::region, 60},
                      {"OpenMP: a barrier", OpenMp::barrier, 60},
                      {"PerfStubs: a timer", PerfStubs::timer, 60},
                      {"ITT: a task", Itt::task, 60}};

}  // namespace

void printRegionPairs(ModuleRows& table, int batches) {
    constexpr int kTimes = 2000;
    for (const Row& row : kRows) {
        ModuleRow found{row.name, {}, {}, {}, row.goalNs};
        for (int batch = 0; batch < batches; ++batch) {
            found.bareNs.push_back(row.nsOf(false, kTimes));
            found.measuredNs.push_back(row.nsOf(true, kTimes));
            found.extraNs.push_back(found.measuredNs.back() - found.bareNs.back());
        }
        table.print(found);
    }
}

}  // namespace gantry::bench
