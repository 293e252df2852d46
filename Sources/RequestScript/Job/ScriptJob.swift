package import Foundation

/// The scripts for one event of a request, and everything that they can access.
package struct ScriptJob: Sendable {
  package enum Event: String, Sendable {
    case preRequest
    /// Messages have arrived: handlers of the job before are called, and there are no scripts.
    case message
    case postResponse
  }

  package var event: Event
  /// The scripts of the collection, of its folders and of the request, in order.
  package var scripts: [ScriptSource]
  package var info = ScriptInfo()
  package var variables = ScriptVariables()
  package var request: ScriptRequest?
  package var response: ScriptResponse?
  /// The received messages that the handlers are called with.
  package var messages: [ScriptMessage] = []
  /// The body of the response.
  package var body = Data()
  /// The cookies for the URL of the request.
  package var cookies: [ScriptCookie] = []
  package var limits = ScriptLimits()
  /// The nesting depth: the number of jobs waiting for its request, each for the next one.
  package var depth = 0
  /// Whether later scripts run after one that failed.
  package var goesOnAfterErrors: Bool
  /// Whether the request follows Postman's rules, including those for its tests.
  package var hasPostmanRules = false
  package var collectionName: String?
  package var seed: [UInt8] = []

  package init(_ event: Event, scripts: [ScriptSource]) {
    (self.event, self.scripts) = (event, scripts)
    goesOnAfterErrors = event == .postResponse
  }
}

/// A script and its name in errors.
package struct ScriptSource: Equatable, Sendable {
  package var name: String
  package var source: String

  package init(name: String, source: String) { (self.name, self.source) = (name, source) }
}

/// The members of `pm.info`, and the description of the request.
package struct ScriptInfo: Equatable, Sendable {
  package var iteration = 0
  package var iterationCount = 1
  package var requestName = ""
  package var requestID = ""
  package var description = ""
  package var tags: [String] = []
  package var isInRun = false
  /// The names from the collection to the request.
  package var location: [String] = []
}

package struct ScriptLimits: Equatable, Sendable {
  package var time = Duration.seconds(30)
  package var consoleLines = 10_000
  package var consoleBytes = 1 << 20
  /// The number of tests that are reported individually.
  package var tests = 10_000
  /// The maximum total size of their names and messages in bytes.
  package var testBytes = 16 << 20
  /// The length in bytes above which a name or message is truncated.
  package var textBytes = 64 << 10

  package init() {}
}

extension ScriptJob {
  var json: JSONObject {
    var object: JSONObject = ["op": "job", "id": 1, "event": .string(event.rawValue)]
    object.add("scripts", .array(scripts.map { ["name": .string($0.name), "source": .string($0.source)] }))
    object.add("info", infoJSON)
    for (key, value) in variables.members { object.add(key, value) }
    object.add("request", request?.json)
    object.add("response", response?.json)
    if event == .message { object.add("messages", .array(messages.map(\.json))) }
    object.add("cookies", .array(cookies.map(\.json)))
    object.add(
      "limits",
      [
        "time": .number(limits.time.wholeMilliseconds), "console": .number(limits.consoleLines),
        "consoleBytes": .number(limits.consoleBytes),
      ])
    if goesOnAfterErrors { object.add("goesOn", true) }
    if hasPostmanRules { object.add("asPostman", true) }
    object.add("collectionName", collectionName.map { .string($0) })
    if !seed.isEmpty { object.add("seed", .string(Data(seed).hex)) }
    return object
  }

  private var infoJSON: JSONValue {
    var object: JSONObject = [
      "eventName": event == .preRequest ? "prerequest" : "test", "iteration": .number(info.iteration),
      "iterationCount": .number(info.iterationCount), "requestName": .string(info.requestName),
      "requestId": .string(info.requestID), "location": .array(info.location.map { .string($0) }),
    ]
    if !info.tags.isEmpty { object.add("tags", .array(info.tags.map { .string($0) })) }
    if info.isInRun { object.add("isInRun", true) }
    if !info.description.isEmpty { object.add("description", .string(info.description)) }
    return .object(object)
  }
}

extension Duration {
  /// Rounded down, at least 0.
  var wholeMilliseconds: Int {
    max(0, Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000))
  }
}
