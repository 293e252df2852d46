internal import Foundation
internal import Glibc
internal import RequestBasics
internal import Synchronization

/// The file of a download: a temporary file first, then its destination.
final class DownloadFile: BodySink {
  private struct State {
    /// The current location of the file.
    var url: URL
    var descriptor: Int32 = -1
    /// The earlier download to resume, while that is possible.
    var resumption: ResumeRecord?
    /// Offset of the last requested range.
    var requestedOffset = 0
    var hasBegun = false
    var isMoved = false
    var resumeData: Data?
    var keepsPart = false
  }

  private let destination: DownloadRequest.Destination?
  private let state: Mutex<State>

  init(destination: DownloadRequest.Destination?, resuming resumption: ResumeRecord? = nil) {
    self.destination = destination
    let url = resumption.map { URL(filePath: $0.file) } ?? Self.freshPart()
    state = Mutex(State(url: url, resumption: resumption))
  }

  private static func freshPart() -> URL {
    FileManager.default.temporaryDirectory.appending(path: "RequestClient-\(UUID().uuidString).download")
  }

  deinit {
    let descriptor = state.withLock { $0.descriptor }
    if descriptor >= 0 { Glibc.close(descriptor) }
  }

  var isFull: Bool { false }
  /// The file with the body; `nil` if no byte was received.
  var url: URL? { state.withLock { $0.hasBegun ? $0.url : nil } }
  var resumeData: Data? { state.withLock { $0.resumeData } }

  /// Keeps the partial file for resuming.
  func keepPart() { state.withLock { $0.keepsPart = true } }

  /// Headers that request the rest if the resource has not changed; empty for a full download.
  func rangeHeaders() -> HTTPHeaders {
    state.withLock { state in
      guard let record = state.resumption, let validator = record.validator else { return [] }
      let size = (try? FileManager.default.attributesOfItem(atPath: record.file)[.size] as? Int) ?? 0  // Gone: from 0.
      state.requestedOffset = min(size, record.offset)
      if state.requestedOffset == 0 { return [] }
      return [
        HTTPHeader("Range", "bytes=\(state.requestedOffset)-"), HTTPHeader("If-Range", validator),
        HTTPHeader("Accept-Encoding", "identity"),
      ]
    }
  }

  /// Whether the response to a range request is unusable, so that the full body must be requested.
  func mustRestart(after head: ResponseHead) -> Bool {
    state.withLock { state in
      guard state.requestedOffset > 0 else { return false }
      let status = head.status
      let isUnusable = status == 416 || status == 206 && head.rangeStart != state.requestedOffset
      if isUnusable {
        state.resumption = nil
        state.requestedOffset = 0
      }
      return isUnusable
    }
  }

