internal import Foundation

extension CURLBody {
  /// - Parameter contentType: Content type of the message.
  init(_ body: HTTPBody, contentType: String?) {
    switch body {
    case .data(let data): self.init(data)
    case .file(let file): self.init(arguments: ["--data-binary " + ShellText.quoted("@" + file.path)])
    case .stream: self.init(arguments: ["--data-binary @-"])
    case .multipart(let form):
      if contentType == form.contentType, let fields = form.curlFields {
        self.init(arguments: fields, isForm: true)
      } else if let chunks = form.chunks {
        self.init(commands: chunks.map(\.command))
      } else {
        self.init(arguments: ["--data-binary @-"])
      }
    }
  }
}

extension MultipartFormData.Chunk {
  fileprivate var command: String {
    switch self {
    case .bytes(let data): ShellText.printing(data)
    case .file(let url): "cat " + ShellText.quoted(url.path)
    }
  }
}

extension MultipartFormData {
  /// A range of a form's bytes that a shell command can print.
  enum Chunk {
    case bytes(Data)
    case file(URL)
  }

  /// The form's bytes in order; `nil` if the form has a stream.
  var chunks: [Chunk]? {
    var chunks: [Chunk] = []
    var bytes = Data()
    for (index, part) in parts.enumerated() {
      bytes += head(ofPart: index)
      switch part.body {
      case .data(let data): bytes += data
      case .file(let url):
        chunks += [.bytes(bytes), .file(url)]
        bytes = Data()
      case .multipart(let form):
        guard let inner = form.chunks else { return nil }
        chunks += [.bytes(bytes)] + inner
        bytes = Data()
      case .stream: return nil
      }
    }
    return chunks + [.bytes(bytes + end)]
  }

  /// The form as curl options; `nil` if curl cannot produce the same parts.
  var curlFields: [String]? {
    let fields = parts.map(\.curlField)
    return fields.isEmpty || fields.contains(nil) ? nil : fields.compactMap(\.self)
  }
}

extension MultipartPart {
  fileprivate var curlField: String? {
    guard headers.count <= 2, let disposition = headers.first, disposition.name == "Content-Disposition" else {
      return nil
    }
    let type = headers.count == 2 ? headers[1] : nil
    if let type, type.name != "Content-Type" || type.value.contains(where: { ";,\"\\".contains($0) }) { return nil }
    let words = disposition.value.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false).map {
      String($0)
    }
    guard words.count == 3 || words.count == 5, words[0] == "form-data; name=", words.last == "",
      words.count == 3 || words[2] == "; filename=", !words[1].unicodeScalars.contains("=")
    else { return nil }
    return words.count == 3
      ? textField(words[1], type) : fileField(words[1], fileName: words[3], type)
  }

  private func textField(_ name: String, _ type: HTTPHeader?) -> String? {
    guard type == nil, let text = body.data?.argumentText else { return nil }
    return "--form-string " + ShellText.quoted(name + "=" + text)
  }

  /// curl sends a type for every file and rejects a file name for other parts.
  private func fileField(_ name: String, fileName: String, _ type: HTTPHeader?) -> String? {
    guard case .file(let url) = body, let type else { return nil }
    let field = "\(name)=@\(Self.quoted(url.path));type=\(type.value);filename=\(Self.quoted(fileName))"
    return "-F " + ShellText.quoted(field)
  }

  /// Quotes `text` for curl's `-F`.
  private static func quoted(_ text: String) -> String {
    "\"" + text.replacingExactly("\\", with: #"\\"#).replacingExactly("\"", with: #"\""#) + "\""
  }
}
