public import Foundation
internal import Glibc

/// A multipart form, encoded as browsers do (RFC 7578; WHATWG HTML, section 4.10.21.8). Its parts are streamed.
///
/// Invalid parts are omitted, and sending or encoding the form fails with the first error.
public struct MultipartFormData: Hashable, Sendable {
  /// The delimiter of the parts: 1 to 70 characters (RFC 2046, section 5.1.1).
  public let boundary: String

  var parts: [MultipartPart] = []
  var firstFailure: MultipartEncodingFailure?

  /// Creates an empty form.
  ///
  /// - Parameter boundary: Must not occur in any part. Random by default; an invalid one is the form's error,
  ///   `invalidBoundary`.
  public init(boundary: String? = nil) {
    if let boundary, MultipartBoundary.isValid(boundary) {
      self.boundary = boundary
    } else {
      self.boundary = MultipartBoundary.random()
      firstFailure = boundary.map { .invalidBoundary($0) }
    }
  }

  /// `multipart/form-data` with the boundary, quoted if necessary.
  public var contentType: String { "multipart/form-data; boundary=\(MultipartBoundary.parameter(boundary))" }

  /// The encoded length in bytes. `nil` if the form has an error, a stream without a length or an unreadable file.
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

struct MultipartPart: Hashable {
  /// The name used in errors.
  var name: String
  var headers: HTTPHeaders
  var body: HTTPBody
}

extension MultipartFormData {
  /// Adds a text field in UTF-8.
  public mutating func append(_ text: String, withName name: String) { append(Data(text.utf8), withName: name) }

  /// Adds bytes.
  ///
  /// - Parameters:
  ///   - name: The field's name. Quotes and line breaks are percent-escaped; other characters are sent as UTF-8.
  ///   - fileName: Marks the part as a file.
  ///   - mimeType: By default none, or that of `fileName`'s extension; empty for none.
  public mutating func append(
    _ data: Data, withName name: String, fileName: String? = nil, mimeType: String? = nil
  ) {
    append(.data(data), withName: name, fileName: fileName, mimeType: mimeType)
  }

  /// Adds a file under its own name, with the type of its extension.
  ///
  /// The file is checked now and opened when the form is sent. Errors: as for
  /// `append(_:withName:fileName:mimeType:)`, and `bodyPartFilenameInvalid` if the file's name has no extension.
  public mutating func append(_ file: URL, withName name: String) {
    let fileName = file.lastPathComponent
    guard !fileName.isEmpty, !file.pathExtension.isEmpty else { return fail(.bodyPartFilenameInvalid(file.path)) }
    append(file, withName: name, fileName: fileName, mimeType: nil)
  }

  /// Adds a file under another name.
  ///
  /// Errors: `bodyPartURLInvalid`, `bodyPartFileNotReachable`, `bodyPartFileIsDirectory`,
  /// `bodyPartFileSizeNotAvailable`.
  ///
  /// - Parameter mimeType: `nil` for that of `fileName`'s extension.
  public mutating func append(_ file: URL, withName name: String, fileName: String, mimeType: String?) {
    append(.file(file), withName: name, fileName: fileName, mimeType: mimeType)
  }

  /// Adds a stream. A form with a one-shot stream can be sent once.
  ///
  /// - Parameters:
  ///   - length: In bytes; `nil` for the stream's own. Without a length the form is sent chunked.
  ///   - fileName: Marks the part as a file.
  ///   - mimeType: By default none, or that of `fileName`'s extension.
  public mutating func append(
    _ stream: BodyStream, withLength length: Int?, withName name: String, fileName: String? = nil,
    mimeType: String? = nil
  ) {
    append(.stream(stream.withLength(length ?? stream.length)), withName: name, fileName: fileName, mimeType: mimeType)
  }

  /// Adds a body with custom headers, which are sent unchanged.
  ///
  /// The first should be `Content-Disposition: form-data; name="…"` (RFC 7578, section 4.2). Errors: those of a file,
  /// and `bodyPartHeaderInvalid`.
  public mutating func append(_ body: HTTPBody, headers: HTTPHeaders) {
    append(MultipartPart(name: "\(parts.count + 1)", headers: headers, body: body))
  }

