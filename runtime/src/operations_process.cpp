// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Processes: started, fed, listened to and waited for by one thread.
///
///   started     its pipes are open; the thread moves bytes whenever one of them is ready
///   quiet       it has closed its standard output; it may still run
///   ended       its status is known
#include "operations.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <mutex>
#include <spawn.h>
#include <string>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace asyncir {
namespace {

/// A descriptor that is closed at the end.
class Descriptor {
public:
  Descriptor() = default;
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  ~Descriptor() { reset(); }

  int get() const { return number_; }
  bool open() const { return number_ >= 0; }
  void reset(int number = -1) {
    if (number_ >= 0)
      close(number_);
    number_ = number;
  }

private:
  int number_ = -1;
};

struct Pipe {
  Descriptor read_end, write_end;

  /// 0 or an errno.
  int make() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
      return errno;
    read_end.reset(ends[0]);
    write_end.reset(ends[1]);
    return 0;
  }
};

/// Writing to a process that no longer reads raises SIGPIPE in the thread that writes; here it is an errno.
class NoSigpipe {
public:
  NoSigpipe() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  NoSigpipe(const NoSigpipe &) = delete;
  NoSigpipe &operator=(const NoSigpipe &) = delete;
  ~NoSigpipe() {
    const timespec at_once{0, 0};
    if (sigismember(&before_, SIGPIPE) == 0)
      while (sigtimedwait(&pipe_, nullptr, &at_once) > 0) {
      }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

private:
  sigset_t pipe_{}, before_{};
};

struct ProcessJob final : Job {
  ProcessJob(asyncir_task *completes, const char *asked_at, const asyncir_process &asked, std::int32_t *exit_status,
             std::int64_t *output_count)
      : Job(completes, asked_at), process(asked), status(exit_status), written(output_count) {}

  void run() override {
    asyncir_error *error = run_to_end();
    if (written != nullptr)
      *written = count;
    asyncir_operation_complete(task, error);
  }

