internal import Foundation
internal import RequestModel

/// A language, with the library that sends the requests.
struct CodeTarget: Sendable {
  let name: String
  let title: String
  let fileExtension: String
  /// The prefix of a line comment.
  let comment: String
  /// Whether all requests are one file, such as a script of commands.
  var isScript = false
  /// Whether the library encodes Basic credentials, so that they can be read.
  var takesBasicLogin = false
  let write: @Sendable (CodeRequest) -> CodeProgram

  init(
    _ name: String, _ title: String, fileExtension: String, comment: String = "//", isScript: Bool = false,
    takesBasicLogin: Bool = false,
    write: @escaping @Sendable (CodeRequest) -> CodeProgram
  ) {
    (self.name, self.title, self.fileExtension, self.comment) = (name, title, fileExtension, comment)
    (self.isScript, self.takesBasicLogin, self.write) = (isScript, takesBasicLogin, write)
  }

  /// The program for one request, which prints the status and the body of its response.
  func text(_ original: CodeRequest) -> String {
    let request = takesBasicLogin ? original.plain.withBasicLogin : original.plain
    return write(request).file(of: request, comment: comment)
  }
}

extension CodeTarget {
  static let all: [CodeTarget] = [
    .swift, .swiftURLSession, .pythonRequests, .pythonHTTPX, .pythonURLLib, .javascriptFetch, .javascriptAxios,
    .nodeHTTP, .go,
    .javaHTTPClient, .javaOkHttp, .kotlin, .csharp, .ruby, .phpCurl, .phpGuzzle, .rust, .c, .powershell, .perl, .wget,
    .httpie,
  ]
}

/// The parts of a program: its name and notes stand between `start` and `text`.
struct CodeProgram {
  /// Imports and the like.
  var start = ""
  var text: String
  /// Sentences about settings that the library does not support.
  var notes: [String] = []

  /// The whole file of a request, with its name and all notes in comments.
  func file(of request: CodeRequest, comment: String) -> String {
    let about = ([request.name, request.docs] + request.notes + request.placeholderNotes + notes).filter { !$0.isEmpty }
    let comments = about.flatMap { CodeComment.lines($0, prefix: comment) }
    let code = (comments + [text]).joined(separator: "\n") + "\n"
    return start.isEmpty ? code : start + "\n\n" + code
  }
}

extension ExportFormat {
  /// A file for each request, or a single one without a path. Paths of files that they send are relative to the collection.
  static func code(_ target: CodeTarget) -> ExportFormat {
    ExportFormat(target.name, target.title, fileExtension: target.fileExtension, needs: .requests) {
      source throws(ExportError) in
      ExportResult.code(source.requests, fileExtension: target.fileExtension, isScript: target.isScript, target.text)
    }
  }
}

extension ExportResult {
  /// The programs of requests: a file for each, or a single one without a path.
  static func code(
    _ requests: [CodeRequest], fileExtension: String, isScript: Bool, _ text: (CodeRequest) -> String
  ) -> ExportResult {
    let texts = requests.map(text)
    if isScript || texts.count == 1 { return ExportResult(texts.joined(separator: "\n")) }
    return ExportResult(
      files: zip(requests, texts).map { request, text in File(request.path + "." + fileExtension, Data(text.utf8)) })
  }
}

enum CodeComment {
  /// The lines of a text as comments. No text can end its comment or be taken for a directive.
  static func lines(_ text: String, prefix: String) -> [String] {
    text.unicodeScalars.split(omittingEmptySubsequences: false) {
      "\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0)
    }
    .map { line in
      let visible = String(String.UnicodeScalarView(line.filter { !CodeText.isInvisible($0) || $0 == "\t" }))
      // PHP ends at ?>, and Java reads \u000A even in comments. C continues a line that ends with a backslash.
      let safe = visible.replacingExactly("?>", with: "? >").replacingExactly("\\u", with: "\\ u")
      return safe.isEmpty ? prefix : prefix + " " + safe + (safe.endsExactly(with: "\\") ? "." : "")
    }
  }
}