  private mutating func append(_ body: HTTPBody, withName name: String, fileName: String?, mimeType: String?) {
    var disposition = "form-data; name=\"\(Self.escape(Self.normalizingLineBreaks(name)))\""
    if let fileName { disposition += "; filename=\"\(Self.escape(fileName))\"" }
    var headers: HTTPHeaders = [HTTPHeader("Content-Disposition", disposition)]
    let type = mimeType ?? fileName.map(MIMEType.forFile)
    if let type, !type.isEmpty { headers.append(.contentType(type)) }
    append(MultipartPart(name: name, headers: headers, body: body))
  }

  private mutating func append(_ part: MultipartPart) {
    if let failure = part.failure { return fail(failure) }
    parts.append(part)
  }

  private mutating func fail(_ failure: MultipartEncodingFailure) { firstFailure = firstFailure ?? failure }

  /// Converts line breaks of field names to CRLF (WHATWG HTML, section 4.10.21.8).
  private static func normalizingLineBreaks(_ text: String) -> String {
    text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing("\n", with: "\r\n")
  }

  private static func escape(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": escaped.append(contentsOf: "%22".unicodeScalars)
      case "\r": escaped.append(contentsOf: "%0D".unicodeScalars)
      case "\n": escaped.append(contentsOf: "%0A".unicodeScalars)
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// Encodes the form in memory. Consumes its one-shot streams.
  ///
  /// - Throws: `multipartEncodingFailed` with the form's first error, `partFailed`.
  public func encode() async throws(BodyFailure) -> Data {
    var data = Data(capacity: contentLength ?? 0)
    try await forEachChunk { chunk throws(BodyFailure) in data.append(contentsOf: chunk) }
    return data
  }

  /// Writes the form to a new file in constant memory. An incomplete file is removed.
  ///
  /// - Throws: Same as `encode()`, and `multipartEncodingFailed` with `outputFileURLInvalid`,
  ///   `outputFileAlreadyExists`, `outputFileCreationFailed` or `outputFileWriteFailed`.
  public func write(to file: URL) async throws(BodyFailure) {
    if let firstFailure { throw .multipartEncodingFailed(firstFailure) }
    let output = try NewFile(file)
    try await forEachChunk { chunk throws(BodyFailure) in try output.write(chunk) }
    output.keep()
  }

  /// Yields the form's bytes in chunks, in order.
  private func forEachChunk(_ body: (UnsafeRawBufferPointer) throws(BodyFailure) -> Void) async throws(BodyFailure) {
    let (ready, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    var calls = ready.makeAsyncIterator()
    let reader = try MultipartReader(self) { signal.yield() }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      switch try reader.read(into: buffer) {
      case .bytes(let count): try body(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
      case .wait: guard await calls.next() != nil else { throw .producerFailed(CancellationError()) }
      case .end: return
      }
    }
  }
}

/// The syntax of RFC 2046, section 5.1.1.
enum MultipartBoundary {
  static func random() -> String {
    let characters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    return "----" + String((0..<32).compactMap { _ in characters.randomElement() })
  }

  static func isValid(_ text: String) -> Bool {
    (1...70).contains(text.utf8.count) && !text.hasSuffix(" ")
      && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "'()+_,-./:=? ".utf8.contains($0) }
  }

  /// Returns the boundary as a parameter value, quoted if necessary (RFC 2045, section 5.1).
  static func parameter(_ boundary: String) -> String {
    boundary.utf8.allSatisfy { $0.isASCIIAlphanumeric || "'+_-.".utf8.contains($0) } ? boundary : "\"\(boundary)\""
  }
}

/// The reason a form is invalid.
public enum MultipartEncodingFailure: Error, Hashable, Sendable {
  /// The boundary violates RFC 2046, section 5.1.1.
  case invalidBoundary(String)

  // Adding parts

