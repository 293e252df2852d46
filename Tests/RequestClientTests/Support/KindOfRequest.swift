@testable import RequestClient
import Synchronization
import TestSupport

/// The three kinds of requests, for tests of their common behavior.
enum KindOfRequest: CaseIterable, Sendable {
  case data, download, stream

  /// A request without automatic start.
  func request(in session: Session, _ url: String = "http://stub/", interceptor: (any RequestInterceptor)? = nil)
    -> any Request
  {
    switch self {
    case .data: session.request(url, interceptor: interceptor, shouldAutomaticallyResume: false)
    case .download: session.download(url, interceptor: interceptor, shouldAutomaticallyResume: false)
    case .stream: session.streamRequest(url, interceptor: interceptor, shouldAutomaticallyResume: false)
    }
  }
}

extension RequestCore {
  /// Whether a hop is running and its transfer known.
  var hasTransfer: Bool {
    state.withLock { if case .transferring(_, .some) = $0.activity { true } else { false } }
  }

  /// Whether the next hop waits for `resume()`.
  var isHeld: Bool {
    state.withLock { if case .held = $0.activity { true } else { false } }
  }

  /// Starts the request and returns when its last handler was handed over.
  func end() async {
    let isOver = Gate()
    whenFinished { _ in isOver.open() }
    resume()
    await isOver.wait()
  }
}
