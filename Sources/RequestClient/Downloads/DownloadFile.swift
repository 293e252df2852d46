internal import Foundation
internal import Glibc
internal import Synchronization

/// The file that a download goes to: first a part in the folder for temporary files, then at its destination.
final class DownloadFile: BodySink {
  private struct State {
    /// Where the bytes are now.
    var url: URL
    var descriptor: Int32 = -1
    /// What an earlier download left, as long as it is of use.
    var resumption: ResumeRecord?
    /// Where the range that was asked for last begins.
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
  /// Where the body is; `nil` where none has begun to come.
  var url: URL? { state.withLock { $0.hasBegun ? $0.url : nil } }
  var resumeData: Data? { state.withLock { $0.resumeData } }

  /// Asks that what has come can be taken up later.
  func keepPart() { state.withLock { $0.keepsPart = true } }

  /// The range to ask for, and only if the resource is still the same; nothing where all of it is wanted.
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

  /// Whether the answer to a range is of no use, so that the whole is to be asked for.
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
        // An earlier attempt's file, whose content did not please; its place is needed again.
        unlink(state.url.path)
        state.url = Self.freshPart()
        state.isMoved = false
      }
      state.descriptor = open(state.url.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      guard state.descriptor >= 0, ftruncate(state.descriptor, offset) == 0,
        lseek(state.descriptor, offset, SEEK_SET) == offset
      else { return Self.failure(state.url) }
      state.hasBegun = true
      // The part is no longer what the record tells of.
      if offset == 0 { state.resumption = nil }
      return nil
    }
    if let failure { throw failure }
    let offset = state.withLock { head.status == 206 ? $0.requestedOffset : 0 }
    if offset > 0 { request.countResumed(offset) }
  }

  func take(_ piece: UnsafeRawBufferPointer, of request: RequestCore) throws(RequestError) {
    let (descriptor, url) = state.withLock { ($0.descriptor, $0.url) }
    var rest = piece
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
    // Another file system: first next to the target, so that it is replaced at once or not at all.
    let neighbour = folder.appending(path: ".\(target.lastPathComponent).\(UUID().uuidString)")
    try FileManager.default.moveItem(at: source, to: neighbour)
    if rename(neighbour.path, target.path) != 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  /// The request is over: what came is kept where somebody can use it, and removed otherwise.
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
      // What failed validation is the answer's body still, and what could not be moved is all that there is.
      if state.resumeData == nil, !error.isAboutAnswer, state.hasBegun {
        unlink(state.url.path)
        state.hasBegun = false
      }
    }
  }

  private func record(
    _ head: ResponseHead?, _ message: OutgoingRequest?, _ first: OutgoingRequest?, _ state: State
  ) -> ResumeRecord? {
    // Nothing came this time: what there was can still be taken up.
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
  /// Whether a broken download may go on later where it broke off.
  fileprivate var isResumable: Bool {
    switch self {
    case .connectionLost, .timedOut: true
    default: false
    }
  }

  /// Whether the whole body came, and did not please.
  fileprivate var isAboutAnswer: Bool {
    switch self {
    case .responseValidationFailed, .downloadedFileMoveFailed, .requestRetryFailed: true
    default: false
    }
  }
}

extension ResponseHead {
  /// The first byte that a partial answer has (RFC 9110, section 14.4).
  fileprivate var rangeStart: Int? {
    guard let range = headers.first("Content-Range"), range.lowercased().hasPrefix("bytes ") else { return nil }
    return Int(range.dropFirst(6).prefix { $0 != "-" })
  }
}
