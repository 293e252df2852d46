import Foundation

/// Variables of curl itself: `--variable name=value`, and `{{name:function}}` in the values of `--expand-`.
struct CurlVariables {
  private var values: [String: String] = [:]

  mutating func declare(_ text: String, _ files: CurlFiles, _ problems: inout [String]) {
    let isEnvironment = text.hasPrefix("%")
    let text = isEnvironment ? String(text.dropFirst()) : text
    let (name, content) = text.cut(at: "=").map { ($0.before, $0.after) } ?? (text, nil)
    if isEnvironment {
      values[name] = VariableMarks.mark(name)
    } else if let content {
      values[name] = content
    } else if let (name, path) = text.cut(at: "@") {
      if let content = files.text(path) {
        values[name] = content
      } else {
        problems.append("--variable \(text): \(files.unread(path))")
      }
    }
  }

  func expanded(_ text: String, _ problems: inout [String]) -> String {
    var result = ""
    var rest = Substring(text)
    while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
      result += rest[..<open.lowerBound]
      if result.hasSuffix("\\") {
        result.removeLast()
        result += rest[open.lowerBound..<close.upperBound]
      } else {
        result += value(of: String(rest[open.upperBound..<close.lowerBound]), &problems)
      }
      rest = rest[close.upperBound...]
    }
    return result + rest
  }

  private func value(of expression: String, _ problems: inout [String]) -> String {
    var functions = expression.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let name = functions.removeFirst()
    guard var value = values[name] else { return "" }
    for function in functions {
      switch function {
      case "trim":
        value = VariableMarks.map(value, filter: "trim") { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      case "url": value = VariableMarks.map(value, filter: "urlencode") { PercentEncoding.component($0) }
      case "b64": value = VariableMarks.map(value, filter: "base64") { Data($0.utf8).base64EncodedString() }
      case "json" where !VariableMarks.contains(value):
        value = String(JSONValue.string(value).rendered().dropFirst().dropLast())
      case "64dec" where !VariableMarks.contains(value):
        value = Data(base64Encoded: value).map { String(decoding: $0, as: UTF8.self) } ?? "[64dec-fail]"
      default: problems.append("{{\(expression)}}: the function \(function)")
      }
    }
    return value
  }
}
