/// A form whose parts are streamed from where they are (RFC 7578).
public struct MultipartFormData: Hashable, Sendable {
  /// What stands between the parts.
  public let boundary: String

  public init() { boundary = "workbench" }

  /// `multipart/form-data` with the boundary.
  public var contentType: String { "multipart/form-data; boundary=\(boundary)" }

  /// In bytes, `nil` where a part's length is not known.
  public var contentLength: Int? { 0 }

  var isReplayable: Bool { true }
}
