/// An event that a job reports while it runs.
package enum ScriptEvent: Equatable, Sendable {
  case console(ScriptConsoleLevel, String)
  case test(ScriptTest)
  /// A value that a script has set as a secret. It may be replaced by another one, and is none of the changes then.
  case secret(JSONValue)
}

package enum ScriptConsoleLevel: String, Sendable {
  case log, info, warn, error, debug
}

/// The result of a `pm.test`.
package struct ScriptTest: Equatable, Sendable {
  package enum Status: String, Sendable {
    case passed, failed, skipped
  }

  package var name: String
  package var status: Status
  package var message: String?
  /// The name of the error, such as `AssertionError`.
  package var kind: String?
  /// The place in the script.
  package var stack: String?

  package init(_ name: String, _ status: Status, message: String? = nil, kind: String? = nil, stack: String? = nil) {
    (self.name, self.status, self.message, self.kind, self.stack) = (name, status, message, kind, stack)
  }
}

extension ScriptEvent {
  /// Returns `nil` for other messages.
  init?(_ message: JSONObject) {
    switch message["op"]?.string {
    case "console":
      guard let level = message["level"]?.string.flatMap(ScriptConsoleLevel.init(rawValue:)),
        let text = message["text"]?.string
      else { return nil }
      self = .console(level, text)
    case "test":
      guard let name = message["name"]?.string,
        let status = message["status"]?.string.flatMap(ScriptTest.Status.init(rawValue:))
      else { return nil }
      self = .test(
        ScriptTest(
          name, status, message: message["message"]?.string, kind: message["kind"]?.string,
          stack: message["stack"]?.string))
    case "secret": self = .secret(message["value"] ?? .null)
    default: return nil
    }
  }
}
