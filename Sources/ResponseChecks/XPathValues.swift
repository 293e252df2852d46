internal import BodyDocument
internal import CXPath
internal import Foundation

/// Values at an XPath of an XML or HTML text: the texts of nodes, a number, a text or a truth value.
enum XPathValues {
  static func read(_ path: String, _ text: Data, isHTML: Bool) throws(CheckProblem) -> CheckValue {
    // Entities that refer to others could expand without limit.
    guard text.range(of: Data("<!ENTITY".utf8)) == nil else {
      throw CheckProblem("XML that declares entities is not read")
    }
    var result = text.withUnsafeBytes { bytes in
      let start = bytes.bindMemory(to: CChar.self).baseAddress
      return withExtendedLifetime(text) {
        // An empty document has no address.
        start.map { xpath_evaluate($0, bytes.count, isHTML ? 1 : 0, path) }
          ?? xpath_evaluate("", 0, isHTML ? 1 : 0, path)
      }
    }
    defer { xpath_free(&result) }
    switch result.kind {
    case XPATH_NODES:
      let texts = result.strings.map { JSONValue.string($0) }
      return texts.isEmpty ? .missing : .nodes(texts)
    case XPATH_STRING: return .text(result.strings.first ?? "")
    case XPATH_BOOLEAN: return .json(.bool(result.number != 0))
    case XPATH_NUMBER: return number(result.number)
    case XPATH_NO_EXPRESSION: throw CheckProblem("\(path) is not an XPath expression: \(result.reason)")
    case XPATH_TOO_COSTLY: throw CheckProblem("\(path) takes too many steps — narrow it down")
    case XPATH_NO_DOCUMENT:
      throw CheckProblem(
        "the body is not \(isHTML ? "HTML" : "XML"): \(text.isEmpty ? "it is empty" : result.reason)")
    default: throw CheckProblem("\(result.reason)")
    }
  }

  /// Refuses an expression that is invalid for any document. Without the library, accepts all.
  static func check(_ path: String) throws(CheckProblem) {
    var result = xpath_check(path)
    defer { xpath_free(&result) }
    if result.kind == XPATH_NO_EXPRESSION { throw CheckProblem("\(path) is not an XPath expression: \(result.reason)") }
  }

  private static func number(_ number: Double) -> CheckValue {
    guard number.isFinite else { return .text(number.isNaN ? "NaN" : number > 0 ? "Infinity" : "-Infinity") }
    let isWhole = number == number.rounded() && abs(number) < 1e15
    return .json(.number(JSONNumber(text: isWhole ? String(Int(number)) : String(number))))
  }

  /// Whether a body without a telling media type looks like HTML.
  static func isHTML(_ text: Data, contentType: String?) -> Bool {
    if let type = contentType?.lowercased(), type.contains("xml") || type.contains("html") {
      return type.contains("html") && !type.contains("xml")
    }
    let start = String(decoding: text.prefix(512), as: UTF8.self).lowercased()
    return start.contains("<!doctype html") || start.contains("<html")
  }
}

extension xpath_result {
  fileprivate var strings: [String] {
    (0..<count).compactMap { index in texts[index].map { String(cString: $0) } }
  }

  fileprivate var reason: String {
    let text = withUnsafeBytes(of: message) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
    return text.isEmpty ? "no reason is known" : text
  }
}
