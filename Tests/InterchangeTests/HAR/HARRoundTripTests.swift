import Foundation
import RequestModel
import TestSupport
import Testing

@testable import Interchange

/// Requests that were sent come back from an archive as they were.
struct HARRoundTripTests {
  /// The parts that are on the wire: no rows that are off, no descriptions, no variables.
  private var limits: PortableLimits {
    var limits = PortableLimits()
    limits.requestMembers = ["query", "headers", "body"]
    limits.queryMembers = []
    limits.headerMembers = []
    limits.formMembers = []
    limits.partMembers = ["type"]
    limits.bodies = ["json", "text", "form", "multipart"]
    // Text that is JSON becomes a JSON body.
    limits.textTypes = ["text/plain", "application/xml", "text/html", "application/javascript"]
    limits.adapt = { $0 = $0.withoutTemplates }
    return limits
  }

  @Test func everyRequestComesBack() throws {
    var (count, issues) = (0, 0)
    let seeds = Seeds.some(of: 1000)
    for seed in seeds {
      var generator = PortableGenerator(seed: seed, limits: limits)
      let collection = generator.collection()
      let sent = Self.requests(of: collection)
      let requests = Self.requests(of: collection.movingSecrets)
      guard !requests.isEmpty else { continue }
      count += requests.count
      var source = ExportSource(PortableFolder(name: "c"))
      source.exchanges = sent.enumerated().map { exchange($1, at: Double($0)) }
      let archive = try ExportFormat.har.write(source).files[0].bytes
      let result = try ImportFormat.har.read(ImportSource(archive, fileName: "c.har"))
      let read = result.collections.flatMap(\.allRequests).map(\.document)
      let failures = result.notes.filter { $0.kind != .changed }
      guard read != requests || !failures.isEmpty else { continue }
      let pair = zip(read, requests).first { $0 != $1 }
      Issue.record(
        "seed \(seed): \(pair.map { "\(JSONValue.object($0).rendered())\n≠ \(JSONValue.object($1).rendered())" } ?? "\(read.count) requests") \(failures)"
      )
      issues += 1
      if issues > 8 { break }
    }
    #expect(count > seeds.count)
  }

  private static func requests(of collection: PortableFolder) -> [JSONObject] {
    collection.allRequests.enumerated().map { index, request in
      var document = request.document
      document["url"] = .string("https://example.com/r\(index)")
      return document
    }
  }

  private func exchange(_ document: JSONObject, at second: Double) -> Exchange {
    let method = document.text("method") ?? ""
    let url = document.text("url") ?? ""
    let (body, type) = Self.body(document["body"]?.object)
    let headers = (document["headers"]?.array ?? []).compactMap(\.object).map {
      Header($0.text("name") ?? "", $0.text("value") ?? "")
    }
    let sent = SentRequest(
      method: method, url: url + Self.query(document["query"]?.array),
      headers: headers + (type.map { [Header("Content-Type", $0)] } ?? []), body: body)
    return Exchange(
      id: ExchangeID(), request: SavedRequest(method: method, url: url),
      startedAt: Date(timeIntervalSince1970: second), sent: sent, outcome: .cancelled(partial: nil),
      duration: .seconds(1),
      timeline: Timeline(hops: []))
  }

  private static func query(_ rows: [JSONValue]?) -> String {
    guard let rows else { return "" }
    let pairs = rows.compactMap(\.object).map { row in
      [row.text("name"), row.text("value")].compactMap { $0 }.map(PercentEncoding.component).joined(separator: "=")
    }
    return "?" + pairs.joined(separator: "&")
  }

  private static func body(_ body: JSONObject?) -> (Data, type: String?) {
    if let json = body?["json"] { return (Data(json.compact.utf8), "application/json") }
    if let text = body?["text"]?.linesText { return (Data(text.utf8), body?.text("type")) }
    if let rows = body?["form"]?.array?.compactMap(\.object) {
      let pairs = rows.map {
        PercentEncoding.form($0.text("name") ?? "") + "=" + PercentEncoding.form($0.text("value") ?? "")
      }
      return (Data(pairs.joined(separator: "&").utf8), "application/x-www-form-urlencoded")
    }
    guard let rows = body?["multipart"]?.array?.compactMap(\.object) else { return (Data(), nil) }
    let form = CodeForm(rows.map { Parameter(document: $0) })
    let texts = form.pieces.map { if case .bytes(let bytes) = $0 { bytes } else { Data() } }
    return (Data(texts.joined()), form.contentType)
  }
}
