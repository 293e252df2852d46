package import Foundation
package import RequestModel
internal import ResponseChecks

/// A check of single messages of a conversation, such as the one that it waits for.
package struct MessageCheck: Sendable {
  private let row: JSONObject

  /// - Parameter text: A check in one line: `$.type == done`.
  package init(_ text: String) throws(Failure) {
    row = CheckLine.row(text)
    do throws(CheckProblem) { try MessageQueries.refuseOthers(row, as: text) } catch {
      throw Failure(.unprepared, error.sentence.text { $0 })
    }
    if let mistake = CheckMistake.of(check: row) { throw Failure(.unprepared, mistake.sentence) }
  }

  package func accepts(_ message: Data) -> Bool {
    let context = CheckContext(digests: LibcryptoDigests())
    return CheckEvaluation(ResponseFacts(message: message), context).result(of: row).isPassed
  }
}