  func begin(_ head: ResponseHead, of request: RequestCore) throws(RequestError) {
    let failure: RequestError? = state.withLock { state in
      let goesOn = head.status == 206 && state.requestedOffset > 0
      let offset = goesOn ? state.requestedOffset : 0
      if state.descriptor >= 0 { Glibc.close(state.descriptor) }
      if state.isMoved {
        // Remove the rejected file of an earlier attempt.
        unlink(state.url.path)
        state.url = Self.freshPart()
        state.isMoved = false
      }
      state.descriptor = open(state.url.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      guard state.descriptor >= 0, ftruncate(state.descriptor, offset) == 0,
        lseek(state.descriptor, offset, SEEK_SET) == offset
      else { return Self.failure(state.url) }
      state.hasBegun = true
      // The partial file no longer matches the record.
      if offset == 0 { state.resumption = nil }
      return nil
    }
    if let failure { throw failure }
    let offset = state.withLock { head.status == 206 ? $0.requestedOffset : 0 }
    if offset > 0 { request.countResumed(offset) }
  }

  func take(_ chunk: UnsafeRawBufferPointer, of request: RequestCore) throws(RequestError) {
    let (descriptor, url) = state.withLock { ($0.descriptor, $0.url) }
    var rest = chunk
    while !rest.isEmpty {
      let count = write(descriptor, rest.baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { throw Self.failure(url) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  private static func failure(_ url: URL) -> RequestError {
    .downloadNotWritten(url, reason: String(cString: strerror(errno)))
  }
}

// The end.
extension DownloadFile {
  /// - Returns: Where the file is now.
  func moveToDestination(_ response: HTTPResponse) throws(RequestError) -> URL {
    let source = state.withLock { state in
      closeDescriptor(&state)
      return state.url
    }
    guard let destination else { return source }
    let (target, options) = destination(source, response)
    do {
      try Self.move(source, to: target, options)
    } catch {
      throw .downloadedFileMoveFailed(error: error, source: source, destination: target)
    }
    state.withLock { state in
      state.url = target
      state.isMoved = true
    }
    return target
  }

  private static func move(_ source: URL, to target: URL, _ options: DownloadRequest.Options) throws {
    let folder = target.deletingLastPathComponent()
    if options.contains(.createIntermediateDirectories) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    guard options.contains(.removePreviousFile) else {
      return try FileManager.default.moveItem(at: source, to: target)
    }
    if rename(source.path, target.path) == 0 { return }
    guard errno == EXDEV else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    // On another file system, copy next to the target first, so that the target is replaced atomically.
    let copy = folder.appending(path: ".\(target.lastPathComponent).\(UUID().uuidString)")
    try FileManager.default.moveItem(at: source, to: copy)
    if rename(copy.path, target.path) != 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  /// Ends the download: keeps what was received if it can be used, otherwise removes it.
  ///
  /// - Parameter first: The message before all redirects of the attempt.
  func conclude(
    _ head: ResponseHead?, _ message: OutgoingRequest?, after first: OutgoingRequest?, _ error: RequestError?
  ) {
    state.withLock { state in
      closeDescriptor(&state)
      guard let error, state.hasBegun || state.resumption != nil, !state.isMoved else { return }
      if error.isExplicitlyCancelled ? state.keepsPart : error.isResumable {
        state.resumeData = record(head, message, first, state)?.data
      }
      // Keep complete bodies that failed validation or could not be moved.
      if state.resumeData == nil, !error.isAboutResponse, state.hasBegun {
        unlink(state.url.path)
        state.hasBegun = false
      }
    }
  }

  private func record(
    _ head: ResponseHead?, _ message: OutgoingRequest?, _ first: OutgoingRequest?, _ state: State
  ) -> ResumeRecord? {
    // Nothing was received: the earlier partial file can still be resumed.
    guard let head, state.hasBegun else { return state.resumption }
    let size = try? FileManager.default.attributesOfItem(atPath: state.url.path)[.size] as? Int  // Gone: no record.
    guard let message, let size, size > 0 else { return nil }
    return ResumeRecord(head, message, after: first, offset: size, file: state.url)
  }

  private func closeDescriptor(_ state: inout State) {
    if state.descriptor >= 0 { Glibc.close(state.descriptor) }
    state.descriptor = -1
  }
}

extension RequestError {
  /// Whether the download can be resumed after this error.
  fileprivate var isResumable: Bool {
    switch self {
    case .connectionLost, .timedOut: true
    default: false
    }
  }

  /// Whether the whole body was received but rejected.
  fileprivate var isAboutResponse: Bool {
    switch self {
    case .responseValidationFailed, .downloadedFileMoveFailed, .requestRetryFailed: true
    default: false
    }
  }
}

extension ResponseHead {
  /// The first byte of a partial response (RFC 9110, section 14.4).
  fileprivate var rangeStart: Int? {
    guard let range = headers.first("Content-Range"), range.lowercased().hasPrefix("bytes ") else { return nil }
    return Int(range.dropFirst(6).prefix { $0 != "-" })
  }
}

/// The file name suggested by a response, made safe.
enum SuggestedFileName {
  static func of(_ response: HTTPResponse) -> String? {
    response.headerFields[.contentDisposition].flatMap(name(in:)).flatMap(harmless)
  }

  /// `filename*` (RFC 8187) takes precedence over `filename` (RFC 6266, section 4.3).
  private static func name(in disposition: String) -> String? {
    var plain: String?
    for part in parameters(of: disposition) {
      guard let mark = part.unicodeScalars.firstIndex(of: "=") else { continue }
      let name = part[..<mark].trimmingCharacters(in: .whitespaces).lowercased()
      let value = part[part.unicodeScalars.index(after: mark)...].trimmingCharacters(in: .whitespaces)
      if name == "filename*" {
        let chunks = value.unicodeScalars.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        if chunks.count == 3, let decoded = String(chunks[2]).removingPercentEncoding { return decoded }
      }
      if name == "filename" { plain = unquoted(value) }
    }
    return plain
  }

  private static func parameters(of text: String) -> [String] {
    var parts: [String] = [""]
    var isQuoted = false
    var isEscaped = false
    for character in text.unicodeScalars {
      if isEscaped {
        isEscaped = false
      } else if character == "\\", isQuoted {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if character == ";", !isQuoted {
        parts.append("")
        continue
      }
      parts[parts.count - 1].unicodeScalars.append(character)
    }
    return parts
  }

  private static func unquoted(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count >= 2, scalars.first == "\"", scalars.last == "\"" else { return text }
    var result = ""
    var isEscaped = false
    for character in scalars.dropFirst().dropLast() {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        result.unicodeScalars.append(character)
        isEscaped = false
      }
    }
    return result
  }

  /// One path component of at most 255 bytes, without leading dots or control characters.
  static func harmless(_ name: String) -> String? {
    let last = name.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last.map { String($0) } ?? ""
    var clean = String(String.UnicodeScalarView(last.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    clean = String(clean.unicodeScalars.drop { $0 == "." || $0 == " " })
    while clean.utf8.count > 255 { clean.removeLast() }
    return clean.isEmpty ? nil : clean
  }
}

/// The contents of resume data, encoded as JSON without secrets.
struct ResumeRecord: Codable, Sendable {
  var url: String
  /// A strong entity tag, with its quotes.
  var etag: String?
  var lastModified: String?
  /// Bytes received so far.
  var offset: Int
  /// Path of the partial file.
  var file: String

  /// The validator for `If-Range` (RFC 9110, section 13.1.5).
  var validator: String? { etag ?? lastModified }

  /// `nil` if the download cannot be resumed: it is not a GET, is compressed, or has no validator.
  ///
  /// - Parameter first: The message before all redirects. If they led to another origin, the download resumes at this
  ///   message's URL, since the caller's headers are for its origin.
  init?(_ head: ResponseHead, _ message: OutgoingRequest, after first: OutgoingRequest?, offset: Int, file: URL) {
    let status = head.status
    var message = message
    if let first, first.url.origin != message.url.origin { message = first }
    guard message.method == .get, status == 200 || status == 206, head.headers.first("Content-Encoding") == nil,
      head.headers.first("Accept-Ranges")?.lowercased() != "none"
    else { return nil }
    url = message.url.description
    etag = head.headers.first("ETag").flatMap { $0.hasPrefix("W/") ? nil : $0 }
    lastModified = head.headers.first("Last-Modified")
    self.offset = offset
    self.file = file.path
    if validator == nil { return nil }
  }

  /// - Throws: `RequestError.invalidResumeData`
  init(data: Data) throws(RequestError) {
    do {
      self = try JSONDecoder().decode(ResumeRecord.self, from: data)
    } catch {
      throw .invalidResumeData(error)
    }
  }

  var data: Data? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try? encoder.encode(self)  // Strings and a number always encode.
  }
}

/// Requests the rest of a download in each attempt.
struct ResumedDownload: RequestConvertible {
  /// Replaces the recorded URL.
  var url: (any URLConvertible)?
  var headers: HTTPHeaders
  var sensitiveHeaders: HeaderNames
  var options: TransferOptions?
  var resumeData: Data
  var file: DownloadFile

  func asRequest() throws -> OutgoingRequest {
    let record = try ResumeRecord(data: resumeData)
    var message = OutgoingRequest(
      url: try url?.asURL() ?? RequestURL(record.url), headers: headers, options: options,
      sensitiveHeaders: sensitiveHeaders)
    for header in file.rangeHeaders() { message.headers.update(header) }
    return message
  }
}
