internal import Foundation
internal import Glibc
internal import Synchronization

/// The file of a download: a temporary file first, then its destination.
///
/// A resumed download has the part of an earlier one. Only two responses touch it: a 206 that continues it, and a 200
/// with the whole resource. All others, such as a 503, are written to a file of their own.
final class DownloadFile: BodySink {
  private struct State {
    /// The current location of the response's body.
    var url: URL
    var descriptor: Int32 = -1
    /// The earlier download and its part, until that is complete or overwritten.
    var resumption: ResumeRecord?
    /// Offset of the last requested range.
    var requestedOffset = 0
    /// The range of the response that continues the part.
    var continuation: ContentRange?
    var hasBegun = false
    var isMoved = false
    var resumeData: Data?
    var keepsPart = false

    /// Whether `url` is the part that resume data needs.
    var isPart: Bool { resumption?.file == url.path }
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
      state.requestedOffset = 0
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
      guard state.requestedOffset > 0, head.status == 416 || head.status == 206 else { return false }
      if Self.continuation(in: head, state) != nil { return false }
      state.requestedOffset = 0
      return true
    }
  }

  private static func continuation(in head: ResponseHead, _ state: borrowing State) -> ContentRange? {
    state.requestedOffset > 0 ? state.resumption?.continuation(in: head, at: state.requestedOffset) : nil
  }

  func begin(_ head: ResponseHead, of request: RequestCore) throws(RequestError) {
    let offset = try state.withLock { (state) throws(RequestError) in
      Self.closeDescriptor(&state)
      Self.choosePlace(for: head, &state)
      let offset = state.continuation?.first ?? 0
      state.descriptor = open(state.url.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      guard state.descriptor >= 0, ftruncate(state.descriptor, offset) == 0,
        lseek(state.descriptor, offset, SEEK_SET) == offset
      else { throw Self.failure(state.url) }
      state.hasBegun = true
      return offset
    }
    if offset > 0 { request.countResumed(offset) }
  }

  /// Chooses the file for a response, and removes that of an earlier attempt.
  private static func choosePlace(for head: ResponseHead, _ state: inout State) {
    let part = state.resumption.map { URL(filePath: $0.file) }
    state.continuation = continuation(in: head, state)
    // The part no longer matches the record.
    let overwritesPart = part != nil && head.status == 200
    if overwritesPart { state.resumption = nil }
    if let part, overwritesPart || state.continuation != nil {
      if state.url.path != part.path { unlink(state.url.path) }
      state.url = part
    } else if state.isMoved || state.isPart {
      // A rejected file is removed, the part is not.
      if state.isMoved { unlink(state.url.path) }
      state.url = freshPart()
    }
    state.isMoved = false
  }

  func receive(_ chunk: UnsafeRawBufferPointer, of request: RequestCore) throws(RequestError) {
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
  /// - Throws: An error if the rest of a resumed download is shorter or longer than the server said.
  func moveToDestination(_ response: HTTPResponse) throws(RequestError) -> URL {
    let source = try state.withLock { (state) throws(RequestError) in
      defer { Self.closeDescriptor(&state) }
      if let range = state.continuation {
        let end = lseek(state.descriptor, 0, SEEK_CUR)
        guard state.descriptor < 0 || end == range.end else {
          throw RequestError.protocolError("Content-Range ends at byte \(range.end), the body at byte \(end)")
        }
      }
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
      if state.isPart { state.resumption = nil }
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

  /// Ends the download: keeps what was received if it can be used, otherwise removes it. The part of an earlier
  /// download is kept until it is complete.
  ///
  /// - Parameter first: The message before all redirects of the attempt.
  func conclude(
    _ head: ResponseHead?, _ message: OutgoingRequest?, after first: OutgoingRequest?, _ error: RequestError?
  ) {
    state.withLock { state in
      Self.closeDescriptor(&state)
      if error == nil, state.isPart, state.hasBegun { state.resumption = nil }
      state.resumeData = state.resumption?.data
      guard let error, state.hasBegun, !state.isMoved else { return }
      if error.isExplicitlyCancelled ? state.keepsPart : error.isResumable {
        state.resumeData = (record(head, message, first, state) ?? state.resumption)?.data
      }
      // Keep complete bodies that failed validation or could not be moved.
      let isNeeded = state.resumeData != nil && (state.isPart || state.resumption == nil)
      if !isNeeded, !error.isAboutResponse {
        unlink(state.url.path)
        state.hasBegun = false
      }
    }
  }

  /// The record of what was received, or `nil` if that cannot be resumed.
  private func record(
    _ head: ResponseHead?, _ message: OutgoingRequest?, _ first: OutgoingRequest?, _ state: State
  ) -> ResumeRecord? {
    let size = try? FileManager.default.attributesOfItem(atPath: state.url.path)[.size] as? Int  // Gone: no record.
    guard let head, let message, let size, size > 0 else { return nil }
    if let resumption = state.resumption {
      return state.continuation == nil || head.status != 206
        ? nil : resumption.advanced(to: size, message, after: first)
    }
    return ResumeRecord(head, message, after: first, offset: size, file: state.url)
  }

  private static func closeDescriptor(_ state: inout State) {
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
