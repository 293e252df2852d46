internal import Foundation

/// A body as a part of a command line.
struct CURLBody {
  /// Linux takes no longer argument than 128 kB (`MAX_ARG_STRLEN`).
  private static let longestArgument = 100_000

  /// What fills curl's standard input, `nil` where that stays what it is.
  private(set) var source: String?
  private(set) var arguments: [String] = []
  /// Whether curl makes the `Content-Type`, with a boundary of its own.
  private(set) var isForm = false

  init() {}

  /// - Parameter contentType: The message's.
  init(_ body: HTTPBody, contentType: String?) {
    self.init()
    switch body {
    case .data(let data): self = Self(data)
    case .file(let file): arguments = ["--data-binary " + ShellText.quoted("@" + file.path)]
    case .stream: arguments = ["--data-binary @-"]
    case .multipart(let form):
      if contentType == form.contentType, let fields = form.curlFields {
        arguments = fields
        isForm = true
      } else if let pieces = form.pieces {
        self = Self(pieces)
      } else {
        arguments = ["--data-binary @-"]
      }
    }
  }

  init(_ data: Data) {
    self.init()
    if data.count <= Self.longestArgument, let text = data.argumentText {
      // `--data-binary @…` would read a file.
      arguments = [(text.unicodeScalars.first == "@" ? "--data-raw " : "--data-binary ") + ShellText.quoted(text)]
    } else {
      self = Self([.bytes(data)])
    }
  }

  private init(_ pieces: [MultipartFormData.Piece]) {
    let commands = pieces.map { piece in
      switch piece {
      case .bytes(let data): ShellText.printing(data)
      case .file(let url): "cat " + ShellText.quoted(url.path)
      }
    }
    source = commands.count == 1 ? commands[0] : "{ " + commands.joined(separator: "; ") + "; }"
    arguments = ["--data-binary @-"]
  }
}

extension Data {
  /// The bytes as text that an argument can hold: UTF-8 without NUL.
  var argumentText: String? { contains(0) ? nil : String(validating: self, as: UTF8.self) }
}
