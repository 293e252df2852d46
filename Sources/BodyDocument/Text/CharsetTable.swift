internal import Foundation
internal import Glibc

/// Decodes charsets with iconv. A statically linked Foundation has no tables for them.
enum CharsetTable {
  /// Whether iconv has a table for the charset on this system.
  ///
  /// - Parameter name: The charset's name in iconv.
  static func isInstalled(_ name: String) -> Bool {
    guard let table = opened(name) else { return false }
    iconv_close(table)
    return true
  }

  /// - Parameter isWhole: Otherwise a character that is cut off at the end is left out.
  /// - Returns: UTF-8; `nil` for bytes that are invalid in the charset.
  static func utf8(_ bytes: Data, from name: String, isWhole: Bool) -> Data? {
    guard let table = opened(name) else { return nil }
    defer { iconv_close(table) }
    return bytes.withUnsafeBytes { utf8($0, from: table, isWhole) }
  }

  private static func opened(_ name: String) -> iconv_t? {
    let table = iconv_open("UTF-8", name)
    return table == UnsafeMutableRawPointer(bitPattern: -1) ? nil : table
  }

  private static func utf8(_ bytes: UnsafeRawBufferPointer, from table: iconv_t, _ isWhole: Bool) -> Data? {
    var text = Data(capacity: bytes.count * 2)
    var source = UnsafeMutablePointer(mutating: bytes.bindMemory(to: CChar.self).baseAddress)
    var sourceCount = bytes.count
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { block in
      // The last call, without a source, flushes what iconv holds back.
      var isLast = false
      while true {
        var (target, room) = (block.baseAddress, block.count)
        let result =
          isLast
          ? iconv(table, nil, nil, &target, &room) : iconv(table, &source, &sourceCount, &target, &room)
        let problem = errno
        text.append(UnsafeBufferPointer(rebasing: block[..<(block.count - room)]))
        let isCut = result == -1 && problem == EINVAL && !isWhole
        if result == -1, !isCut {
          guard problem == E2BIG else { return nil }
        } else if isLast {
          return text
        } else {
          isLast = true
        }
      }
    }
  }
}
