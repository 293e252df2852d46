internal import Synchronization

/// The unfinished requests of a session that were started or have handlers: what keeps them alive.
final class ActiveRequests: Sendable {
  private let requests = Mutex<[ObjectIdentifier: RequestCore]>([:])

  var all: [RequestCore] { requests.withLock { Array($0.values) } }
  var isEmpty: Bool { requests.withLock { $0.isEmpty } }

  func add(_ request: RequestCore) {
    requests.withLock { $0[ObjectIdentifier(request)] = request }
  }

  func remove(_ request: RequestCore) {
    _ = requests.withLock { $0.removeValue(forKey: ObjectIdentifier(request)) }
  }
}
