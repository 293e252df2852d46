import Foundation
import TestSupport
import Testing

@testable import RequestBasics

/// Texts that are made to take long.
@Suite(.timeLimit(.minutes(2))) struct ForeignWorkTests {
  @Test(arguments: rows) func fourTimesTheInputIsFourTimesTheWork(_ work: Work) {
    let factor = work.factor
    #expect(factor < Work.most, "\(work): \(factor) times")
  }

  private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

  private static var rows: [Work] {
    var rows: [Work] = []
    rows.append(
      Work("JSON: deep arrays", { times($0, times(500, "[") + times(500, "]") + ",") }) { text in
        _ = try JSONText("[" + text + "0]").value
      })
    rows.append(
      Work("JSON: escapes", { "\"" + times($0, "\\ud83d\\ude00") + "\"" }) { text in
        _ = try JSONText(text).value.string
        _ = try JSONText(text).value.loneSurrogate
      })
    rows.append(
      Work("JSON: positions of all values", { "[" + times($0, "{\"a\": 1}, ") + "0]" }) { text in
        let json = try JSONText(text)
        var positions = JSONPositions(json)
        for index in 0..<(json.value.array?.count ?? 0) { _ = positions.keyPosition(of: [.index(index), .key("a")]) }
      })
    rows.append(
      Work("JSON: comments", { times($0, "/**/ // a\n ,") }) { _ = JSONComments.removed(from: "[1" + $0 + "]") })
    rows.append(Work("JSON: open comments", { times($0, "/* ") }) { _ = JSONComments.removed(from: "[1" + $0 + "]") })
    rows.append(
      Work("JSON: open brackets as typed", { times($0, "{\"a\":[") }) { text in
        var check = JSONCheck(Array(text.utf8))
        _ = check.run()
      })
    rows.append(
      Work("JSON: many members set at once", { $0 }) { count in
        var object: JSONObject = ["a": 1]
        object.set((0..<count).map { ("a\($0)", .number($0)) })
        object.set((0..<count).map { ("a\($0)", nil) })
      })
    rows.append(Work("logins", { times($0, "://") + "@" }) { _ = URLLogin.masking($0) })
    rows.append(Work("percent signs", { times($0, "%") }) { _ = PercentEncoding.decode($0[...]) })
    rows.append(
      Work("multipart: boundaries that are none", { times($0, "--a b\n--\n") }) { text in
        Array(text.utf8).withUnsafeBytes { bytes in
          let delimiters = MultipartDelimiters(bytes: bytes, boundary: "a")
          var place = 0
          while let next = delimiters.next(from: place) { place = next.upperBound }
        }
      })
    return rows
  }

  @Test func membersAreSetInTurn() {
    var object: JSONObject = ["a": 1, "b": 2, "a": 3]
    var changes: [(key: String, value: JSONValue?)] = [("a", 4), ("b", nil), ("c", 5), ("b", 6), ("c", nil)]
    for number in 0..<5 { changes.append(("d\(number)", JSONValue.number(number))) }
    var other = object
    for change in changes { other[change.key] = change.value }
    object.set(changes)
    #expect(object == other && object.keys == ["a", "a", "b", "d0", "d1", "d2", "d3", "d4"])
  }
}
