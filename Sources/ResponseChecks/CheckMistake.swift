internal import Foundation

/// An error in a check or a capture that does not depend on the response, such as a misspelt query.
package struct CheckMistake: Equatable, Sendable {
  /// The part of the row that is wrong.
  package enum Part: Equatable, Sendable { case response, expectation, scope }

  package let part: Part
  package let sentence: String

  private init(_ part: Part, _ problem: CheckProblem) { (self.part, sentence) = (part, problem.sentence.text { $0 }) }

  /// Examines a check; `nil` if no mistake is found. Parts with variables are assumed to be valid.
  package static func of(check: JSONObject) -> CheckMistake? {
    do { try refuseResponse(of: check) } catch { return CheckMistake(.response, error) }
    do { try refuseExpectation(of: check) } catch { return CheckMistake(.expectation, error) }
    return nil
  }

  /// Examines a capture, which does not have an expectation.
  package static func of(capture: JSONObject) -> CheckMistake? {
    do { try refuseResponse(of: capture) } catch { return CheckMistake(.response, error) }
    do { _ = try CaptureScope(of: capture) } catch { return CheckMistake(.scope, error) }
    return nil
  }

  /// Examines the enabled checks, captures and steps of a request, or the checks of a folder's settings.
  package static func all(in document: JSONObject) -> [(place: JSONLocation, problem: String)] {
    let request = try? SavedRequest(document: document)
    func mistakes(_ name: String, _ look: (JSONObject) -> CheckMistake?) -> [(place: JSONLocation, problem: String)] {
      document.enabledRows(name).compactMap { place, row in
        (look(row) ?? request.flatMap { misplacement(of: row, in: $0) }).map { (place, $0.sentence) }
      }
    }
    return mistakes("checks", of(check:)) + mistakes("captures", of(capture:))
      + (request.map(StepMistake.all(in:)) ?? [])
  }

  /// A check or a capture of a part that exchanges of the request do not have.
  private static func misplacement(of row: JSONObject, in request: SavedRequest) -> CheckMistake? {
    guard request.kind.takesMessages else {
      // Whether the response will be a stream is not known here.
      return MessageQueries.areAboutClose(row) ? CheckMistake(.response, MessageQueries.noClose) : nil
    }
    if MessageQueries.areAboutEvents(row) { return CheckMistake(.response, MessageQueries.noEvent) }
    // Without steps, the connection may be meant to be refused, with a response that has a body.
    guard !request.steps.isEmpty, MessageQueries.ofBodies.contains(row["query"]?.string ?? "") else { return nil }
    return CheckMistake(.response, MessageQueries.noBody(of: request.kind))
  }

  private static var context: CheckContext { CheckContext(digests: NoDigests()) }

  static func hasVariables(_ text: String) -> Bool { !Template(text).variables.isEmpty }

  private static func refuseResponse(of row: JSONObject) throws(CheckProblem) {
    let (query, expression) = (row["query"]?.string ?? "", row["expression"]?.string ?? "")
    let known = try ResponseQuery.named(query, with: expression)
    if !hasVariables(expression) { try refuse(expression, of: known) }
    for filter in row["filters"]?.array ?? row["x-filters"]?.array ?? [] {
      let text = filter.string ?? ""
      if !hasVariables(text) { try ResponseFilter(text, context).check() }
    }
  }

  /// Refuses an invalid expression. When it was typed, an unknown filter after a bar became part of it.
  static func refuse(_ expression: String, of query: ResponseQuery) throws(CheckProblem) {
    let parts = expression.parts(separatedByText: " | ")
    guard !["regex", "xpath"].contains(query.name), parts.count > 1 else { return try query.check(expression) }
    let word = String(parts[1].trimmingSpaces.prefix { $0 != " " })
    do { try query.check(expression) } catch { throw ResponseFilter.unknown(word) }
    if query.name != "jsonpath" { throw ResponseFilter.unknown(word) }
  }

  private static func refuseExpectation(of check: JSONObject) throws(CheckProblem) {
    let predicate = try Predicate(check, context)
    guard let value = predicate.value, !hasVariables(value.compact) else { return }
    try predicate.check()
    let isNumber = ["status", "duration", "size"].contains(check["query"]?.string) && check["filters"] == nil
    guard isNumber, comparing.contains(predicate.name) else { return }
    for value in value.array ?? [value] where CheckValue.json(value).number == nil {
      throw CheckProblem("\(check["query"]?.string ?? "") is a number, not \(value.compact)")
    }
  }

  private static let comparing: Set = ["equals", "in", "between", "less", "lessOrEqual", "greater", "greaterOrEqual"]
}

/// Nothing is computed of a row alone.
private struct NoDigests: TemplateDigests {
  func hash(_ data: Data, _ algorithm: DigestAlgorithm) -> Data? { nil }
  func code(of data: Data, key: Data, _ algorithm: DigestAlgorithm) -> Data? { nil }
}
