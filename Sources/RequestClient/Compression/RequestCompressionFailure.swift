public import Foundation

/// Why the body of a request was not compressed.
public enum RequestCompressionFailure: Error, Hashable, Sendable {
  /// The request has this `Content-Encoding` already.
  case duplicateHeader(String)
  /// zlib got no memory.
  case outOfMemory
}

extension RequestCompressionFailure: CustomStringConvertible, LocalizedError {
  /// What failed, on what, why, and what to do.
  public var description: String {
    switch self {
    case .duplicateHeader(let encoding):
      "The body is encoded as \"\(encoding)\" already — remove the header or let the compressor replace or skip it"
    case .outOfMemory: "There is no memory to compress the body — send it as it is"
    }
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}
