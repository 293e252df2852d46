/// Scripts before a request (`prerequest`) and after its response (`test`).
struct PostmanScripts {
  private(set) var scripts = JSONObject()
  /// Events that are not carried over, kept for an export.
  private(set) var rest: [JSONValue] = []

  init(_ value: JSONValue?, _ context: inout InterchangeContext) {
    var lines: [String: [String]] = [:]
    // A list, or one event.
    for value in value?.array ?? value.map({ [$0] }) ?? [] {
      guard let event = value.object, let script = Self.script(event, &context) else {
        if value.object.map({ !Self.lines($0).isEmpty || Self.hasSource($0) }) == true { rest.append(value) }
        continue
      }
      lines[script.member, default: []] += script.lines
    }
    for member in ["preRequest", "postResponse"] {
      if let own = lines[member] { scripts[member] = .array(own.map(JSONValue.string)) }
    }
  }

  private static func script(
    _ event: JSONObject, _ context: inout InterchangeContext
  ) -> (member: String, lines: [String])? {
    let listen = event.text("listen") ?? "test"
    guard let member = members[listen] else {
      context.note(.dropped, "Script for the event \"\(listen)\"")
      return nil
    }
    if hasSource(event) { context.note(.dropped, "Script \(listen): its source is elsewhere") }
    let lines = lines(event)
    guard !lines.isEmpty else { return nil }
    if event.flag("disabled") {
      context.noteUnused("Script \(listen): it is disabled")
      return nil
    }
    return (member, lines)
  }

  private static let members = ["prerequest": "preRequest", "test": "postResponse"]

  private static func hasSource(_ event: JSONObject) -> Bool { event["script"]?.object?["src"]?.isEmpty == false }

  static func lines(of event: JSONValue) -> [String] { event.object.map(lines) ?? [] }

  /// The lines of the script; none if all of them are blank.
  private static func lines(_ event: JSONObject) -> [String] {
    let value = event["script"]?.object?["exec"] ?? event["script"]
    let texts = value?.array?.compactMap(\.scalarText) ?? value?.string.map { [$0] } ?? []
    let lines = texts.flatMap {
      $0.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
    }
    return lines.contains { !$0.allSatisfy(\.isWhitespace) } ? lines : []
  }
}