  void cancel() override {
    const std::lock_guard lock(mutex);
    cancelled = true;
    if (wake.open())
      eventfd_write(wake.get(), 1); // its pipes may be in the hands of others, which live on
    if (running > 0)
      kill(running, SIGKILL);
  }

private:
  asyncir_error *run_to_end() {
    *status = 0;
    pid_t child = 0;
    int failure;
    {
      const std::lock_guard lock(mutex);
      if (cancelled)
        return cancelled_error(run_number, location);
      wake.reset(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
      failure = wake.open() ? start(child) : errno;
      running = failure == 0 ? child : 0;
    }
    from_child.write_end.reset();
    to_child.read_end.reset();
    if (failure != 0) {
      const std::string what = std::string("start '") + process.arguments[0] + "'";
      return system_error("R302", what.c_str(), failure, location);
    }
    exchange();
    return outcome(child);
  }

  /// 0 or an errno.
  int start(pid_t &child) {
    const bool feeds = process.input_file < 0 && process.input != nullptr;
    const bool listens = process.output_file < 0 && process.output != nullptr;
    if (feeds)
      if (const int failure = to_child.make(); failure != 0)
        return failure;
    if (listens)
      if (const int failure = from_child.make(); failure != 0)
        return failure;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    const int input = process.input_file >= 0 ? process.input_file : to_child.read_end.get();
    if (input >= 0)
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    else
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    const int output = process.output_file >= 0 ? process.output_file : from_child.write_end.get();
    if (output >= 0)
      posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE); // a Python process ignores it, which its children would inherit
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    const int failure = posix_spawnp(&child, process.arguments[0], &actions, &attributes,
                                     const_cast<char *const *>(process.arguments), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
  }

  /// Until the pipes are closed: both at once, as a process that waits for its reader reads nothing.
  void exchange() {
    const NoSigpipe guard;
    for (const Descriptor *end : {&to_child.write_end, &from_child.read_end})
      if (end->open())
        fcntl(end->get(), F_SETFL, O_NONBLOCK);
    while (to_child.write_end.open() || from_child.read_end.open()) {
      pollfd ends[3] = {{to_child.write_end.get(), POLLOUT, 0}, {from_child.read_end.get(), POLLIN, 0}, {wake.get(), POLLIN, 0}};
      if (poll(ends, 3, -1) < 0)
        continue; // EINTR
      if (ends[2].revents != 0)
        return;
      if (ends[0].revents != 0)
        feed();
      if (ends[1].revents != 0)
        listen();
    }
  }

  void feed() {
    const auto left = static_cast<std::size_t>(process.input_bytes - fed);
    const ssize_t moved = left == 0 ? 0 : write(to_child.write_end.get(), static_cast<const char *>(process.input) + fed, left);
    if (moved > 0)
      fed += moved;
    else if (moved < 0 && (errno == EAGAIN || errno == EINTR))
      return;
    if (moved < 0 || fed == process.input_bytes)
      to_child.write_end.reset(); // all is written, or it does not want the rest, which is its own affair
  }

  void listen() {
    char rest[4096];
    const bool full = count == process.output_bytes;
    const auto left = static_cast<std::size_t>(process.output_bytes - count);
    const ssize_t moved = full ? read(from_child.read_end.get(), rest, sizeof rest)
                               : read(from_child.read_end.get(), static_cast<char *>(process.output) + count, left);
    if (moved > 0)
      (full ? lost : count) += moved;
    else if (moved == 0 || (errno != EAGAIN && errno != EINTR))
      from_child.read_end.reset();
    if (lost >= most_lost) // it may never come to an end
      from_child.read_end.reset();
  }

  asyncir_error *outcome(pid_t child) {
    siginfo_t ends{};
    while (waitid(P_PID, static_cast<id_t>(child), &ends, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
    }
    {
      const std::lock_guard lock(mutex); // once its status is taken, the number may be another's
      running = 0;
    }
    int how = 0;
    pid_t ended;
    do
      ended = waitpid(child, &how, 0);
    while (ended < 0 && errno == EINTR);
    if (cancelled && !(ended == child && WIFEXITED(how)))
      return cancelled_error(run_number, location);
    const std::string name = std::string("'") + process.arguments[0] + "'";
    if (ended < 0) // somebody else has taken the status, or SIGCHLD is ignored
      return system_error("R302", ("learn how " + name + " ended").c_str(), errno, location);
    const bool cut = lost >= most_lost; // then what it did about that is no news
    if (WIFSIGNALED(how) && !(cut && WTERMSIG(how) == SIGPIPE)) {
      const std::string message =
          name + " was ended by signal " + std::to_string(WTERMSIG(how)) + " (" + strsignal(WTERMSIG(how)) + ")";
      return asyncir_error_create_host("R303", message.c_str(), location, 0);
    }
    *status = WIFEXITED(how) ? WEXITSTATUS(how) : 0;
    if (lost == 0)
      return nullptr;
    const std::string message = name + " wrote " + std::to_string(count + lost) + " bytes" + (cut ? " or more" : "") +
                                ", and there is room for " +
                                std::to_string(process.output_bytes);
    return asyncir_error_create_host("R304", message.c_str(), location, 0);
  }

  /// So much of what does not fit is read, to say how much there is; then the pipe is closed.
  static constexpr std::int64_t most_lost = std::int64_t{1} << 24;

  const asyncir_process process;
  std::int32_t *status;
  std::int64_t *written;
  Pipe to_child, from_child;
  std::mutex mutex; // of the next three
  bool cancelled = false;
  pid_t running = 0;
  Descriptor wake; // readable: it is cancelled
  std::int64_t fed = 0;
  std::int64_t count = 0;
  std::int64_t lost = 0;
};

} // namespace
} // namespace asyncir

using namespace asyncir;

extern "C" void asyncir_operation_process(asyncir_task *task, const asyncir_process *process, int32_t *status,
                                          int64_t *written, const char *location) {
  submit_job<ProcessJob>(task, location, *process, status, written);
}
