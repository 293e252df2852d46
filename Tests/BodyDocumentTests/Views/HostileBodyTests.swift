import BodyDocument
import Foundation
import RequestModel
import TestSupport
import Testing

/// Bodies that are not what their type says, and bodies of nothing much.
@Suite struct HostileBodyTests {
  private static let types: [String?] = [
    nil, "application/json", "application/x-ndjson", "text/xml", "text/html", "text/csv", "text/tab-separated-values",
    "application/x-www-form-urlencoded", "multipart/mixed; boundary=a", "multipart/form-data; boundary=\"\"",
    "image/png", "application/cbor", "application/msgpack",
    "application/zip", "text/plain; charset=utf-16", "text/html; charset=shift_jis", "",
  ]

  @Test(arguments: types)
  func shortBodiesOfAnyTypeAreShownInAllTheirViews(type: String?) {
    var random = SplitMix64(seed: 1)
    let bodies: [[UInt8]] = [
      [0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF, 0], Array("\n".utf8), Array(" ".utf8), [0], [0xFF],
      Array("<".utf8),
      Array("\"".utf8), Array("&".utf8), Array("--a".utf8), Array("--".utf8), Array("[{".utf8),
      Array("PK\u{3}\u{4}".utf8),
      Array("PK\u{5}\u{6}".utf8), Array("<?xml".utf8), Array("<!--".utf8), Array("</".utf8), Array("<a".utf8),
    ]
    for body in bodies {
      let document = BodyDocument(Data(body), contentType: type)
      #expect(!document.views.isEmpty && document.views.contains(document.view))
      exercise(document, &random)
    }
  }

  @Test(arguments: Seeds.some(of: 10))
  func randomBodiesOfAnyTypeNeverTrap(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<20 {
      let text =
        switch Int.random(in: 0..<3, using: &random) {
        case 0: RandomMarkup.html(&random, length: 8)
        case 1: "[" + RandomJSON.text(&random, depth: 2) + "]"
        default: String(decoding: (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }, as: UTF8.self)
        }
      let body = RandomMarkup.broken(&random, text, times: 2)
      for type in Self.types { exercise(BodyDocument(body, contentType: type), &random) }
    }
  }
}
