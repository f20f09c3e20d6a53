#pragma once

namespace gantry::programs {

/// Whether the dynamic linker will load Gantry into the program, if its environment says so: its
/// file needs that linker, is for this kind of processor, and does not give other rights
/// (set-user-ID). True where the file cannot be read, and for scripts. program: its file; without a
/// slash it is sought in PATH if isSought. May be null. By system calls alone, some 3 us; errno may
/// change.
bool isLoadable(const char* program, bool isSought) noexcept;

}  // namespace gantry::programs
