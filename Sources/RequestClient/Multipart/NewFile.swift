internal import Foundation
internal import Glibc

/// A file that did not exist; closed when released, and removed unless it is to be kept.
final class NewFile {
  private let path: String
  private let descriptor: CInt
  private var isKept = false

  init(_ url: URL) throws(BodyFailure) {
    guard url.isFileURL else { throw .multipartEncodingFailed(.outputFileURLInvalid(url.absoluteString)) }
    path = url.path(percentEncoded: false)
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if descriptor >= 0 { return }
    isKept = true  // Nothing of ours is there to be removed.
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
      let piece = UnsafeRawBufferPointer(rebasing: rest)
      let count = Glibc.write(descriptor, piece.baseAddress, piece.count)
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
