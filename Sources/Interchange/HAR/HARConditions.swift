/// The words of a filter: `host:api.example.com status:2xx method:POST type:json /orders`.
///
/// Words of the same kind are alternatives; an entry has to match one of each kind.
package struct HARConditions: Equatable, Sendable {
  private(set) var hosts: [String] = []
  private(set) var statuses: [ClosedRange<Int>] = []
  private(set) var methods: [String] = []
  private(set) var types: [String] = []
  /// Parts of URLs.
  private(set) var parts: [String] = []

  package init() {}

  /// Reads the words of a filter.
  package init(_ text: String) throws(ImportError) {
    for word in text.split(whereSeparator: \.isWhitespace).map(String.init) { try addCondition(word) }
  }

  private mutating func addCondition(_ word: String) throws(ImportError) {
    guard let (kind, value) = word.cut(at: ":"), !word.contains("://") else { return parts.append(word.lowercased()) }
    guard !value.isEmpty else {
      let example = Self.examples[kind] ?? "2xx"
      throw ImportError("The filter \"\(word)\" has no value — write for example \(kind):\(example)")
    }
    switch kind {
    case "host": hosts.append(value.lowercased())
    case "method": methods.append(value.uppercased())
    case "type": types.append(value.lowercased())
    case "status": statuses.append(try Self.statuses(value))
    default:
      throw ImportError("The filter \"\(word)\" is unknown — use host:, status:, method:, type:, or a part of the URL")
    }
  }

  private static let examples = ["host": "api.example.com", "method": "POST", "type": "json"]

  /// `404`, `4xx` or `400-499`.
  private static func statuses(_ text: String) throws(ImportError) -> ClosedRange<Int> {
    let lower = text.lowercased()
    if lower.count == 3, lower.hasSuffix("xx"), let first = Int(lower.prefix(1)) {
      return first * 100...first * 100 + 99
    }
    let ends = lower.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    if ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last {
      return first...last
    }
    throw ImportError(
      "The filter \"status:\(text)\" is not a status — write for example status:404, status:4xx or status:400-499")
  }

  func matches(_ entry: JSONObject, _ request: JSONObject) -> Bool {
    let url = request.text("url") ?? ""
    let response = entry["response"]?.object
    return Self.matches(hosts) { Self.isHost(HARNames.host(of: url), $0) }
      && Self.matches(statuses) { $0.contains(response?.text("status").flatMap(Int.init) ?? 0) }
      && Self.matches(methods) { $0 == request.text("method")?.uppercased() }
      && Self.matches(types) { Self.type(response, entry).contains($0) }
      && Self.matches(parts) { url.lowercased().contains($0) }
  }

  private static func matches<Word>(_ words: [Word], _ matches: (Word) -> Bool) -> Bool {
    words.isEmpty || words.contains(where: matches)
  }

  /// Whether a host is the wanted one, or below it. The port counts only if the filter has one.
  private static func isHost(_ host: String, _ wanted: String) -> Bool {
    let name = wanted.contains(":") ? host : String(host.prefix { $0 != ":" })
    return name == wanted || name.hasSuffix("." + wanted)
  }

  /// The media type of the response, and how a browser requested it: `fetch`, `xhr` or `document`.
  private static func type(_ response: JSONObject?, _ entry: JSONObject) -> String {
    let media = response?["content"]?.object?.text("mimeType") ?? ""
    return (media.prefix { $0 != ";" } + " " + (entry.text("_resourceType") ?? "")).lowercased()
  }
}
