/// Reads an HTTP Archive: each kind of request once, in folders by page and host.
struct HARReader {
  private let filter: HARFilter
  private var context = InterchangeContext()
  private var exclusions: [HARExclusion: Int] = [:]
  private var requests: [HARRequest] = []
  /// The indexes of requests by `HARRequest.key`.
  private var known: [String: Int] = [:]
  /// How many requests there are by method and URL.
  private var counts: [String: Int] = [:]
  private var repeats = 0

  init(filter: HARFilter) { self.filter = filter }

  static func isArchive(_ object: JSONObject) -> Bool {
    if let log = object["log"] { return log.object?["entries"]?.array != nil }
    return isLoneRequest(object)
  }

  /// A request outside of an archive, as some tools copy it and programs that generate code take it.
  private static func isLoneRequest(_ object: JSONObject) -> Bool {
    guard object["method"]?.string != nil, object["url"]?.string != nil else { return false }
    return object["httpVersion"]?.string != nil || object["postData"]?.object != nil
      || ["headers", "queryString", "cookies"].contains { isList(object[$0]) }
  }

  /// Whether it is a list of names and values, with one at least.
  private static func isList(_ value: JSONValue?) -> Bool {
    guard let rows = value?.array, !rows.isEmpty else { return false }
    return rows.allSatisfy { $0.object?["name"]?.string != nil && $0.object?["value"] != nil }
  }

  mutating func read(_ object: JSONObject, stem: String?) -> ImportResult {
    let log = object["log"]?.object ?? ["entries": [["request": .object(object)]]]
    let entries = log["entries"]?.array ?? []
    addAll(entries, filter)
    if requests.isEmpty, exclusions[.staticFile] != nil {
      // If the archive contains only files, assume that they are wanted.
      var filter = filter
      filter.skipsStaticFiles = false
      (exclusions, context, known, repeats) = ([:], InterchangeContext(), [:], 0)
      addAll(entries, filter)
    }
    let pages = HARPages(log)
    var collection = PortableFolder(name: stem ?? "HAR")
    collection.items = HARFolders.items(requests, pages, &context)
    noteExclusions()
    return ImportResult(collection.items.isEmpty ? [] : [collection], notes: context.notes)
  }

  private mutating func addAll(_ entries: [JSONValue], _ filter: HARFilter) {
    for (index, value) in entries.enumerated() { addEntry(value, number: index + 1, filter) }
  }

  private mutating func addEntry(_ value: JSONValue, number: Int, _ filter: HARFilter) {
    guard let entry = value.object, let source = entry["request"]?.object else {
      return context.note(.failed, "Entry \(number) has no request")
    }
    if let exclusion = filter.exclusion(of: entry, source) { return exclusions[exclusion, default: 0] += 1 }
    guard let url = source.filledText("url") else {
      return context.note(.failed, "Entry \(number) has no URL")
    }
    let key = HARRequest.key(source)
    if filter.mergesRepeats, let index = known[key] {
      repeats += 1
      return requests[index].add(entry)
    }
    known[key] = requests.count
    let name = (source.text("method") ?? "").uppercased() + " " + url
    counts[name, default: 0] += 1
    requests.append(HARRequest(entry, source, url: url, ordinal: counts[name] ?? 1))
  }

  private mutating func noteExclusions() {
    for exclusion in HARExclusion.allCases {
      guard let count = exclusions[exclusion] else { continue }
      context.note(.dropped, "\(count) \(count == 1 ? "entry" : "entries"): \(exclusion.rawValue)")
    }
    if repeats > 0 {
      let entries = repeats == 1 ? "1 entry repeats" : "\(repeats) entries repeat"
      context.note(.changed, "\(entries) a request: their responses are its examples")
    }
    let headers = requests.map(\.headers)
    if headers.contains(where: \.hasOwn) {
      context.note(.dropped, "Headers that clients write themselves, such as Host, Content-Length and Sec-Fetch-Mode")
    }
    if requests.contains(where: \.hasSetCookie) {
      context.note(.dropped, "Set-Cookie headers of the responses: they may be credentials")
    }
  }
}
