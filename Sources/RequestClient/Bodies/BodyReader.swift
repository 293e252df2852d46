internal import Foundation
internal import Glibc

/// Reads the bytes of a body in order, on one thread. Releases its file or producer when it is deallocated.
package protocol BodyReader: AnyObject {
  /// Total number of bytes; `nil` if unknown. A reader with a length delivers exactly that many or throws.
  var length: Int? { get }

  /// Reads available bytes into `buffer`, which is not empty. Never waits for a producer.
  ///
  /// The last bytes of a body of known length are withheld until it is certain that no more follow, so that the server
  /// never accepts a wrong body as complete.
  ///
  /// - Throws: The reason the rest cannot be sent. Do not read after that.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(BodyFailure) -> BodyChunk
}

/// The result of reading.
package enum BodyChunk: Equatable {
  /// The number of bytes read, at least one.
  case bytes(Int)
  /// The body is complete.
  case end
  /// No bytes yet; `whenReady` is called when there are.
  case wait
}

/// Bytes in memory.
final class DataReader: BodyReader {
  private let data: Data
  private var position = 0

  init(_ data: Data) { self.data = data }

  var length: Int? { data.count }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyChunk {
    let count = data.copyBytes(from: position, into: buffer)
    position += count
    return count == 0 ? .end : .bytes(count)
  }
}

extension Data {
  /// Copies bytes from `position` on, as many as fit.
  func copyBytes(from position: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    withUnsafeBytes { bytes in
      let chunk = bytes[position...].prefix(buffer.count)
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: chunk))
      return chunk.count
    }
  }
}

/// The bytes of a file, up to its length when it was opened.
final class FileReader: BodyReader {
  private let file: PlainFile
  private var position = 0

  init(_ url: URL) throws(BodyFailure) { file = try PlainFile(url) }

  var length: Int? { file.length }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(BodyFailure) -> BodyChunk {
    let rest = file.length - position
    let count = rest == 0 ? 0 : try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(rest)))
    if count == 0, rest > 0 { throw changed(to: position) }
    position += count
    if count == rest { try checkThatNothingFollows() }
    return count == 0 ? .end : .bytes(count)
  }

  /// Reads to find out: files in `/proc` claim a length of zero.
  private func checkThatNothingFollows() throws(BodyFailure) {
    var byte: UInt8 = 0
    let count: Int
    do throws(BodyFailure) {
      count = try withUnsafeMutableBytes(of: &byte) { buffer throws(BodyFailure) in try file.read(into: buffer) }
    } catch { throw error }
    if count > 0 { throw changed(to: max(file.currentLength ?? 0, file.length + 1)) }
  }

  private func changed(to length: Int) -> BodyFailure {
    .fileChanged(path: file.path, expected: file.length, actual: length)
  }
}

/// A regular file open for reading; closed on deallocation.
final class PlainFile {
  let path: String
  /// Length in bytes when the file was opened.
  let length: Int
  private let descriptor: CInt

  init(_ url: URL) throws(BodyFailure) {
    path = try Self.path(of: url)
    // Opening a pipe without a writer would block.
    descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadableFile(path: path, reason: Self.reason()) }
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    let failure: BodyFailure? = isKnown ? nil : .unreadableFile(path: path, reason: Self.reason())
    length = Int(status.st_size)
    if let failure { throw failure }
    try Self.check(status, path)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Reads the next bytes, as many as fit. Returns zero at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(BodyFailure) -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { throw .unreadableFile(path: path, reason: Self.reason()) }
    }
  }

  /// The file's current size.
  var currentLength: Int? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Returns the size of a file without opening it; throws if it cannot be sent.
  static func length(of url: URL) throws(BodyFailure) -> Int {
    let path = try path(of: url)
    var status = stat()
    guard stat(path, &status) == 0 else { throw .unreadableFile(path: path, reason: reason()) }
    try check(status, path)
    return Int(status.st_size)
  }

  private static func path(of url: URL) throws(BodyFailure) -> String {
    guard url.isFileURL else { throw .notAFileURL(url.absoluteString) }
    return url.path(percentEncoded: false)
  }

  private static func check(_ status: stat, _ path: String) throws(BodyFailure) {
    if status.st_mode & S_IFMT != S_IFREG { throw .notAFile(path: path) }
  }

  private static func reason() -> String { String(cString: strerror(errno)) }
}