  /// The URL of a part does not have the scheme `file`.
  case bodyPartURLInvalid(String)
  /// The file has no name or no extension: pass the file name and the type explicitly.
  case bodyPartFilenameInvalid(String)
  /// The file of a part is missing or hidden; the reason is the system's error text.
  case bodyPartFileNotReachable(path: String, reason: String)
  /// The file of a part is a folder.
  case bodyPartFileIsDirectory(String)
  /// The file of a part is a pipe, a socket or a device, whose size is unknown.
  case bodyPartFileSizeNotAvailable(String)
  /// A header of a part cannot be sent, including those made from its name and type.
  case bodyPartHeaderInvalid(HTTPHeader, HTTPHeader.Problem)

  // Writing the form to a file

  /// The URL does not have the scheme `file`.
  case outputFileURLInvalid(String)
  /// The file exists and was not changed.
  case outputFileAlreadyExists(String)
  /// The file could not be created; the reason is the system's error text.
  case outputFileCreationFailed(path: String, reason: String)
  /// The file could not be written completely and was removed; the reason is the system's error text.
  case outputFileWriteFailed(path: String, reason: String)
}

extension MultipartEncodingFailure: DescribedError {
  /// A message saying what failed and what to do about it.
  public var description: String {
    switch self {
    case .invalidBoundary(let boundary):
      "\"\(boundary)\" cannot be a boundary — use 1 to 70 letters, digits and any of '()+_,-./:=?"
    case .bodyPartURLInvalid(let url): "\"\(url)\" is not a file — give a URL that begins with file:"
    case .bodyPartFilenameInvalid(let path):
      "\"\(path)\" has no extension to determine its type — give the file name and the type"
    case .bodyPartFileNotReachable(let path, let reason): "Cannot find \"\(path)\" for the form: \(reason)"
    case .bodyPartFileIsDirectory(let path): "\"\(path)\" is a folder — add its files one by one"
    case .bodyPartFileSizeNotAvailable(let path):
      "\"\(path)\" is not a regular file — send the contents of a pipe or device as a stream"
    case .bodyPartHeaderInvalid(let header, .nameCharacter):
      "\"\(header.name)\" cannot be a header name of a part — use letters, digits and hyphens"
    case .bodyPartHeaderInvalid(_, .emptyName): "A header of a part has no name — name it or remove it"
    case .bodyPartHeaderInvalid(let header, _):
      "The value of the part's header \"\(header.name)\" has a control character — remove it"
    case .outputFileURLInvalid(let url): "Cannot write the form to \"\(url)\" — give a URL that begins with file:"
    case .outputFileAlreadyExists(let path): "\"\(path)\" exists already — remove it or write to another file"
    case .outputFileCreationFailed(let path, let reason): "Cannot make \"\(path)\" for the form: \(reason)"
    case .outputFileWriteFailed(let path, let reason): "Cannot write the form to \"\(path)\": \(reason)"
    }
  }
}

/// A newly created file; closed on deallocation, and removed unless kept.
final class NewFile {
  private let path: String
  private let descriptor: CInt
  private var isKept = false

  init(_ url: URL) throws(BodyFailure) {
    guard url.isFileURL else { throw .multipartEncodingFailed(.outputFileURLInvalid(url.absoluteString)) }
    path = url.path(percentEncoded: false)
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if descriptor >= 0 { return }
    isKept = true  // There is nothing to remove.
    if errno == EEXIST { throw .multipartEncodingFailed(.outputFileAlreadyExists(path)) }
    throw .multipartEncodingFailed(.outputFileCreationFailed(path: path, reason: String(cString: strerror(errno))))
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if !isKept { unlink(path) }
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(BodyFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let chunk = UnsafeRawBufferPointer(rebasing: rest)
      let count = Glibc.write(descriptor, chunk.baseAddress, chunk.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        let reason = String(cString: strerror(errno))
        throw .multipartEncodingFailed(.outputFileWriteFailed(path: path, reason: reason))
      }
    }
  }

  func keep() { isKept = true }
}
