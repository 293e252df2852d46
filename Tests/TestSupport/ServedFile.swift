package import Foundation

/// A file served by nginx. Replacing it changes its `ETag` and `Last-Modified`.
package struct ServedFile: Sendable {
  package let url: String
  private let file: URL

  init(url: String, file: URL, contents: Data) throws {
    self.url = url
    self.file = file
    try contents.write(to: file)
    try setDate(Date(timeIntervalSince1970: 1_700_000_000))
  }

  /// Replaces the contents. Responses in progress may have either.
  package func replace(with contents: Data) throws {
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    let former = attributes[.modificationDate] as? Date ?? .distantPast
    try contents.write(to: file, options: .atomic)
    // nginx distinguishes versions by whole seconds and size.
    try setDate(former.addingTimeInterval(1))
  }

  private func setDate(_ date: Date) throws {
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
  }
}
