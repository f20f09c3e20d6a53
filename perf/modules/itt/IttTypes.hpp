#pragma once

#include <cstdint>
#include <pthread.h>

/// What the module needs of the binary interface between the static part of ITT, which programs and
/// libraries contain, and a collector: version 3, which all since 2010 have.
namespace gantry::itt {

/// One function of the interface: where the static part has its address, and what that is where no
/// collector measures it.
struct Function {
    const char* name;
    void** address;
    void* first;
    void* none;
    std::int32_t group;
};

/// The state of one static part, up to what is needed here.
struct Global {
    unsigned char magic[8];
    unsigned long major, minor, build;
    long initialized, mutexInitialized, counter;
    pthread_mutex_t mutex;
    void* library;
    void* errorHandler;
    const char** path;
    Function* functions;  ///< ends with one without a name
};

inline constexpr unsigned char kMagic[8] = {0xed, 0xab, 0xab, 0xec, 0x0d, 0xee, 0xda, 0x30};
inline constexpr unsigned long kMajor = 3;

/// Made by the collector, or by the static part, and never freed. Programs read the first member of
/// a domain, and hand both back.
struct Domain {
    std::int32_t isEnabled;
    const char* name;
    void* wideName;
    std::int32_t extra;
    void* furtherExtra;
    Domain* next;
};
struct StringHandle {
    const char* text;
    void* wideText;
    std::int32_t extra;
    void* furtherExtra;
    StringHandle* next;
};

/// Passed by value.
struct Id {
    std::uint64_t words[3];
};

}  // namespace gantry::itt
