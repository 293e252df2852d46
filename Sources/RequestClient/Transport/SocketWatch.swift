internal import CCurl
internal import Glibc

/// Waits for the sockets that libcurl names, and for a bell. A look costs the same for one socket and for a thousand.
struct SocketWatch: ~Copyable {
  private let epoll: Int32
  private let bell: Int32
  /// By the sockets' numbers.
  private var standings: [Standing] = []
  private var stirred = [epoll_event](repeating: epoll_event(), count: 64)

  private struct Standing {
    /// Whether libcurl waits for it.
    var isWanted = false
    /// Whether a program that is started inherits it, as it does those of libcurl's name lookup. The kernel forgets a
    /// socket when the last who has it closes it, so such a one is let go of while it is still known by its number.
    var isInherited = false
  }

  init(_ bell: borrowing Bell) {
    self.bell = bell.descriptor
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    if epoll < 0 { fatalError("no descriptor to wait for sockets with: \(String(cString: strerror(errno)))") }
    // By edges, so that nobody has to read what was rung.
    control(EPOLL_CTL_ADD, self.bell, EPOLLIN.rawValue | EPOLLET.rawValue)
  }

  deinit { Glibc.close(epoll) }

  /// Waits from now on for what libcurl wants of `socket` (`CURL_POLL_…`).
  ///
  /// A socket of which nothing is wanted stays watched until it stirs: mostly the next message goes over it soon.
  mutating func watch(_ socket: Int32, for wish: Int32) {
    let place = Int(socket)
    if standings.count <= place {
      standings.append(contentsOf: repeatElement(Standing(), count: place + 1 - standings.count))
    }
    standings[place].isWanted = wish != CURL_POLL_REMOVE
    if wish == CURL_POLL_REMOVE {
      if standings[place].isInherited { control(EPOLL_CTL_DEL, socket, 0) }
      return
    }
    let events = (wish & CURL_POLL_IN == 0 ? 0 : EPOLLIN.rawValue) | (wish & CURL_POLL_OUT == 0 ? 0 : EPOLLOUT.rawValue)
    // Only the kernel knows whether it is watched still: it forgets sockets that are closed.
    if control(EPOLL_CTL_MOD, socket, events) { return }
    standings[place].isInherited = fcntl(socket, F_GETFD) & FD_CLOEXEC == 0
    control(EPOLL_CTL_ADD, socket, events)
  }

  /// Sleeps until something stirs, at most so many milliseconds, or for ever where they are negative.
  ///
  /// - Returns: The sockets that can be read or written; how, `CURL_CSELECT_…` says.
  mutating func wait(atMost milliseconds: Int32) -> [(socket: Int32, readiness: Int32)] {
    let count = epoll_wait(epoll, &stirred, Int32(stirred.count), milliseconds)
    if count <= 0 { return [] }
    return stirred.prefix(Int(count)).compactMap { event in
      let socket = event.data.fd
      if socket == bell { return nil }
      if standings[Int(socket)].isWanted { return (socket, Self.readiness(event.events)) }
      control(EPOLL_CTL_DEL, socket, 0)
      return nil
    }
  }

  /// What has broken can be read and written: libcurl finds out then.
  private static func readiness(_ events: UInt32) -> Int32 {
    let broken = EPOLLERR.rawValue | EPOLLHUP.rawValue
    return (events & (EPOLLIN.rawValue | broken) == 0 ? 0 : CURL_CSELECT_IN)
      | (events & (EPOLLOUT.rawValue | broken) == 0 ? 0 : CURL_CSELECT_OUT)
  }

  @discardableResult
  private func control(_ operation: Int32, _ socket: Int32, _ events: UInt32) -> Bool {
    var event = epoll_event(events: events, data: epoll_data(fd: socket))
    return epoll_ctl(epoll, operation, socket, &event) == 0
  }
}
