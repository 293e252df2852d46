internal import Foundation
internal import RequestClient
internal import RequestModel

// What Postman sends.
extension RequestAssembly {
  /// Adds the headers that Postman adds on its own.
  func addPostmanHeaders(to headers: inout [Header]) {
    for (name, value) in [("Accept", "*/*"), ("Cache-Control", "no-cache")]
    where headers.first(name) == nil && !omittedHeaders.contains(name) {
      headers.append(Header(name, value))
    }
  }

  /// A form with fields of one name together, escaped as RFC 3986 asks for.
  static func postmanForm(_ rows: [Parameter]) -> Data {
    var names: [String] = []
    var values: [String: [String]] = [:]
    for row in rows {
      if values[row.name] == nil { names.append(row.name) }
      values[row.name, default: []].append(row.value)
    }
    let pairs = names.flatMap { name in
      (values[name] ?? []).map { PercentEncoding.component(name) + "=" + PercentEncoding.component($0) }
    }
    return Data(pairs.joined(separator: "&").utf8)
  }
}
