// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Files. The kernel may block for as long as the disk likes, so each call is a job.
#include "operations.hpp"

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace asyncir {
namespace {

constexpr const char *code = "R301";

struct OpenJob final : Job {
  OpenJob(asyncir_task *completes, const char *asked_at, std::string name, int how, std::int32_t *result)
      : Job(completes, asked_at), path(std::move(name)), flags(how), file(result) {}

  void run() override {
    const std::string what = "open '" + path + "'";
    if (path.find('\0') != std::string::npos) {
      asyncir_operation_complete(task, system_error(code, what.c_str(), EINVAL, location));
      return;
    }
    int opened;
    do
      opened = open(path.c_str(), flags | O_CLOEXEC, 0666);
    while (opened < 0 && errno == EINTR);
    *file = opened;
    asyncir_operation_complete(task, opened < 0 ? system_error(code, what.c_str(), errno, location) : nullptr);
  }

  const std::string path;
  const int flags;
  std::int32_t *file;
};

struct CloseJob final : Job {
  CloseJob(asyncir_task *completes, const char *asked_at, std::int32_t closed) : Job(completes, asked_at), file(closed) {}

  void run() override {
    // After EINTR the descriptor is gone all the same (Linux).
    const bool failed = close(file) != 0 && errno != EINTR;
    asyncir_operation_complete(task, failed ? system_error(code, "close the file", errno, location) : nullptr);
  }

  const std::int32_t file;
};

struct SizeJob final : Job {
  SizeJob(asyncir_task *completes, const char *asked_at, std::int32_t asked, std::int64_t *result)
      : Job(completes, asked_at), file(asked), size(result) {}

  void run() override {
    struct stat status;
    const bool failed = fstat(file, &status) != 0;
    *size = failed ? 0 : static_cast<std::int64_t>(status.st_size);
    asyncir_operation_complete(task, failed ? system_error(code, "look at the file", errno, location) : nullptr);
  }

  const std::int32_t file;
  std::int64_t *size;
};

struct Extent {
  std::int32_t file;
  std::int64_t offset;
  char *buffer;
  std::int64_t bytes;
};

struct MoveJob final : Job {
  MoveJob(asyncir_task *completes, const char *asked_at, const Extent &all, bool out, std::int64_t *result)
      : Job(completes, asked_at), extent(all), writes(out), count(result) {}

  void run() override {
    std::int64_t done = 0;
    int failure = 0;
    while (done < extent.bytes && failure == 0) {
      const auto left = static_cast<std::size_t>(extent.bytes - done);
      const ssize_t moved = writes ? pwrite(extent.file, extent.buffer + done, left, extent.offset + done)
                                   : pread(extent.file, extent.buffer + done, left, extent.offset + done);
      if (moved > 0)
        done += moved;
      else if (moved == 0)
        break; // the file's end
      else if (errno != EINTR)
        failure = errno;
    }
    *count = done;
    const char *what = writes ? "write to the file" : "read from the file";
    asyncir_operation_complete(task, failure != 0 ? system_error(code, what, failure, location) : nullptr);
  }

  const Extent extent;
  const bool writes;
  std::int64_t *count;
};

int flags_of(std::int32_t mode) {
  switch (mode) {
  case ASYNCIR_FILE_WRITE:
    return O_WRONLY | O_CREAT | O_TRUNC;
  case ASYNCIR_FILE_UPDATE:
    return O_RDWR | O_CREAT;
  default:
    return O_RDONLY;
  }
}

} // namespace
} // namespace asyncir

using namespace asyncir;

extern "C" {

void asyncir_operation_open(asyncir_task *task, const char *path, int64_t length, int32_t mode, int32_t *file,
                            const char *location) {
  std::string name(path, static_cast<std::size_t>(length));
  submit_job<OpenJob>(task, location, std::move(name), flags_of(mode), file);
}

void asyncir_operation_close(asyncir_task *task, int32_t file, const char *location) {
  submit_job<CloseJob>(task, location, file);
}

void asyncir_operation_size(asyncir_task *task, int32_t file, int64_t *size, const char *location) {
  submit_job<SizeJob>(task, location, file, size);
}

void asyncir_operation_read(asyncir_task *task, int32_t file, int64_t offset, void *buffer, int64_t bytes, int64_t *count,
                            const char *location) {
  const Extent extent{file, offset, static_cast<char *>(buffer), bytes};
  submit_job<MoveJob>(task, location, extent, false, count);
}

void asyncir_operation_write(asyncir_task *task, int32_t file, int64_t offset, const void *buffer, int64_t bytes,
                             int64_t *count, const char *location) {
  const Extent extent{file, offset, static_cast<char *>(const_cast<void *>(buffer)), bytes};
  submit_job<MoveJob>(task, location, extent, true, count);
}
}
