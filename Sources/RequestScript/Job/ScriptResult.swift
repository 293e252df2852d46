/// The results and changes of a job.
package struct ScriptResult: Equatable, Sendable {
  /// An uncaught error of a script. Changes made before it are kept.
  package var failure: ScriptFailure?
  /// Errors of scripts after which the next scripts still ran.
  package var earlierFailures: [ScriptFailure] = []
  package var changes: [ScriptChange] = []
  /// The request, if a script has changed it.
  package var request: ScriptRequest?
  /// The argument of `setNextRequest`.
  package var next: ScriptNext?
  /// Whether to skip the request.
  package var isSkipped = false
  /// Whether the run of the folder ends.
  package var isStopped = false
  package var visualizer: ScriptVisualizer?
  /// Whether a script before the request has left handlers for messages.
  package var handlesMessages = false
  /// The number of messages that handlers were called with; `nil` if there are no handlers, or they cannot be called.
  package var handledMessages: Int?
}

/// An error of a script.
package struct ScriptFailure: Equatable, Sendable {
  package var name: String
  package var message: String
  /// `file:line:column`.
  package var stack: String?
  /// The name of the script.
  package var script: String?
}

package enum ScriptNext: Equatable, Sendable {
  case request(String)
  /// The run sends no further request.
  case none
}

package struct ScriptVisualizer: Equatable, Sendable {
  package var template: String
  package var data: JSONValue
}

extension ScriptResult {
  /// Returns `nil` for other messages.
  init?(_ message: JSONObject) {
    guard message["op"]?.string == "done" else { return nil }
    failure = message["error"]?.object.map(ScriptFailure.init)
    earlierFailures = (message["failures"]?.array ?? []).compactMap { $0.object.map(ScriptFailure.init) }
    changes = (message["changes"]?.array ?? []).compactMap(ScriptChange.init)
    request = message["request"].flatMap(ScriptRequest.init)
    next = message["next"]?.object.map { $0["value"]?.string.map(ScriptNext.request) ?? .none }
    isSkipped = message["skip"]?.bool ?? false
    isStopped = message["stop"]?.bool ?? false
    visualizer = message["visualizer"]?.object.map {
      ScriptVisualizer(template: $0["template"]?.string ?? "", data: $0["data"] ?? .null)
    }
    handlesMessages = message["handlesMessages"]?.bool ?? false
    handledMessages = message["handled"]?.number?.int
  }
}

extension ScriptFailure {
  fileprivate init(_ object: JSONObject) {
    self.init(
      name: object["name"]?.string ?? "Error", message: object["message"]?.scriptText ?? "",
      stack: object["stack"]?.string, script: object["script"]?.string)
  }
}
