/// Where a capture keeps its variable.
package enum CaptureScope: String, CaseIterable, Sendable {
  case session, environment, collection

  /// - Throws: A scope that is not one of these: the variable is kept nowhere.
  package init(of capture: JSONObject) throws(CheckProblem) {
    guard let value = capture["scope"] else {
      self = .session
      return
    }
    guard let scope = value.string.flatMap(Self.init(rawValue:)) else {
      let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw CheckProblem("unknown scope \(value.compact) — choose one of \(known)")
    }
    self = scope
  }
}
