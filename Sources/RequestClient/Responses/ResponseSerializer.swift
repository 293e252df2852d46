public import Foundation

/// Turns what came of a request into a value, knowing nothing of how it came.
///
/// It runs once for each handler it is given to, off the caller's thread, after those added before it.
public protocol ResponseSerializer<SerializedObject>: Sendable {
  associatedtype SerializedObject: Sendable

  /// - Parameter error: What went wrong before; a serializer that has no use for a failed answer throws it.
  /// - Throws: Any error; one that is no `RequestError` is wrapped.
  func serialize(
    request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?
  ) throws -> SerializedObject
}

/// Which answers may have no body.
public struct EmptyBodyRule: Sendable {
  let allows: @Sendable (HTTPRequest.Method?, HTTPResponse?) -> Bool

  /// Answers to HEAD, and those with a status that has no body.
  public static let whereHTTPSaysSo = EmptyBodyRule { method, response in
    method == .head || [204, 205, 304].contains(response?.status.code ?? 0)
  }

  /// Every answer of success, and what HTTP allows besides.
  public static let success = EmptyBodyRule { method, response in
    (200..<300).contains(response?.status.code ?? 0) || whereHTTPSaysSo.allows(method, response)
  }
}
