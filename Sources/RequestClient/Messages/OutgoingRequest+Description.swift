extension OutgoingRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Method, URL, headers and the body's size. Values of sensitive headers are hidden.
  public var description: String {
    let headers = headers.map { "\($0.name): \(isSensitive($0.name) ? "(hidden)" : $0.value)" }
    let size = body.map { body in body.knownLength.map { ", \($0) bytes" } ?? ", a body of unknown length" } ?? ""
    return "\(method.rawValue) \(url) [\(headers.joined(separator: ", "))]\(size)"
  }

  /// The same as `description`.
  public var debugDescription: String { description }
  /// Empty, so that `dump` does not print secrets.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
