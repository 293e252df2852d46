import Foundation
import Glibc

/// A body from the command line or from standard input.
///
/// Text may contain variables. A file without variables is sent directly from disk.
enum TypedBody: Sendable {
  case text(String, type: String?)
  case file(path: String, type: String?)
  /// The parts of a multipart form.
  case parts([Parameter])

  /// Sets the body of a request. Keeps the request's media type if the new body has none.
  func content(inPlaceOf old: RequestBody?) -> RequestBody {
    switch self {
    case .text(let text, let type): .text(text, type: Self.declaredType(old) ?? type)
    // Variables in the path are not expanded.
    case .file(let path, let type): .file(Template.escaping(path), type: Self.declaredType(old) ?? type)
    case .parts(let rows): .multipart(rows)
    }
  }

  /// The file of `-T`. Its variables are not replaced.
  static func upload(_ path: String) throws -> TypedBody {
    if path == "-" { return .text(Template.escaping(try text(of: path)), type: nil) }
    _ = try contents(path)
    return .file(path: URL(fileURLWithPath: path).path, type: nil)
  }

  /// The content of standard input, if it is a pipe or a file that is not empty. A partly read file is ignored: it is
  /// the input of a shell loop.
  static func pipedInput() throws -> TypedBody? {
    var facts = stat()
    guard fstat(STDIN_FILENO, &facts) == 0 else { return nil }
    let isFile = facts.st_mode & S_IFMT == S_IFREG && lseek(STDIN_FILENO, 0, SEEK_CUR) == 0
    guard isFile || facts.st_mode & S_IFMT == S_IFIFO else { return nil }
    let input = try text(of: "-")
    return input.isEmpty ? nil : .text(input, type: TextKind.mediaType(of: input))
  }

  /// The files named on the command line, which need no permission.
  var files: Set<OutsideSource> {
    switch self {
    case .text: []
    case .file(let path, _): Set([OutsideSource.typed(path)].compactMap(\.self))
    // A path in a part is a template.
    case .parts(let rows): Set(rows.compactMap(\.file).compactMap { OutsideSource.typed(Template.unescaping($0)) })
    }
  }

  private static func declaredType(_ body: RequestBody?) -> String? {
    body.flatMap { $0.kind.mediaType ?? $0["type"]?.string }
  }

  // MARK: Files

  /// The file named by a part; `nil` for text and for standard input.
  private static func path(_ part: String) -> String? {
    guard part != "@-", part.unicodeScalars.first == "@" else { return nil }
    return String(part.unicodeScalars.dropFirst())
  }

  static func text(of part: String) throws -> String {
    if part == "-" || part == "@-" {
      return try text(FileHandle.standardInput.readDataToEndOfFile(), of: "Standard input")
    }
    return try path(part).map { try text(contents($0), of: $0) } ?? part
  }

  static func text(_ bytes: Data, of source: String) throws -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandExit.usageError("\(source) is not UTF-8 text — write it to a file and pass @FILE")
    }
    return text
  }

  /// Maps a file into memory if possible, to inspect large files without copying. Reads a pipe to its end.
  static func contents(_ path: String) throws -> Data {
    do {
      if isFile(path) { return try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe) }
      let pipe = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      return try pipe.readToEnd() ?? Data()
    } catch {
      throw CommandExit.usageError("Cannot read the file \(path) — check the path")
    }
  }

  private static func isFile(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }

  /// The largest file stored in history as text.
  private static let smallFile = 1 << 20

  /// A file as a body. A small file, or one that may contain variables, is read as text.
  ///
  /// - Parameter content: The content, if it was read already.
  static func file(at path: String, _ content: Data?, type: String) throws -> TypedBody {
    let bytes = try content ?? contents(path)
    let full = URL(fileURLWithPath: path)
    // A pipe can be read only once.
    guard isFile(path) else { return .text(try text(bytes, of: path), type: type) }
    guard bytes.count <= smallFile || TextKind.mayHoldVariables(bytes),
      let text = String(validating: bytes, as: UTF8.self)
    else { return .file(path: full.path, type: type) }
    return .text(text, type: type)
  }
}

extension SavedRequest {
  /// Whether standard input can be its body.
  var takesInput: Bool { body == nil && Self.takesInput(method: method) }

  static func takesInput(method: String) -> Bool { ["POST", "PUT", "PATCH"].contains(method) }
}
