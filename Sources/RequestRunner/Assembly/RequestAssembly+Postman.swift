internal import Foundation
internal import Interchange

// Follows Postman's rules for requests.
extension RequestAssembly {
  func addPostmanHeaders(to headers: inout [Header]) {
    for (name, value) in [("Accept", "*/*"), ("Cache-Control", "no-cache")]
    where headers.first(name) == nil && !omittedHeaders.contains(name) {
      headers.append(Header(name, value))
    }
  }

  /// Whether a Postman file says that redirects send a `Referer`.
  var sendsReferer: Bool {
    let behavior = request.document["x-postman"]?.object?["protocolProfileBehavior"]?.object
    return behavior.map { PostmanOptions.sendsReferer($0) } ?? false
  }

  /// Whether a Postman file says that `Content-Length: 0` is not sent.
  var omitsLength: Bool {
    let behavior = request.document["x-postman"]?.object?["protocolProfileBehavior"]?.object
    return behavior?["disabledSystemHeaders"]?.object?["content-length"]?.bool == true
  }

  /// The fields of the auth as newman reads them; `nil` if it sends no credentials. newman does not fetch tokens.
  mutating func postmanAuthValues(_ url: String) -> FieldValues? {
    var auth = auth
    if auth.kind == .awsV4 {
      let known = AWSScope(host: PreparedRequest.host(of: url))
      if auth.text("region").isEmpty, known.region.isEmpty { auth["region"] = "us-east-1" }
      if auth.text("service").isEmpty, known.service.isEmpty { auth["service"] = "execute-api" }
    }
    let values = values(of: auth)
    if auth.kind == .oauth2, values["accessToken"].isEmpty {
      warnings.append("OAuth 2 has no access token: the request is sent without Authorization, as newman sends it")
      return nil
    }
    return complete(values, auth.kind)
  }

  /// Whether Postman sends no body with this method.
  func isPruned(_ method: String) -> Bool {
    request.document["x-postman"]?.object?[PostmanBody.pruningMark] == true && PostmanBody.isPruned(method: method)
  }

  /// The text of a body. Comments are removed if its language or the `Content-Type` says that it is JSON.
  func postmanText(_ values: FieldValues, _ headers: [Header]) -> Data {
    let isJSON = values.optional("type").map { $0 == "application/json" } ?? Self.isJSON(headers.first("Content-Type"))
    return Data((isJSON ? JSONComments.removedAsInPostman(from: values["text"]) : values["text"]).utf8)
  }

  private static func isJSON(_ type: String?) -> Bool {
    type?.prefixMatch(of: /application\/(\S+\+)?json/) != nil
  }

  /// Replaces a missing body by an empty one if Node sends `Content-Length: 0`: with all but these methods.
  func postmanBody(_ body: HTTPBody?, _ method: String) -> HTTPBody? {
    let hasNoLength = ["GET", "HEAD", "TRACE", "DELETE", "CONNECT", "OPTIONS"].contains(method)
    return body == nil && !hasNoLength && !omittedHeaders.contains("Content-Length") ? .data(Data()) : body
  }

  /// Encodes a form. Fields with the same name are grouped, and values are escaped by RFC 3986.
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
