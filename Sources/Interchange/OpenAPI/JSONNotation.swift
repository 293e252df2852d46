internal import Foundation

/// The notation of an exported document: chosen by the requested file name, else as in the imported document.
enum OpenAPINotation {
  case yaml
  case json(JSONNotation)

  /// - Parameter kept: The members of a document that the collection keeps.
  init(fileName: String?, _ kept: JSONObject?) {
    let json = kept?[KeptDocument.notation]?.object.map(JSONNotation.init)
    let name = fileName?.lowercased() ?? ""
    if name.hasSuffix(".json") {
      self = .json(json ?? JSONNotation())
    } else if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
      self = .yaml
    } else {
      self = json.map(Self.json) ?? .yaml
    }
  }

  func bytes(of value: JSONValue) -> Data {
    switch self {
    case .yaml: Data(YAMLWriter.text(value).utf8)
    case .json(let notation): notation.bytes(of: value)
    }
  }

  var fileExtension: String {
    switch self {
    case .yaml: "yaml"
    case .json: "json"
    }
  }
}

/// The layout of a JSON text, so that an export looks like the imported document.
struct JSONNotation: Equatable {
  /// The white space of one level; empty for a text on one line.
  var indent = "  "
  var newline = "\n"
  /// Between a name and its value.
  var colon = ": "
  /// After the last brace.
  var end = "\n"

  /// As most programs write JSON.
  init() {}

  /// - Returns: `nil` for a text that does not begin like an object of JSON.
  init?(_ data: Data) {
    let start = String(decoding: data.prefix(Self.examined), as: UTF8.self)
    let object = /\u{FEFF}?[ \t\n\r]*\{([ \t\n\r]*)"[^"]*"([ \t\n\r]*:[ \t\n\r]*)/
    guard let match = start.prefixMatch(of: object.matchingSemantics(.unicodeScalar)) else { return nil }
    let lead = String(match.1)
    colon = String(match.2)
    if let line = lead.unicodeScalars.lastIndex(of: "\n") {
      indent = String(lead.unicodeScalars[lead.unicodeScalars.index(after: line)...])
      newline = lead.unicodeScalars.contains("\r") ? "\r\n" : "\n"
    } else {
      indent = ""
    }
    end = String(decoding: data.suffix(8).reversed().prefix { Self.isSpace($0) }.reversed(), as: UTF8.self)
  }

  private static let examined = 4096

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  // MARK: As a collection keeps it

  init(_ object: JSONObject) {
    if let text = object.text("indent") { indent = text }
    if let text = object.text("newline") { newline = text }
    if let text = object.text("colon") { colon = text }
    if let text = object.text("end") { end = text }
    // A collection of others may have anything here.
    let parts = colon.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let isSpace = ([indent, newline, end] + parts).allSatisfy { $0.utf8.allSatisfy(Self.isSpace) }
    if parts.count != 2 || !isSpace { self = JSONNotation() }
  }

  /// The differences from common JSON formatting.
  var object: JSONObject {
    let standard = JSONNotation()
    var object = JSONObject()
    if indent != standard.indent { object["indent"] = .string(indent) }
    if newline != standard.newline { object["newline"] = .string(newline) }
    if colon != standard.colon { object["colon"] = .string(colon) }
    if end != standard.end { object["end"] = .string(end) }
    return object
  }

  // MARK: Writing

  func bytes(of value: JSONValue) -> Data {
    var bytes: [UInt8] = []
    write(value, to: &bytes, indent.isEmpty ? "" : newline)
    bytes += end.utf8
    return Data(bytes)
  }

  /// - Parameter margin: The line break and the white space of the line that the value starts on.
  private func write(_ value: JSONValue, to bytes: inout [UInt8], _ margin: String) {
    switch value {
    case .array(let elements) where !elements.isEmpty:
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        bytes += separator(index, margin)
        write(element, to: &bytes, margin + indent)
      }
      bytes += margin.utf8
      bytes.append(UInt8(ascii: "]"))
    case .object(let object) where !object.members.isEmpty:
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
        bytes += separator(index, margin)
        JSONValue.string(member.key).writeCompact(to: &bytes)
        bytes += colon.utf8
        write(member.value, to: &bytes, margin + indent)
      }
      bytes += margin.utf8
      bytes.append(UInt8(ascii: "}"))
    default: value.writeCompact(to: &bytes)
    }
  }

  private func separator(_ index: Int, _ margin: String) -> [UInt8] {
    if !indent.isEmpty { return Array(((index == 0 ? "" : ",") + margin + indent).utf8) }
    return index == 0 ? [] : Array((colon.hasSuffix(" ") ? ", " : ",").utf8)
  }
}
