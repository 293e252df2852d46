import Foundation
import RequestBasics
import RequestModel
import Testing

@testable import Interchange

/// Readers of damaged text end, with a result or an error. `FUZZ=n` repeats it n times as often.
struct ImportFuzzTests {
  private static let formats = ["postman", "insomnia", "http", "hurl", "openapi", "har", "curl", "wsdl"]

  @Test(arguments: formats)
  func damagedFilesOfAFormatAreReadOrRefused(format: String) throws {
    let rounds = 60 * (ProcessInfo.processInfo.environment["FUZZ"].flatMap(Int.init) ?? 1)
    let reader = try #require(ImportFormat.named(format))
    let sample = try Self.sample(format)
    var random = SplitMix64(seed: UInt64(format.utf8.reduce(0) { $0 &* 31 &+ Int($1) }.magnitude))
    for _ in 0..<rounds {
      let source = ImportSource(Self.damaged(sample, &random), fileName: "x." + format)
      _ = ImportFormat.of(source)
      _ = try? reader.read(source)
    }
  }

  @Test func damagedFilesOfBrunoAreReadOrRefused() throws {
    var generator = PortableGenerator(seed: 5)
    let written = try #require(ExportFormat.named("bruno")).write(ExportSource(generator.collection()))
    let files = Dictionary(written.files.map { ($0.path, $0.bytes) }) { $1 }
    let reader = try #require(ImportFormat.named("bruno"))
    var random = SplitMix64(seed: 7)
    for _ in 0..<30 {
      let damaged = files.mapValues { Bool.random(using: &random) ? Self.damaged($0, &random) : $0 }
      _ = try? reader.read(ImportSource(folder: SourceFiles(damaged), name: "x"))
    }
  }

  private static func sample(_ format: String) throws -> Data {
    switch format {
    case "har":
      return Data(
        #"{"log": {"version": "1.2", "entries": [{"request": {"method": "POST", "url": "http://a/b?c=d", "headers": [{"name": "Cookie", "value": "a=b"}], "postData": {"mimeType": "application/json", "text": "{}"}}, "response": {"status": 200, "headers": [], "content": {"text": "eA==", "encoding": "base64"}}}]}}"#
          .utf8)
    case "curl":
      return Data(
        #"TOKEN=$(pass x); curl -X POST "https://a/{b,c}[1-3]?q=$TOKEN" -H 'A: b' --data-raw $'x\u0041' -F 'a=@b;type=c' <<EOF | jq ."#
          .utf8)
    case "wsdl": return Data(WSDLFixture.calculator.utf8)
    default:
      var generator = PortableGenerator(seed: 3)
      let written = try #require(ExportFormat.named(format)).write(ExportSource(generator.collection()))
      return try #require(written.files.first).bytes.prefix(20_000)
    }
  }

  /// Some bytes changed, left out, repeated or put elsewhere.
  private static func damaged(_ data: Data, _ random: inout SplitMix64) -> Data {
    var bytes = Array(data)
    for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
      let start = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, start + Int.random(in: 1...40, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[start] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.removeSubrange(start..<end)
      case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
      case 3: bytes.insert(contentsOf: Array("{}[]\"'\\\n:#`$<".utf8.shuffled(using: &random)), at: start)
      default: bytes.removeLast(bytes.count - start)
      }
    }
    return Data(bytes)
  }
}
