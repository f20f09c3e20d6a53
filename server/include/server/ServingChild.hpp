#pragma once

#include <base/files/Descriptor.hpp>

#include <string>
#include <sys/types.h>
#include <vector>

namespace gantry::server {

/// A program that shows this process to others, as a child of it: what goes wrong there touches no
/// part of this one. It ends with this process at the latest. What it prints goes to standard
/// error.
///
/// The standard input of the child is a socket to this process: the child sends a byte when others
/// can reach it, and another one when it has something to show; ServedParent is the other end.
///
///     ServingChild child({"/usr/bin/gantry", "serve", "4711"});  // it can be reached from now on
///     runProgram();
///     if (child.showsAfterEnd()) { std::cerr << "still shown\n"; }
///     child.wait();
class ServingChild final {
public:
    /// words: the path of the program and its arguments. Returns when the child can be reached, or
    /// has ended before. Throws std::system_error where it cannot be started.
    explicit ServingChild(std::vector<std::string> words);
    /// Ends the child.
    ~ServingChild();
    ServingChild(const ServingChild&) = delete;
    ServingChild& operator=(const ServingChild&) = delete;

    /// Reports to the child that this process has done its work. Returns whether the child still
    /// shows something of it. Waits for the child to decide.
    [[nodiscard]] bool showsAfterEnd();
    /// Waits until the user has ended the child, or it has ended by itself. Ctrl-C, which the child
    /// gets as well, does not end this process meanwhile.
    void wait();

private:
    bool isNotified();

    base::Descriptor child_;  ///< the socket that is its standard input
    pid_t process_ = 0;
};

/// The process that started this one as its ServingChild.
class ServedParent final {
public:
    /// socket: to the parent; by default standard input. It outlives the object.
    explicit ServedParent(int socket = 0) noexcept : socket_(socket) {}

    /// Ends this process with its parent. Throws std::runtime_error where that has ended already.
    static void endWithIt();

    /// To be called once when others can reach this process, and once when it has something to
    /// show.
    void notify() const noexcept;
    /// Whether the parent has done its work, or has ended. Does not wait.
    [[nodiscard]] bool hasEnded() const noexcept;

private:
    int socket_;
};

}  // namespace gantry::server
