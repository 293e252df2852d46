package import Foundation
internal import Glibc
internal import Synchronization

/// A temporary file without a name, which the kernel removes with its last reader, even after a crash.
///
/// It is created in `$TMPDIR` or else `/var/tmp`, because `/tmp` is often in memory and the content too large for that.
package final class AnonymousFile: Sendable {
  private let descriptor: Int32
  private let size = Mutex(0)

  /// Returns `nil` if no file can be created.
  package init?() {
    let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let unique = UInt64.random(in: .min ... .max)
    let path = (named.isEmpty ? "/var/tmp" : named) + "/workbench-\(String(unique, radix: 36))"
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return nil }
    unlink(path)
  }

  /// Creates a file that `link(to:)` can name, on the file system of `folder`. Returns `nil` if that is not possible.
  package init?(in folder: String) {
    // 0o20000000 | O_DIRECTORY is O_TMPFILE, a macro that Swift cannot import.
    descriptor = open(folder, O_RDWR | O_DIRECTORY | 0o20000000 | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
  }

  /// Gives the file a name, so that it outlives the process. No bytes are copied.
  ///
  /// A shared `flock` is held while this object lives, so that other processes can tell a file in use from one left
  /// behind by a crash.
  ///
  /// - Returns: Whether it succeeded. Only files created by `init(in:)` can be linked, on their own file system.
  package func link(to path: String) -> Bool {
    flock(descriptor, LOCK_SH | LOCK_NB) == 0
      && linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  package var count: Int { size.withLock { $0 } }

  /// - Returns: Whether everything was written; otherwise the file is unchanged.
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

  /// Overwrites existing bytes.
  ///
  /// - Returns: Whether all of them were written.
  package func overwrite(at offset: Int, with bytes: UnsafeRawBufferPointer) -> Bool {
    precondition(offset + bytes.count <= count, "nothing is written behind the end")
    return bytes.isEmpty || pwrite(descriptor, bytes.baseAddress, bytes.count, offset) == bytes.count
  }

  /// Fills `buffer` with the bytes that start at `offset`.
  ///
  /// - Returns: Whether the file has enough bytes.
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

  /// A path that child processes can open while this object lives.
  package var path: String { "/proc/\(getpid())/fd/\(descriptor)" }

  /// The current content, mapped into memory if possible; `nil` if it cannot be read.
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
