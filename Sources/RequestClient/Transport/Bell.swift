internal import CCurl
internal import Glibc

/// Wakes a thread that waits for its descriptor with `epoll`. It may be rung from any thread.
struct Bell: ~Copyable, Sendable {
  let descriptor: Int32

  init() {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    if descriptor < 0 { fatalError("no descriptor for a bell: \(String(cString: strerror(errno)))") }
  }

  deinit { Glibc.close(descriptor) }

  borrowing func ring() { eventfd_write(descriptor, 1) }
}
