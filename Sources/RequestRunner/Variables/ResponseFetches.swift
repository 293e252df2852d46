internal import Synchronization

/// Sends requests whose responses the templates of others refer to: each once, even if several requests need it.
final class ResponseFetches: Sendable {
  struct Key: Hashable {
    /// The absolute path of the request's file.
    let path: String
    let environment: String?
    /// The number of waiting requests, each waiting for those that its scripts run. It keeps a request that a running
    /// fetch itself caused from joining that fetch. Responses are stored without it.
    fileprivate(set) var depth = 0
  }

  private let shared = SharedFetches<Key, FetchedResponse>()
  /// For each request, the requests whose responses it waits for, with repetitions.
  private let waits = Mutex<[Key: [Key]]>([:])

  /// The response of an earlier fetch.
  ///
  /// - Parameter maxAge: The maximum age in seconds; `nil` accepts any.
  func kept(_ key: Key, _ maxAge: Double?) -> FetchedResponse? { shared.kept(key, maxAge) }

  /// - Parameters:
  ///   - dependent: The request that needs the response.
  ///   - depth: The number of waiting requests, each waiting for those that its scripts run.
  func response(
    to kept: Key, for dependent: Key, depth: Int, name: (Key) -> String,
    fetch: @escaping @Sendable () async throws -> FetchedResponse
  ) async throws -> FetchedResponse {
    var (key, dependent) = (kept, dependent)
    (key.depth, dependent.depth) = (depth, depth)
    if let circle = wait(of: dependent, for: key) {
      let path = circle.map(name).joined(separator: " → ")
      throw Failure(.unprepared, "Requests need each other's responses: \(path) — take one of these templates out")
    }
    defer { endWait(of: dependent, for: key) }
    return try await shared.fetch(key, keptAs: kept, fetch)
  }

  /// - Returns: The cycle that waiting would close, and that would never end.
  private func wait(of dependent: Key, for key: Key) -> [Key]? {
    waits.withLock { waits in
      if let path = Self.path(from: key, to: dependent, in: waits) { return path + [key] }
      waits[dependent, default: []].append(key)
      return nil
    }
  }

  private func endWait(of dependent: Key, for key: Key) {
    waits.withLock { waits in
      guard let index = waits[dependent]?.firstIndex(of: key) else { return }
      waits[dependent]?.remove(at: index)
      if waits[dependent]?.isEmpty == true { waits[dependent] = nil }
    }
  }

  private static func path(from start: Key, to end: Key, in waits: [Key: [Key]]) -> [Key]? {
    if start == end { return [start] }
    for next in waits[start] ?? [] {
      if let rest = path(from: next, to: end, in: waits) { return [start] + rest }
    }
    return nil
  }
}
