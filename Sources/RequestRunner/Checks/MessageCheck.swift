/// A check of single messages of a conversation, for example to wait for one.
package struct MessageCheck: Sendable {
  private let row: JSONObject

  /// - Parameter text: A check in one line: `$.type == done`.
  ///   Its variables are not replaced, so it has none.
  package init(_ text: String) throws(Failure) {
    for case .variable(let name) in Template(text).pieces {
      throw Failure(
        .unprepared,
        "{{\(name)}} is not replaced in this check — write its value, or put an expect into the steps of the request")
    }
    row = CheckLine.row(text)
    do throws(CheckProblem) { try MessageQueries.refuseOthers(row, as: text) } catch {
      throw Failure(.unprepared, error.sentence.text { $0 })
    }
    if let mistake = CheckMistake.of(check: row) { throw Failure(.unprepared, mistake.sentence) }
  }

  /// Whether only events of a stream can pass.
  package var isAboutEvents: Bool { MessageQueries.areAboutEvents(row) }

  package func accepts(_ message: LogEvent.Message) -> Bool {
    let context = CheckContext(digests: LibcryptoDigests())
    return CheckEvaluation(ResponseFacts(message: message), context).result(of: row).isPassed
  }
}
