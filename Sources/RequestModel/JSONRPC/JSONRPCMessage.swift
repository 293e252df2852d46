package import Foundation

/// A message of JSON-RPC: a call, a notification or a response.
package struct JSONRPCMessage: Equatable, Sendable {
  /// `nil` for a response.
  package let method: String?
  /// `nil` for a notification.
  package let id: JSONValue?
  package let params: JSONObject?
  package let result: JSONValue?
  package let error: JSONObject?

  /// - Returns: `nil` for any other object. Some programs leave out `jsonrpc`, so it is not required.
  package init?(_ object: JSONObject) {
    method = object["method"]?.string
    id = object["id"].flatMap { $0.string == nil && $0.number == nil ? nil : $0 }
    params = object["params"]?.object
    result = object["result"]
    error = object["error"]?.object
    guard method != nil || result != nil || error != nil else { return nil }
  }

  /// Reads a message, or the messages of a batch.
  package static func all(in value: JSONValue) -> [JSONRPCMessage] {
    (value.array ?? [value]).compactMap(\.object).compactMap(JSONRPCMessage.init)
  }

  package var isCall: Bool { method != nil && id != nil }
  package var isResponse: Bool { method == nil }

  /// The error as a sentence: `-32601: Method not found`.
  package var problem: String? {
    guard let error else { return nil }
    let texts = [error["code"]?.compact, error["message"]?.string].compactMap(\.self).filter { !$0.isEmpty }
    return texts.isEmpty ? JSONValue.object(error).compact : texts.joined(separator: ": ")
  }

  /// The error that a tool of MCP reports in its result, as a sentence.
  fileprivate var toolProblem: String? {
    guard let result = result?.object, result["isError"]?.bool == true else { return nil }
    let texts = (result["content"]?.array ?? []).compactMap { $0.object?["text"]?.string }
    return texts.first.map { "The tool reports an error: \($0.prefix(200))" } ?? "The tool reports an error"
  }
}

/// The errors that a response of JSON-RPC reports, and the calls that it leaves out.
package enum JSONRPCProblems {
  /// Longer responses are not read.
  private static let longestRead = 1 << 20
  /// The most sentences: a response may have thousands of errors.
  private static let most = 20

  /// - Parameter received: The body of the response, or the data of each event if it is an event stream.
  package static func sentences(sent: Data, received: [Data]) -> [String] {
    guard received.reduce(0, { $0 + $1.count }) <= longestRead, let value = try? JSONText(Array(sent)).value else {
      return []
    }
    let calls = JSONRPCMessage.all(in: value).filter(\.isCall)
    let read = received.compactMap { try? JSONText(Array($0)).value }
    if read.isEmpty { return calls.isEmpty ? [] : ["The response is not JSON-RPC: it is not JSON"] }
    let responses = read.flatMap(JSONRPCMessage.all(in:)).filter(\.isResponse)
    let errors = responses.compactMap { response in
      response.problem.map { problem in
        let id = value.array == nil ? "" : " for the id \(response.id?.compact ?? "null")"
        return "JSON-RPC error\(id): \(problem)"
      }
    }
    let tools = calls.filter { $0.method == "tools/call" }.compactMap(\.id)
    let toolErrors = responses.filter { response in tools.contains { $0 == response.id } }.compactMap(\.toolProblem)
    // An error without an id is about all calls.
    guard !responses.contains(where: { $0.id == nil && $0.error != nil }) else { return shortened(errors) }
    let missing = calls.compactMap(\.id).filter { id in !responses.contains { $0.id == id } }
    return shortened(errors + toolErrors + missing.map { "No JSON-RPC response has the id \($0.compact)" })
  }

  private static func shortened(_ sentences: [String]) -> [String] {
    guard sentences.count > most else { return sentences }
    return sentences.prefix(most) + ["\(sentences.count - most) more JSON-RPC problems: see the body"]
  }
}
