import BodyDocument
import Foundation
import RequestModel
import TestSupport
import Testing

/// Takes comparisons apart again: the lines of one side must be its document.
@Suite struct RandomDiffTests {
  @Test(arguments: Seeds.some(of: 20))
  func theLinesOfASideAreItsJSON(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<150 {
      let old = try value(RandomJSON.text(&random, depth: 4))
      let new = changed(old, &random)
      let (oldText, newText) = (try text(old), try text(new))
      var diff = DocumentDiff(BodyDocument(oldText), BodyDocument(newText))
      #expect(try value(json(diff.side(.added))).isEqual(new), "\(oldText) → \(newText)")
      #expect(try value(json(diff.side(.removed))).isEqual(old), "\(oldText) → \(newText)")
      #expect(diff.isEmpty == old.isEqual(new), "\(oldText) → \(newText)")
    }
  }

  @Test(arguments: Seeds.some(of: 20))
  func theLinesOfASideAreItsText(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for round in 0..<150 {
      let kinds = [2, 10, 1000][round % 3]
      func lines() -> [String] {
        (0..<Int.random(in: 1...60, using: &random)).map { _ in "l\(Int.random(in: 0..<kinds, using: &random))" }
      }
      let old = lines()
      var new = round % 2 == 0 ? lines() : old
      if round % 2 == 1 { new.insert("x", at: Int.random(in: 0...new.count, using: &random)) }
      var diff = DocumentDiff(
        BodyDocument(old.joined(separator: "\n"), as: "text/plain"),
        BodyDocument(new.joined(separator: "\n"), as: "text/plain"))
      #expect(diff.side(.removed) == old && diff.side(.added) == new)
      if round % 2 == 1 { #expect(diff.addedLineCount == 1 && diff.removedLineCount == 0) }
      #expect(diff.removedLineCount <= old.count && diff.isEmpty == (old == new))
    }
  }

  /// Folds that are opened and closed at random show the same lines as no folds at all.
  @Test(arguments: Seeds.some(of: 10))
  func anyOrderOfFoldsShowsTheSameLines(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let old = (0..<400).map { "l\($0)" }
    let new = old.filter { _ in Int.random(in: 0..<20, using: &random) > 0 }
    var diff = DocumentDiff(
      BodyDocument(old.joined(separator: "\n"), as: "text/plain"),
      BodyDocument(new.joined(separator: "\n"), as: "text/plain"))
    var open = diff
    open.unfoldAll()
    let lines = open.screen.split(separator: "\n").map(String.init)
    for _ in 0..<100 {
      let line = Int.random(in: 0..<diff.lineCount, using: &random)
      let isFoldable = diff.line(at: line).line.isFoldable
      #expect((diff.toggle(at: line) != nil) == isFoldable)
      var place = 0
      for (index, shown) in diff.screen.split(separator: "\n").map(String.init).enumerated() {
        guard diff.line(at: index).line.isFolded else {
          #expect(shown == lines[place])
          place += 1
          continue
        }
        place += Int(shown.filter(\.isNumber)) ?? 0
      }
      #expect(place == lines.count)
    }
  }

  // MARK: Values

  private func value(_ text: String) throws -> NSObject {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed) as? NSObject)
  }

  private func text(_ value: NSObject) throws -> String {
    let data = try JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
    return String(decoding: data, as: UTF8.self)
  }

  /// Some values replaced, removed, added or moved.
  private func changed(_ value: NSObject, _ random: inout SplitMix64) -> NSObject {
    let scalars: [NSObject] = ["y" as NSString, 7 as NSNumber, NSNull(), [] as NSArray, ["k0": 1] as NSDictionary]
    if Int.random(in: 0..<12, using: &random) == 0, let scalar = scalars.randomElement(using: &random) { return scalar }
    if let object = value as? [String: NSObject] {
      var result: [String: NSObject] = [:]
      for (key, member) in object.sorted(by: { $0.key < $1.key }) where Int.random(in: 0..<10, using: &random) > 0 {
        result[Int.random(in: 0..<10, using: &random) == 0 ? "n" + key : key] = changed(member, &random)
      }
      return result as NSDictionary
    }
    guard let array = value as? [NSObject] else { return value }
    var result = array.filter { _ in Int.random(in: 0..<10, using: &random) > 0 }.map { changed($0, &random) }
    if Int.random(in: 0..<6, using: &random) == 0 { result.insert(7 as NSNumber, at: 0) }
    if Int.random(in: 0..<6, using: &random) == 0 { result.reverse() }
    return result as NSArray
  }

  /// Pretty lines as JSON again: commas are set anew, because those at the ends belong to the other lines around them.
  private func json(_ lines: [String]) -> String {
    var text = ""
    for line in lines {
      let bare = line.hasSuffix(",") ? String(line.dropLast()) : line
      let closes = bare.hasSuffix("}") || bare.hasSuffix("]")
      let isEmpty = bare.hasSuffix("{}") || bare.hasSuffix("[]")
      let opened = text.hasSuffix("{") || text.hasSuffix("[") || text.isEmpty
      text += (opened || (closes && !isEmpty) ? "" : ",") + bare
    }
    return text
  }
}
