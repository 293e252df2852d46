import Foundation
import Testing

/// Every sample of an article stands, whitespace aside, in the file of tests that is named after the article; there it
/// is compiled and run.
struct DocumentationTests {
  private static let samples = URL(filePath: #filePath).deletingLastPathComponent()
  private static let catalogue =
    samples.appending(path: "../../../Sources/RequestClient/RequestClient.docc").standardizedFileURL

  static let articles: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(at: catalogue, includingPropertiesForKeys: nil)
    // Without a catalogue there is nothing to hold the samples to, which `thereAreArticles` says.
    return (files ?? []).filter { $0.pathExtension == "md" }.map { $0.deletingPathExtension().lastPathComponent }
  }()

  @Test func thereAreArticles() {
    #expect(Self.articles.contains("GettingStarted"))
  }

  @Test(arguments: articles)
  func theSamplesOfAnArticleAreCompiled(_ article: String) throws {
    let text = try String(contentsOf: Self.catalogue.appending(path: "\(article).md"), encoding: .utf8)
    let tests = try String(contentsOf: Self.samples.appending(path: "\(article)Samples.swift"), encoding: .utf8)
    let code = tests.filter { !$0.isWhitespace }
    let samples = Self.samples(of: text)
    #expect(!samples.isEmpty)
    for sample in samples {
      let isCompiled = code.contains(sample.filter { !$0.isWhitespace })
      #expect(isCompiled, "\(article): this is not in its tests\n\(sample)")
    }
  }

  private static func samples(of article: String) -> [Substring] {
    article.split(separator: "```swift\n", omittingEmptySubsequences: false).dropFirst().map { rest in
      rest.firstRange(of: "```").map { rest[..<$0.lowerBound] } ?? rest
    }
  }
}
