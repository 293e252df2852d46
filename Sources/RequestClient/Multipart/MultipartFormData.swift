internal import Foundation

/// A form whose parts are streamed from where they are, in the form that browsers send (RFC 7578; WHATWG HTML,
/// section 4.10.21.8).
///
/// A value: it can be sent any number of times with equal bytes, as far as its files stay as they are and its streams
/// are replayable. The first thing that is wrong with it is kept, parts that are wrong are left out, and encoding or
/// sending it throws that error.
public struct MultipartFormData: Hashable, Sendable {
  /// What stands between the parts: one to 70 characters (RFC 2046, section 5.1.1).
  public let boundary: String

  var parts: [MultipartPart] = []
  var firstFailure: MultipartEncodingFailure?

  /// A form without parts.
  ///
  /// - Parameter boundary: Must occur in no part. By default 32 random letters and digits after four hyphens; one
  ///   that RFC 2046 does not allow is the form's error, `invalidBoundary`.
  public init(boundary: String? = nil) {
    if let boundary, MultipartBoundary.isValid(boundary) {
      self.boundary = boundary
    } else {
      self.boundary = MultipartBoundary.random()
      firstFailure = boundary.map { .invalidBoundary($0) }
    }
  }

  /// `multipart/form-data` with the boundary, in quotes where it needs them.
  public var contentType: String { "multipart/form-data; boundary=\(MultipartBoundary.parameter(boundary))" }

  /// How many bytes the form has, boundaries and headers included.
  ///
  /// Nothing is read, and files are asked for their size. `nil` for a form that has an error, a stream without a length
  /// or a file that cannot be sent.
  public var contentLength: Int? {
    guard firstFailure == nil else { return nil }
    var total = end.count
    for (index, part) in parts.enumerated() {
      guard let length = part.body.knownLength else { return nil }
      total += head(ofPart: index).count + length
    }
    return total
  }

  var isReplayable: Bool { parts.allSatisfy(\.body.isReplayable) }
}

/// One part of a form.
struct MultipartPart: Hashable {
  /// What errors call it.
  var name: String
  var headers: HTTPHeaders
  var body: HTTPBody
}
