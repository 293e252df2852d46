import Foundation
import Testing

/// Every Swift sample of CONTRIBUTING.md stands, white space aside, in a file of this folder, where it is compiled and run.
struct ContributingTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  static let samples: [String] = {
    let guide = folder.appending(path: "../../../CONTRIBUTING.md").standardizedFileURL
    // Without a guide there are no samples, which `thereAreSamples` reports.
    let text = (try? String(contentsOf: guide, encoding: .utf8)) ?? ""
    return text.split(separator: "```swift\n", omittingEmptySubsequences: false).dropFirst().map { rest in
      String(rest.firstRange(of: "```").map { rest[..<$0.lowerBound] } ?? rest)
    }
  }()

  @Test func thereAreSamples() {
    #expect(Self.samples.count >= 3)
  }

  @Test(arguments: samples)
  func aSampleIsCompiled(_ sample: String) throws {
    let files = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
    let code = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    #expect(code.filter { !$0.isWhitespace }.contains(sample.filter { !$0.isWhitespace }))
  }
}
