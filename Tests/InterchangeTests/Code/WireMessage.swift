import Foundation
import Interchange
import RequestModel
import TestSupport

/// A request as a server reads it, without what libraries add by themselves.
struct WireMessage: Equatable, CustomStringConvertible {
  var method: String
  var target: String
  /// Sorted `name: value` lines, names in lower case.
  var headers: [String]
  var body: Data
  /// The parts of a form, whose boundary is arbitrary.
  var parts: [Part]?

  struct Part: Equatable {
    var name: String
    var fileName: String?
    var type: String?
    var content: Data
  }

  /// Headers that libraries add: their name, the content they accept, and the framing of the message.
  private static let ownHeaders: Set<String> = [
    "host", "user-agent", "accept", "accept-encoding", "accept-language", "connection", "content-length",
    "transfer-encoding", "sec-fetch-mode", "keep-alive", "expect", "cache-control", "pragma", "upgrade",
    "http2-settings", "te",
  ]

  var description: String {
    let content =
      parts.map { $0.map { "\($0)" }.joined(separator: "\n") } ?? String(decoding: body.prefix(600), as: UTF8.self)
    return "\(method) \(target)\n\(headers.joined(separator: "\n"))\n\n\(content)"
  }
}

extension WireMessage {
  /// Creates the expected message of a request.
  init(_ request: CodeRequest, in folder: URL) throws {
    (method, target) = (request.method, WireAddress(request.url).pathAndQuery)
    headers = Self.lines(request.headers.map { ($0.name, Data($0.value.utf8)) })
    body = Data()
    switch request.body {
    case .none: break
    case .bytes(let data): body = data
    case .file(let path): body = try Data(contentsOf: folder.appending(path: path))
    case .parts(let rows):
      parts = try rows.map { row in
        let content = try row.file.map { try Data(contentsOf: folder.appending(path: $0)) } ?? Data(row.value.utf8)
        return Part(name: row.name, fileName: row.fileName ?? row.file, type: row.contentType, content: content)
      }
    }
  }

  /// Reads a request.
  init(_ client: RawConnection) throws {
    var head: [String] = []
    // Bytes that are not UTF-8 would be replaced, and so differ.
    head = try client.readHead().components(separatedBy: "\r\n")
    let words = head[0].split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    (method, target) = (words[0], words.count > 1 ? words[1] : "")
    let fields = head.dropFirst().map { line in
      let colon = line.unicodeScalars.firstIndex(of: ":") ?? line.endIndex
      return (String(line[..<colon]), line[colon...].dropFirst().trimmingCharacters(in: .whitespaces))
    }
    let named = Dictionary(fields.map { ($0.0.lowercased(), $0.1) }) { first, _ in first }
    if named["expect"] != nil { try client.send("HTTP/1.1 100 Continue\r\n\r\n") }
    body = try Self.body(client, named)
    let type = named["content-type"] ?? ""
    if type.hasPrefix("multipart/form-data"), let boundary = type.components(separatedBy: "boundary=").last {
      parts = Self.parts(body, boundary: boundary.trimmingCharacters(in: CharacterSet(charactersIn: "\"")))
      body = Data()
      headers = Self.lines(fields.filter { $0.0.lowercased() != "content-type" }.map { ($0.0, Data($0.1.utf8)) })
    } else {
      headers = Self.lines(fields.map { ($0.0, Data($0.1.utf8)) })
    }
  }

  private static func lines(_ headers: [(String, Data)]) -> [String] {
    headers.map { ($0.0.lowercased(), $0.1) }.filter { !ownHeaders.contains($0.0) }
      .map { $0.0 + ": " + String(decoding: $0.1, as: UTF8.self) }.sorted()
  }

  private static func body(_ client: RawConnection, _ headers: [String: String]) throws -> Data {
    if headers["transfer-encoding"]?.contains("chunked") == true {
      var body = Data()
      while true {
        let size = Int(try client.readLine().prefix { $0 != ";" }, radix: 16) ?? 0
        if size == 0 { break }
        body += Data(try client.readBytes(size))
        _ = try client.readLine()
      }
      _ = try client.readLine()
      return body
    }
    return Data(try client.readBytes(Int(headers["content-length"] ?? "") ?? 0))
  }

  private static func parts(_ body: Data, boundary: String) -> [Part] {
    var parts: [Part] = []
    let mark = Data("\r\n--\(boundary)".utf8)
    var rest = Data("\r\n".utf8) + body
    while let start = rest.firstRange(of: mark) {
      rest = Data(rest[start.upperBound...])
      guard let end = rest.firstRange(of: mark), let blank = rest.firstRange(of: Data("\r\n\r\n".utf8)) else { break }
      let head = String(decoding: rest[..<blank.lowerBound], as: UTF8.self)
      parts.append(part(head, content: Data(rest[blank.upperBound..<end.lowerBound])))
    }
    return parts
  }

  private static func part(_ head: String, content: Data) -> Part {
    let lines = head.components(separatedBy: "\r\n")
    func value(_ name: String) -> String? {
      lines.first { $0.lowercased().hasPrefix(name + ":") }.map {
        $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
      }
    }
    let disposition = value("content-disposition") ?? ""
    return Part(
      name: parameter("name", of: disposition) ?? "", fileName: parameter("filename", of: disposition),
      type: value("content-type"), content: content)
  }

  /// Libraries write a quote as `%22` or with a backslash, and some leave out the quotes around names.
  private static func parameter(_ name: String, of disposition: String) -> String? {
    guard let start = disposition.range(of: "; \(name)=") else { return nil }
    var value = disposition[start.upperBound...]
    guard value.first == "\"" else { return String(value.prefix { $0 != ";" }) }
    value = value.dropFirst()
    var text = ""
    while let character = value.first, character != "\"" {
      value = value.dropFirst()
      if character == "\\", let next = value.first, next == "\"" || next == "\\" {
        text.append(next)
        value = value.dropFirst()
      } else {
        text.append(character)
      }
    }
    return text.replacing("%22", with: "\"")
  }
}

extension RawConnection {
  fileprivate func readLine() throws -> String {
    var line: [UInt8] = []
    while line.last != 0x0A { line += try readBytes(1) }
    return String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}
