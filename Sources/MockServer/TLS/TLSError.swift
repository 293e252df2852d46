internal import CTls

/// The reason why a certificate cannot be created or used, as a sentence.
package struct TLSError: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }

  /// - Parameter action: Completes "Cannot …".
  static func cannot(_ action: String) -> TLSError { TLSError("Cannot \(action): \(lastReason())") }

  /// OpenSSL's reason for the last failure on this thread.
  static func lastReason() -> String {
    var last: UInt = 0
    while case let code = ERR_get_error(), code != 0 { last = code }
    guard last != 0, let text = ERR_reason_error_string(last) else { return "OpenSSL gives no reason" }
    return String(cString: text)
  }
}
