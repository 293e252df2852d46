internal import Foundation

/// A stretch of a form's bytes that has one source, promised to one message.
struct MultipartSection {
  enum Source {
    /// Boundaries and headers, and parts in memory.
    case bytes(Data)
    case file(URL)
    case stream(BodyStream.Producer)
  }

  var source: Source
  /// Fixed when the form is opened.
  var length: Int?
  /// The part that errors are told of, `nil` for what belongs to none.
  var part: String?

  init(bytes: Data) {
    source = .bytes(bytes)
    length = bytes.count
  }

  init(_ source: Source, length: Int?, part: String) {
    self.source = source
    self.length = length
    self.part = part
  }

  func open(whenReady: @escaping @Sendable () -> Void) throws(BodyFailure) -> any BodyReader {
    switch source {
    case .bytes(let data): return DataReader(data)
    case .stream(let produce): return StreamReader(produce, length: length, whenReady: whenReady)
    case .file(let url):
      let reader = try FileReader(url)
      if let actual = reader.length, let length, actual != length {
        throw .fileChanged(path: url.path, expected: length, actual: actual)
      }
      return reader
    }
  }
}

extension MultipartFormData {
  /// What stands before a part's body.
  func head(ofPart index: Int) -> Data {
    let lines = parts[index].headers.map { "\($0.name): \($0.value)\r\n" }
    return Data("\(index == 0 ? "" : "\r\n")--\(boundary)\r\n\(lines.joined())\r\n".utf8)
  }

  var end: Data { Data("\(parts.isEmpty ? "" : "\r\n")--\(boundary)--\r\n".utf8) }

  /// The form from beginning to end. What keeps a part from being sent is found before the first byte goes out.
  func sections() throws(BodyFailure) -> [MultipartSection] {
    if let firstFailure { throw .multipartEncodingFailed(firstFailure) }
    var sections: [MultipartSection] = []
    for (index, part) in parts.enumerated() {
      sections.append(MultipartSection(bytes: head(ofPart: index)))
      do throws(BodyFailure) {
        sections += try part.sections()
      } catch {
        throw .partFailed(name: part.name, error)
      }
    }
    return sections + [MultipartSection(bytes: end)]
  }
}

extension MultipartPart {
  fileprivate func sections() throws(BodyFailure) -> [MultipartSection] {
    switch body {
    case .data(let data): [MultipartSection(bytes: data)]
    case .file(let url): [MultipartSection(.file(url), length: try PlainFile.length(of: url), part: name)]
    case .stream(let stream): [MultipartSection(.stream(try stream.start()), length: stream.length, part: name)]
    case .multipart(let form): try form.sections()
    }
  }
}
