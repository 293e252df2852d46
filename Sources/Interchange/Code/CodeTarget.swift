internal import Foundation

/// A language or a tool, with the library that sends the requests or opens the WebSockets.
struct CodeTarget: Sendable {
  let name: String
  let title: String
  let fileExtension: String
  /// Whether the library encodes Basic credentials, so that they can be read.
  let takesBasicLogin: Bool
  /// Whether it opens WebSockets, and nothing else.
  let opensSockets: Bool
  let write: @Sendable (CodeRequest) -> CodeProgram

  init(
    _ name: String, _ title: String, fileExtension: String, takesBasicLogin: Bool = true, opensSockets: Bool = false,
    write: @escaping @Sendable (CodeRequest) -> CodeProgram
  ) {
    (self.name, self.title, self.fileExtension, self.write) = (name, title, fileExtension, write)
    (self.takesBasicLogin, self.opensSockets) = (takesBasicLogin && !opensSockets, opensSockets)
  }

  /// Whether all requests are one file, a script of commands.
  var isScript: Bool { fileExtension == "sh" }

  /// The prefix of a line comment.
  private var comment: String { ["py", "rb", "ps1", "pl", "sh"].contains(fileExtension) ? "#" : "//" }

  /// The program for one request: it prints the status and the body of its response, or the messages of its WebSocket.
  func text(_ original: CodeRequest) -> String {
    let request = takesBasicLogin ? original.plain.withBasicLogin : original.plain
    var program = write(request)
    if request.socket?.hasSteps == true {
      program.notes.append("The steps are left out: the messages are sent one after another.")
    }
    return program.file(of: request, comment: comment)
  }
}

extension CodeTarget {
  static let all: [CodeTarget] = [
    CodeTarget("swift", "Swift with RequestClient", fileExtension: "swift", takesBasicLogin: false) {
      SwiftClient($0).program
    },
    CodeTarget("swift-urlsession", "Swift with URLSession", fileExtension: "swift", takesBasicLogin: false) {
      SwiftURLSession($0).program
    },
    CodeTarget("python-requests", "Python with requests", fileExtension: "py") { PythonRequests($0).program },
    CodeTarget("python-httpx", "Python with httpx", fileExtension: "py") { PythonHTTPX($0).program },
    CodeTarget("python-urllib", "Python's urllib", fileExtension: "py", takesBasicLogin: false) {
      PythonURLLib($0).program
    },
    CodeTarget("javascript-fetch", "JavaScript with fetch", fileExtension: "mjs") { JavaScriptFetch($0).program },
    CodeTarget("javascript-axios", "JavaScript with axios", fileExtension: "mjs") { JavaScriptAxios($0).program },
    CodeTarget("node-http", "Node's http module", fileExtension: "mjs") { NodeHTTP($0).program },
    CodeTarget("go", "Go", fileExtension: "go") { GoCode($0).program },
    CodeTarget("java-httpclient", "Java's HttpClient", fileExtension: "java") { JavaHTTPClient($0).program },
    CodeTarget("java-okhttp", "Java with OkHttp", fileExtension: "java") { OkHttp.java($0) },
    CodeTarget("kotlin", "Kotlin with OkHttp", fileExtension: "kt") { OkHttp.kotlin($0) },
    CodeTarget("csharp", "C# with HttpClient", fileExtension: "cs") { CSharp($0).program },
    CodeTarget("ruby", "Ruby with Net::HTTP", fileExtension: "rb") { Ruby($0).program },
    CodeTarget("php-curl", "PHP with curl", fileExtension: "php") { PHPCurl(request: $0).program },
    CodeTarget("php-guzzle", "PHP with Guzzle", fileExtension: "php") { PHPGuzzle($0).program },
    CodeTarget("rust", "Rust with reqwest", fileExtension: "rs") { Rust($0).program },
    CodeTarget("c", "C with libcurl", fileExtension: "c") { CCode(request: $0).program },
    CodeTarget("powershell", "PowerShell", fileExtension: "ps1", takesBasicLogin: false) { PowerShell($0).program },
    CodeTarget("perl", "Perl with HTTP::Tiny", fileExtension: "pl", takesBasicLogin: false) { Perl($0).program },
    CodeTarget("wget", "wget commands", fileExtension: "sh") { Wget($0).program },
    CodeTarget("httpie", "HTTPie commands", fileExtension: "sh") { HTTPie($0).program },
    CodeTarget("websocat", "websocat commands", fileExtension: "sh", opensSockets: true) { Websocat($0).program },
    CodeTarget("python-websockets", "Python with websockets", fileExtension: "py", opensSockets: true) {
      PythonWebSockets($0).program
    },
    CodeTarget("javascript-websocket", "JavaScript with WebSocket", fileExtension: "mjs", opensSockets: true) {
      JavaScriptWebSocket($0).program
    },
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
    let needs = target.opensSockets ? Need.sockets : .requests
    return ExportFormat(target.name, target.title, fileExtension: target.fileExtension, needs: needs) {
      source throws(ExportError) in
      let texts = source.requests.map(target.text)
      if target.isScript || texts.count == 1 { return ExportResult(texts.joined(separator: "\n")) }
      return ExportResult(
        files: zip(source.requests, texts).map { request, text in
          ExportResult.File(request.path + "." + target.fileExtension, Data(text.utf8))
        })
    }
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
