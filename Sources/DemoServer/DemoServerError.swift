/// An error while starting the demo server.
package enum DemoServerError: Error, Equatable, Sendable {
  case portInUse(UInt16)
  case portNotAllowed(UInt16)
  case cannotListen(port: UInt16, reason: String)

  init(_ error: MockServerError, port: UInt16) {
    self =
      switch error {
      case .portInUse: .portInUse(port)
      case .portNotAllowed: .portNotAllowed(port)
      case .unknownHost(_, let reason): .cannotListen(port: port, reason: reason)
      case .cannotListen(_, _, let reason): .cannotListen(port: port, reason: reason)
      }
  }
}

extension DemoServerError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .portInUse(let port):
      "The demo server cannot listen on 127.0.0.1:\(port): the port is in use — choose another, or 0 for a free one"
    case .portNotAllowed(let port):
      "The demo server may not listen on 127.0.0.1:\(port) — choose a port from 1024 on, or 0 for a free one"
    case .cannotListen(let port, let reason):
      "The demo server cannot listen on 127.0.0.1:\(port): \(reason)"
    }
  }
}
