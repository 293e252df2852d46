internal import BodyDocument
internal import Foundation

/// An unmasked response for the templates of other requests.
struct FetchedResponse: Sendable {
  /// The request's path in its collection, for messages.
  let request: String
  let head: Response.Head
  let body: Data
  /// The secrets that its request knows, which may be in it.
  var secrets: Set<String> = []

  func value(of part: ResponseReference.Part) throws(Failure) -> JSONValue {
    if case .status = part { return .number(head.status) }
    guard head.status < 400 else {
      throw failure("answered \(head.status) \(head.reason)".trimmingCharacters(in: .whitespaces))
    }
    switch part {
    case .status, .body: return .string(String(decoding: body, as: UTF8.self))
    case .json(let path): return try values(at: path)
    case .header(let name):
      guard let value = head.headers.first(name) else { throw failure("has no header \(name) in its response") }
      return .string(value)
    }
  }

  /// The value at a JSONPath; a list if it selects several.
  private func values(at path: String) throws(Failure) -> JSONValue {
    do {
      let document = BodyDocument(json: body, contentType: head.headers.first("content-type"))
      let found = try document.select(JSONPathQuery(path)).body
      let values = try JSONText([UInt8](found)).value.array ?? []
      if values.count == 1 { return values[0] }
      if !values.isEmpty { return .array(values) }
    } catch {
      throw failure("has no \(path) in its response: \(error)")
    }
    throw failure("has no \(path) in its response")
  }

  private func failure(_ problem: String) -> Failure { Failure(.unprepared, "The request \"\(request)\" \(problem)") }
}
