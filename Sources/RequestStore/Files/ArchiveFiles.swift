internal import CArchive
package import Foundation

/// The files of a zip, tar, tar.gz or other archive, read into memory.
package enum ArchiveFiles {
  /// Limits keep a small archive from filling the memory.
  package struct Limits: Sendable {
    package var bytes = 512 << 20
    package var files = 100_000

    package init() {}
  }

  /// Why an archive cannot be read.
  package struct Problem: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  /// Whether the first bytes are those of a zip, gzip, bzip2, xz, zstd, 7z or tar file.
  package static func recognizes(_ data: Data) -> Bool {
    let signatures: [[UInt8]] = [
      [0x50, 0x4B, 0x03, 0x04], [0x50, 0x4B, 0x05, 0x06], [0x1F, 0x8B], [0x42, 0x5A, 0x68],
      [0xFD, 0x37, 0x7A, 0x58, 0x5A], [0x28, 0xB5, 0x2F, 0xFD], [0x37, 0x7A, 0xBC, 0xAF],
    ]
    if signatures.contains(where: { data.starts(with: $0) }) { return true }
    return data.count > 262 && data.dropFirst(257).starts(with: Array("ustar".utf8))
  }

  /// - Returns: The plain files by their paths. Links and devices are left out.
  package static func read(_ data: Data, limits: Limits = Limits()) throws(Problem) -> [String: Data] {
    guard let archive = archive_read_new() else { throw Problem(description: "out of memory") }
    // Names are converted to the locale's characters, which are ASCII for commands.
    let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
    let former = uselocale(locale)
    defer {
      uselocale(former)
      if let locale { freelocale(locale) }
    }
    defer { archive_read_free(archive) }
    archive_read_support_filter_all(archive)
    archive_read_support_format_all(archive)
    var result = Result<[String: Data], Problem>.success([:])
    data.withUnsafeBytes { bytes in
      result = Result { () throws(Problem) in
        try check(archive_read_open_memory(archive, bytes.baseAddress, bytes.count), archive)
        return try files(of: archive, limits)
      }
    }
    return try result.get()
  }

  private static func files(of archive: OpaquePointer, _ limits: Limits) throws(Problem) -> [String: Data] {
    var files: [String: Data] = [:]
    var rest = limits.bytes
    var entry: OpaquePointer?
    while true {
      let status = archive_read_next_header(archive, &entry)
      if status == ARCHIVE_EOF { return files }
      try check(status, archive)
      guard let entry, archive_entry_filetype(entry) == S_IFREG else { continue }
      guard
        let path = (archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry)).map({ String(cString: $0) })
      else { throw Problem(description: "a file in it has no name") }
      try checkPath(path)
      guard files.count < limits.files else { throw Problem(description: "it has more than \(limits.files) files") }
      files[path] = try contents(of: archive, path, &rest, limits)
    }
  }

  private static func contents(
    of archive: OpaquePointer, _ path: String, _ rest: inout Int, _ limits: Limits
  ) throws(Problem) -> Data {
    var contents = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { archive_read_data(archive, $0.baseAddress, $0.count) }
      guard count >= 0 else { throw Problem(description: "\(path): " + message(archive)) }
      guard count > 0 else { return contents }
      rest -= count
      guard rest >= 0 else { throw Problem(description: "its files have more than \(limits.bytes >> 20) MB") }
      contents.append(contentsOf: buffer[..<count])
    }
  }

  /// Paths stay in the archive.
  private static func checkPath(_ path: String) throws(Problem) {
    let parts = path.split(whereSeparator: { $0 == "/" || $0 == "\\" })
    guard !path.hasPrefix("/"), !parts.contains("..") else {
      throw Problem(description: "the path \"\(path)\" in it leads out of the archive")
    }
  }

  private static func check(_ status: Int32, _ archive: OpaquePointer) throws(Problem) {
    guard status == ARCHIVE_OK || status == ARCHIVE_WARN else { throw Problem(description: message(archive)) }
  }

  private static func message(_ archive: OpaquePointer) -> String {
    archive_error_string(archive).map { String(cString: $0) } ?? "it is damaged"
  }
}
