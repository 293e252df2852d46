import Foundation

/// The files that a curl command can read: its standard input, and the files of the source.
struct CurlFiles {
  var input: String?
  /// The file that standard input comes from.
  var inputFile: String?
  var files: SourceFiles?
  /// Reads any file, or standard input for `-`, of a command that is being run.
  var reader: ((String) -> Data?)?

  static func isStandardInput(_ path: String) -> Bool { path == "-" || path == "." || path == "/dev/stdin" }

  /// The path of a file, or of standard input for `-`; `nil` if the input is text, or unknown.
  func path(_ path: String) -> String? { Self.isStandardInput(path) ? inputFile : path }

  /// The bytes of a file or of standard input; `nil` if the source does not have it.
  func data(_ path: String) -> Data? {
    if let reader { return reader(VariableMarks.template(path, keepsBraces: true)) }
    if Self.isStandardInput(path), inputFile == nil { return input.map { Data($0.utf8) } }
    guard let files, let path = self.path(path), !path.hasPrefix("/") else { return nil }
    let name = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    guard files.contains(name), let data = try? files.read(name), data.count <= Self.longest else { return nil }
    return data
  }

  /// The same as text; `nil` if it is not text.
  func text(_ path: String) -> String? { data(path).flatMap { String(validating: $0, as: UTF8.self) } }

  /// The text of a file of `--data`. A command that is being run may have variables in it.
  func dataText(_ path: String) -> String? { reader == nil ? text(path) : text(path).map(VariableMarks.marking) }

  /// Describes the unreadable file, for a note.
  func unread(_ path: String) -> String {
    if path == "-" { return "standard input" }
    return files == nil ? "a file, which an import reads with --references" : "a file that cannot be read"
  }

  /// Larger files are not copied into requests.
  private static let longest = 4_000_000
}
