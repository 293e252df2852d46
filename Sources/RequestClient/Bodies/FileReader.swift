internal import Foundation

/// A file's bytes, as many as it had when it was opened.
final class FileReader: BodyReader {
  private let file: PlainFile
  private var position = 0

  init(_ url: URL) throws(BodyFailure) { file = try PlainFile(url) }

  var length: Int? { file.length }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(BodyFailure) -> BodyPiece {
    let rest = file.length - position
    let count = rest == 0 ? 0 : try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(rest)))
    if count == 0, rest > 0 { throw changed(to: position) }
    position += count
    if count == rest { try checkThatNothingFollows() }
    return count == 0 ? .end : .bytes(count)
  }

  /// By reading: some of the system's own files say that they are empty and are not.
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
