// Redirects the file descriptor, not the stream std::cout: what C code, libraries and child
// processes print is captured as well. A file in memory takes it, since a pipe would need a thread
// that reads it, or would stop a program that prints much.

#include <base/files/OutputCapture.hpp>

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <iostream>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace gantry::base {

namespace {

void flushOutput() {
    std::cout.flush();
    std::fflush(stdout);
}

}  // namespace

OutputCapture::OutputCapture(To to) : keep_(to == To::Memory) {
    if (to == To::Through) {
        return;
    }
    // What was printed before belongs to the former output.
    flushOutput();
    target_ = Descriptor(to == To::Memory ? memfd_create("gantry-output", MFD_CLOEXEC)
                                          : open("/dev/null", O_WRONLY | O_CLOEXEC));
    saved_ = Descriptor(dup(STDOUT_FILENO));
    if (!target_ || !saved_ || dup2(target_.number(), STDOUT_FILENO) < 0) {
        throw std::system_error(errno, std::generic_category(), "cannot redirect standard output");
    }
}

std::string OutputCapture::end() {
    if (!saved_) {
        return {};
    }
    // What is still buffered belongs to the captured output.
    flushOutput();
    dup2(saved_.number(), STDOUT_FILENO);
    saved_.close();
    std::string text;
    if (keep_) {
        struct stat status {};
        fstat(target_.number(), &status);
        text.resize(static_cast<std::size_t>(status.st_size));
        const ssize_t got = pread(target_.number(), text.data(), text.size(), 0);
        text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    }
    target_.close();
    return text;
}

}  // namespace gantry::base
