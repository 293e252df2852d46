import Foundation
import Testing

/// Every sample of an article is, apart from white space, in the test file named after the article, where it is
/// compiled and run.
struct DocumentationTests {
  private static let samples = URL(filePath: #filePath).deletingLastPathComponent()
  private static let catalogues = ["RequestClient", "RequestPromises"].map {
    samples.appending(path: "../../../Sources/\($0)/\($0).docc").standardizedFileURL
  }

  static let articles: [URL] = catalogues.flatMap { catalogue in
    let files = try? FileManager.default.contentsOfDirectory(at: catalogue, includingPropertiesForKeys: nil)
    // `thereAreArticles` fails if a catalogue is missing.
    return (files ?? []).filter { $0.pathExtension == "md" }
  }

  @Test func thereAreArticles() {
    let names = Self.articles.map(\.lastPathComponent)
    #expect(names.contains("GettingStarted.md") && names.contains("RequestPromises.md"))
  }

  @Test(arguments: articles)
  func theSamplesOfAnArticleAreCompiled(_ file: URL) throws {
    let article = file.deletingPathExtension().lastPathComponent
    let text = try String(contentsOf: file, encoding: .utf8)
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
