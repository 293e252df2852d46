internal import Foundation
internal import Synchronization

/// The latest responses of sent requests, for the templates of others. These requests need not be sent again.
final class SentResponses: Sendable {
  private struct Sent {
    let response: FetchedResponse
    let date: Date
  }

  private let sent = Mutex<[ResponseFetches.Key: Sent]>([:])

  /// The largest stored body in bytes. Larger ones are fetched when a template needs them.
  private static let largestBody = 1 << 20

  /// The response of a request, unless it is older than `maxAge` seconds.
  func response(_ key: ResponseFetches.Key, _ maxAge: Double?) -> FetchedResponse? {
    guard let sent = sent.withLock({ $0[key] }) else { return nil }
    let isFresh = maxAge.map { Date().timeIntervalSince(sent.date) < $0 } ?? true
    return isFresh ? sent.response : nil
  }

  /// Stores a response. An error or a larger body is not stored, and makes templates send the request again.
  func keep(_ response: FetchedResponse, of key: ResponseFetches.Key, from date: Date) {
    let isUsable = response.head.status < 400 && response.body.count <= Self.largestBody
    sent.withLock { $0[key] = isUsable ? Sent(response: response, date: date) : nil }
  }
}
