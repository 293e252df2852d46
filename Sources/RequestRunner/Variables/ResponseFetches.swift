internal import Foundation
internal import RequestModel
internal import Synchronization

/// Sends requests whose responses the templates of others refer to: each once, however many need it.
final class ResponseFetches: Sendable {
  struct Key: Hashable {
    /// The absolute path of the request's file.
    let path: String
    let environment: String?
    /// How many requests wait, each for those that its scripts run. A fetch under way is not joined by those that it runs
    /// itself. Responses are kept without it.
    fileprivate(set) var depth = 0
  }

  private let shared = SharedFetches<Key, FetchedResponse>()
  /// Which request waits for the response of which others, each as often as it does.
  private let waits = Mutex<[Key: [Key]]>([:])

  /// The response of an earlier fetch.
  ///
  /// - Parameter maxAge: Seconds; `nil` takes any.
  func kept(_ key: Key, _ maxAge: Double?) -> FetchedResponse? { shared.kept(key, maxAge) }

  /// - Parameters:
  ///   - dependent: The request that needs the response.
  ///   - depth: How many requests wait, each for those that its scripts run.
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

  /// - Returns: The circle that waiting would close, which would never end.
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
