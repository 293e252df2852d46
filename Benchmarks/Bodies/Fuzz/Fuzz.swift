import BodyDocument
import Foundation
import RequestBasics

/// Feeds random and mutated bodies to `BodyDocument` for a number of seconds to find traps. Prints the seed before each
/// round; `fuzz SECONDS SEED` repeats it.
@main struct Fuzz {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst().map { UInt64($0) ?? 0 }
    let end = ContinuousClock.now + .seconds(Int(arguments.first ?? 60))
    var seed = arguments.count > 1 ? arguments[1] : UInt64.random(in: .min ... .max)
    var rounds = 0
    repeat {
      // Written before the round, so that the last line identifies a crash.
      FileHandle.standardError.write(Data("\rseed \(seed)  round \(rounds)   ".utf8))
      var random = SplitMix64(seed: seed)
      for _ in 0..<200 { tryOut(body(&random), &random) }
      seed &+= 1
      rounds += 1
    } while ContinuousClock.now < end && arguments.count < 2
    print("\n\(rounds * 200) bodies, nothing trapped")
  }

  private static let types = [
    "application/json", "application/xml", "text/html", "text/csv", "text/plain", "application/x-ndjson",
    "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "image/png", "application/octet-stream",
    "text/plain; charset=utf-16", "text/html; charset=iso-8859-1",
  ]

  private static let seeds = [
    #"{"a":[1,-2.5e3,true,null,"x\u00e9\n"],"b":{"c":{}},"":[[]]}"#, "[1,2\n,3]\n{\"a\":1}\n",
    "<?xml version='1.0'?><a x=\"1\"><!-- c --><b>t</b><![CDATA[d]]></a>",
    "<!doctype html><p>a<br><li>b<td><script>1<2</script>",
    "id,name\n1,\"a \"\"b\"\"\nc\"\n2,é\n", "a=1&b=%20+%zz&c", "--x\r\nContent-Type: text/plain\r\n\r\nhi\r\n--x--\r\n",
    "GIF89a\u{1}\u{0}\u{1}\u{0}", "\u{FEFF}text", "line\r\nline\rline\n",
  ].map { Array($0.utf8) }

  private static func body(_ random: inout SplitMix64) -> Data {
    var bytes = seeds.randomElement(using: &random) ?? []
    if Int.random(in: 0..<8, using: &random) == 0 {
      bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    for _ in 0..<Int.random(in: 0...12, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 20)], at: place)
      case 3:
        bytes.insert([0x22, 0x5B, 0x7B, 0x3C, 0x26, 0x5C, 0x00, 0xFF].randomElement(using: &random) ?? 0, at: place)
      default: bytes.removeSubrange(place..<min(bytes.count, place + 9))
      }
    }
    return Data(bytes)
  }

  /// Everything that keys can do with a body.
  private static func tryOut(_ body: Data, _ random: inout SplitMix64) {
    let isWhole = Bool.random(using: &random)
    var document = BodyDocument(body, contentType: types.randomElement(using: &random), isWhole: isWhole)
    let search = try? BodySearch(
      SearchPattern("[a-z1]", isRegularExpression: Bool.random(using: &random)))
    for view in document.views {
      document.show(view)
      for _ in 0..<4 {
        let line = Int.random(in: 0..<max(1, document.lineCount), using: &random)
        if line < document.lineCount {
          let shown = document.line(at: line, columns: 0..<Int.random(in: 0...80, using: &random))
          if let search { _ = document.hits(of: search, in: shown) }
        }
        _ = document.path(at: line)
        _ = document.value(at: line)
        _ = document.key(at: line)
        _ = document.parent(of: line)
        _ = document.matchingBracket(of: line)
        _ = document.sibling(of: line, forward: Bool.random(using: &random))
        document.toggleFold(at: line)
      }
      if let search, let hit = try? document.find(search, from: 3, forward: Bool.random(using: &random)) {
        _ = document.reveal(hit)
      }
      document.fold(to: Int.random(in: 0...3, using: &random))
    }
    for piece in document.prettyText { _ = piece.count }
    if let query = try? JSONPathQuery("$..[?@.a || @ > 1]") { _ = try? document.select(query) }
    var other = BodyDocument(Data(body.reversed()), contentType: nil)
    other.takeView(of: document)
    let diff = DocumentDiff(document, other)
    for line in 0..<min(20, diff.lineCount) { _ = diff.line(at: line) }
  }
}
