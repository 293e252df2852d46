internal import Foundation
internal import RequestBasics

extension CURLBody {
  /// - Parameter contentType: The message's.
  init(_ body: HTTPBody, contentType: String?) {
    switch body {
    case .data(let data): self.init(data)
    case .file(let file): self.init(arguments: ["--data-binary " + ShellText.quoted("@" + file.path)])
    case .stream: self.init(arguments: ["--data-binary @-"])
    case .multipart(let form):
      if contentType == form.contentType, let fields = form.curlFields {
        self.init(arguments: fields, isForm: true)
      } else if let pieces = form.pieces {
        self.init(commands: pieces.map(\.command))
      } else {
        self.init(arguments: ["--data-binary @-"])
      }
    }
  }
}

extension MultipartFormData.Piece {
  fileprivate var command: String {
    switch self {
    case .bytes(let data): ShellText.printing(data)
    case .file(let url): "cat " + ShellText.quoted(url.path)
    }
  }
}
