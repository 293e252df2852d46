internal import Foundation

/// Reads a form section by section, with one file or producer open at a time.
final class MultipartReader: BodyReader {
  let length: Int?
  private var sections: ArraySlice<MultipartSection>
  private var current: (any BodyReader)?
  private let whenReady: @Sendable () -> Void

  init(_ form: MultipartFormData, whenReady: @escaping @Sendable () -> Void) throws(BodyFailure) {
    let sections = try form.sections()
    let isLengthKnown = sections.allSatisfy { $0.length != nil }
    length = isLengthKnown ? sections.lazy.compactMap(\.length).reduce(0, +) : nil
    self.sections = sections[...]
    self.whenReady = whenReady
  }

  /// Fills the buffer with several sections if possible.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(BodyFailure) -> BodyChunk {
    var count = 0
    while count < buffer.count, let section = sections.first {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      switch try read(section, into: rest) {
      case .bytes(let more): count += more
      case .wait: return count > 0 ? .bytes(count) : .wait
      case .end:
        current = nil
        sections.removeFirst()
      }
    }
    return count > 0 ? .bytes(count) : .end
  }

  private func read(
    _ section: MultipartSection, into buffer: UnsafeMutableRawBufferPointer
  ) throws(BodyFailure) -> BodyChunk {
    do throws(BodyFailure) {
      if current == nil { current = try section.open(whenReady: whenReady) }
      return try current?.read(into: buffer) ?? .end
    } catch {
      guard let part = section.part else { throw error }
      throw .partFailed(name: part, error)
    }
  }
}

/// A range of a form's bytes from one source, for one message.
struct MultipartSection {
  enum Source {
    /// Boundaries and headers, and parts in memory.
    case bytes(Data)
    case file(URL)
    case stream(BodyStream.Producer)
  }

  var source: Source
  /// Length in bytes, determined when the form is opened.
  var length: Int?
  /// The current part, for errors; `nil` between parts.
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
  /// The delimiter and headers of a part.
  func head(ofPart index: Int) -> Data {
    let lines = parts[index].headers.map { "\($0.name): \($0.value)\r\n" }
    return Data("\(index == 0 ? "" : "\r\n")--\(boundary)\r\n\(lines.joined())\r\n".utf8)
  }

  var end: Data { Data("\(parts.isEmpty ? "" : "\r\n")--\(boundary)--\r\n".utf8) }

  /// Returns all sections in order, after checking that every part can be sent.
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

  /// The reason the part cannot be sent, if known in advance.
  var failure: MultipartEncodingFailure? {
    for header in headers {
      if let problem = header.problem { return .bodyPartHeaderInvalid(header, problem) }
    }
    switch body {
    case .file(let url): return Self.failure(ofFile: url)
    case .multipart(let form): return form.firstFailure
    case .data, .stream: return nil
    }
  }

  private static func failure(ofFile url: URL) -> MultipartEncodingFailure? {
    do throws(BodyFailure) {
      _ = try PlainFile.length(of: url)
      return nil
    } catch {
      return switch error {
      case .notAFileURL(let url): .bodyPartURLInvalid(url)
      case .unreadableFile(let path, let reason): .bodyPartFileNotReachable(path: path, reason: reason)
      default: url.isFolder ? .bodyPartFileIsDirectory(url.path) : .bodyPartFileSizeNotAvailable(url.path)
      }
    }
  }
}

extension URL {
  fileprivate var isFolder: Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}
