import Foundation

/// YAML files of Postman, also those in which values that begin with `{{` have no quotes.
enum PostmanYAML {
  struct Reading {
    var object: JSONObject
    /// Whether quotes had to be added.
    var isRepaired = false
  }

  static func read(_ data: Data) throws(ImportError) -> Reading {
    do {
      return Reading(object: try object(data))
    } catch {
      let repaired = quoted(TextDecoding.text(data))
      if repaired.isChanged, let object = try? object(Data(repaired.text.utf8)) {
        return Reading(object: object, isRepaired: true)
      }
      let advice = repaired.isChanged ? "; values that begin with {{ need quotes" : ""
      throw ImportError(error.description + advice)
    }
  }

  private static func object(_ data: Data) throws(ImportError) -> JSONObject {
    let documents: [JSONValue]
    do { documents = try YAMLReader.documents(data) } catch { throw ImportError("\(error)") }
    guard let object = documents.first?.object else { throw ImportError("it is not a mapping") }
    return object
  }

  /// Puts quotes around values that begin with `{{`, outside of block scalars.
  private static func quoted(_ text: String) -> (text: String, isChanged: Bool) {
    var isChanged = false
    var blockIndent: Int?
    let lines = text.parts(separatedBy: "\n").map { line -> String in
      let indent = line.utf8.prefix { $0 == 0x20 }.count
      if let block = blockIndent {
        if indent > block || line.allSatisfy(\.isWhitespace) { return line }
        blockIndent = nil
      }
      if startsBlock(line) {
        blockIndent = indent
        return line
      }
      guard let start = valueStart(of: line) else { return line }
      isChanged = true
      let value = line[start...].replacing("'", with: "''")
      return line[..<start] + "'" + value.trimmingSuffix(while: \.isWhitespace) + "'"
    }
    return (lines.joined(separator: "\n"), isChanged)
  }

  /// Whether the lines below that are indented more are the text of a scalar.
  private static func startsBlock(_ line: String) -> Bool {
    let end = line.trimmingSuffix(while: \.isWhitespace)
    return ["|", "|-", "|+", ">", ">-", ">+"].contains { end.hasSuffix(" " + $0) }
  }

  /// Where an unquoted value that begins with `{{` starts.
  private static func valueStart(of line: String) -> String.Index? {
    guard let braces = line.firstRange(of: "{{") else { return nil }
    let before = line[..<braces.lowerBound].trimmingSuffix(while: { $0 == " " })
    guard before.endIndex < braces.lowerBound, before.hasSuffix(":") || before.hasSuffix("-") else { return nil }
    let key = before.dropLast().drop { $0 == " " || $0 == "-" }
    guard !key.contains(where: { "'\"{[#".contains($0) }), !key.contains(": ") else { return nil }
    return braces.lowerBound
  }
}
