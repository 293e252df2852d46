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

  package struct Entry: Equatable, Sendable {
    package let path: String
    /// Whether it is a plain file; links and devices are not.
    package let isFile: Bool
    package let contents: Data
  }

  /// - Parameter progress: Counts the files. Once it is cancelled, reading fails.
  /// - Returns: The plain files by their paths. Links and devices are left out.
  package static func read(
    _ data: Data, limits: Limits = Limits(), progress: ImportProgress? = nil
  ) throws(Problem) -> [String: Data] {
    progress?.begin(.unpacking)
    var files: [String: Data] = [:]
    for entry in try entries(data, limits: limits, progress: progress) where entry.isFile {
      try checkPath(entry.path)
      files[entry.path] = entry.contents
    }
    return files
  }

  /// - Returns: All entries except folders. Their paths are not checked.
  package static func entries(
    _ data: Data, limits: Limits = Limits(), progress: ImportProgress? = nil
  ) throws(Problem) -> [Entry] {
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
    return try data.withTypedBytes { (bytes) throws(Problem) -> [Entry] in
      try check(archive_read_open_memory(archive, bytes.baseAddress, bytes.count), archive)
      return try entries(of: archive, limits, progress)
    }
  }

  private static func entries(
    of archive: OpaquePointer, _ limits: Limits, _ progress: ImportProgress?
  ) throws(Problem) -> [Entry] {
    var entries: [Entry] = []
    var rest = limits.bytes
    var entry: OpaquePointer?
    while true {
      let status = archive_read_next_header(archive, &entry)
      if status == ARCHIVE_EOF { return entries }
      try check(status, archive)
      guard let entry, archive_entry_filetype(entry) != S_IFDIR else { continue }
      guard
        let path = (archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry)).map({ String(cString: $0) })
      else { throw Problem(description: "a file in it has no name") }
      guard entries.count < limits.files else { throw Problem(description: "it has more than \(limits.files) files") }
      let isFile = archive_entry_filetype(entry) == S_IFREG
      let contents = isFile ? try contents(of: archive, path, &rest, limits) : Data()
      entries.append(Entry(path: path, isFile: isFile, contents: contents))
      if progress?.isCancelled == true { throw Problem(description: "reading it was cancelled") }
      progress?.countFile()
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
