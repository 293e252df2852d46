package import Foundation
package import RequestModel
internal import ResponseChecks

/// A check of single messages of a conversation, such as the one that it waits for.
package struct MessageCheck: Sendable {
  private let row: JSONObject

  /// The parts of a response that a message has, too.
  private static let queries = ["body", "jsonpath", "xpath", "regex", "bytes", "size", "sha256", "md5"]

  /// - Parameter text: A check in one line: `$.type == done`.
  package init(_ text: String) throws(Failure) {
    row = CheckLine.row(text)
    let query = row["query"]?.string ?? ""
    guard Self.queries.contains(query) else {
      let known = Self.queries.joined(separator: ", ")
      throw Failure(
        .unprepared, "\"\(text)\" is not about a message: begin with a path such as $.type, or with \(known)")
    }
    if let mistake = CheckMistake.of(check: row) { throw Failure(.unprepared, mistake.sentence) }
  }

  package func accepts(_ message: Data) -> Bool {
    let head = Response.Head(status: 101, reason: "", httpVersion: "", headers: [])
    let facts = ResponseFacts(head: head, body: message, url: "", duration: .zero, hops: [])
    return CheckEvaluation(facts, CheckContext(digests: LibcryptoDigests())).result(of: row).isPassed
  }
}
