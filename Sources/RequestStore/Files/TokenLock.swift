internal import CFiles
internal import Foundation

/// A lock on one token, shared with other programs. It ends with the program that holds it.
package struct TokenLock: Sendable {
  private let descriptor: CInt

  /// Takes the lock on a byte of a file for all tokens: the byte that the key hashes to.
  ///
  /// - Returns: `nil` where another holder has it.
  static func acquire(_ path: String, for key: SecretStore.Key) throws(StoreError) -> TokenLock? {
    try Disk.createFolder(Disk.folder(of: path), mode: 0o700)
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system(.write, path: path, code: errno) }
    // An open file description lock. Unlike a process lock, it also excludes other threads.
    guard cfiles_lock_byte(descriptor, key.lockOffset) != 0 else { return TokenLock(descriptor: descriptor) }
    let code = errno
    close(descriptor)
    guard code == EAGAIN || code == EACCES else { throw .system(.write, path: path, code: code) }
    return nil
  }

  package func release() { close(descriptor) }
}

extension SecretStore.Key {
  /// FNV-1a: the same in every program.
  fileprivate var lockOffset: Int64 {
    let hash = "\(collection)\u{0}\(environment ?? "")\u{0}\(name)".utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return Int64(hash >> 2)
  }
}
