package import Foundation
internal import Glibc
internal import Synchronization

/// A temporary file without a name that is only appended to. It disappears with its last reader, also after a crash.
///
/// It is in `$TMPDIR`, else in `/var/tmp`: its content is too large for memory, where `/tmp` often is.
package final class AnonymousFile: Sendable {
  private let descriptor: Int32
  private let size = Mutex(0)

  /// `nil` if no file can be made.
  package init?() {
    let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let unique = UInt64.random(in: .min ... .max)
    let path = (named.isEmpty ? "/var/tmp" : named) + "/workbench-\(String(unique, radix: 36))"
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return nil }
    unlink(path)
  }

  /// A file that `link(to:)` can keep, in a folder on the same file system. `nil` where the system cannot create one.
  package init?(in folder: String) {
    // Of O_TMPFILE, which Swift cannot import, the part that is not O_DIRECTORY.
    descriptor = open(folder, O_RDWR | O_DIRECTORY | 0o20000000 | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
  }

  /// Gives the file a name, so that it outlives the program. The bytes are not copied.
  ///
  /// The file stays locked (`flock`, shared) as long as this value lives: another program can tell a file that is just being
  /// recorded from one that a crash left behind.
  /// - Returns: Whether it has the name now. Only a file made by `init(in:)` can get one, on its own file system.
  package func link(to path: String) -> Bool {
    flock(descriptor, LOCK_SH | LOCK_NB) == 0
      && linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  package var count: Int { size.withLock { $0 } }

  /// - Returns: Whether all of it was written; what was not changes nothing of the file.
  package func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    size.withLock { size in
      var written = 0
      while written < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
        let result = pwrite(descriptor, rest.baseAddress, rest.count, size + written)
        if result < 0 && errno == EINTR { continue }
        if result <= 0 { return false }
        written += result
      }
      size += written
      return true
    }
  }

  /// Changes bytes that the file has already.
  ///
  /// - Returns: Whether all of them were written.
  package func overwrite(at offset: Int, with bytes: UnsafeRawBufferPointer) -> Bool {
    precondition(offset + bytes.count <= count, "nothing is written behind the end")
    return bytes.isEmpty || pwrite(descriptor, bytes.baseAddress, bytes.count, offset) == bytes.count
  }

  /// Fills `buffer` with the bytes from `offset` on.
  ///
  /// - Returns: Whether the file has as many.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
    var done = 0
    while done < buffer.count {
      let result = pread(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done, offset + done)
      if result < 0 && errno == EINTR { continue }
      if result <= 0 { return false }
      done += result
    }
    return true
  }

  /// Where programs that this one starts can open it, as long as it is there.
  package var path: String { "/proc/\(getpid())/fd/\(descriptor)" }

  /// What the file holds now, mapped into memory rather than read if that can be done; `nil` if it cannot be read either.
  package var contents: Data? {
    let count = count
    guard count > 0 else { return Data() }
    guard let start = mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, 0), start != MAP_FAILED else {
      return read(count)
    }
    // The mapping outlives the descriptor.
    return Data(bytesNoCopy: start, count: count, deallocator: .custom { start, count in munmap(start, count) })
  }

  private func read(_ count: Int) -> Data? {
    var data = Data(count: count)
    return data.withUnsafeMutableBytes { read(into: $0, at: 0) } ? data : nil
  }
}
