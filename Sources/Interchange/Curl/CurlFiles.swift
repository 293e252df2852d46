import Foundation
internal import RequestModel

/// What a curl command can read: its standard input, and the files of the source.
struct CurlFiles {
  var input: String?
  /// The file that standard input comes from.
  var inputFile: String?
  var files: SourceFiles?

  static func isStandardInput(_ path: String) -> Bool { path == "-" || path == "." || path == "/dev/stdin" }

  /// The path of a file, that of standard input for `-`; `nil` if the input is text, or unknown.
  func path(_ path: String) -> String? { Self.isStandardInput(path) ? inputFile : path }

  /// The text of a file or of standard input; `nil` if the source does not have it, or it is not text.
  func text(_ path: String) -> String? {
    if Self.isStandardInput(path), inputFile == nil { return input }
    guard let files, let path = self.path(path), !path.hasPrefix("/") else { return nil }
    let name = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    guard files.contains(name), let data = try? files.read(name), data.count <= Self.longest else { return nil }
    return String(data: data, encoding: .utf8)
  }

  /// Larger files are not copied into requests.
  private static let longest = 4_000_000
}
