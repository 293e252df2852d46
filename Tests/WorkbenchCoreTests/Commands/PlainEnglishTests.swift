import Foundation
import TestSupport
import Testing

/// Texts that users read have no phrases that no native speaker would write.
@Test func noTextReadsLikeATranslation() {
  let phrases = [
    "It is no ", "it is no ", " is none", "what goes with", " in force", "not any more", "begins so",
    " is no URL", " is no method", " is no number", "takes it back", "brings them back",
  ]
  let sources = ProjectFiles.swift(in: "Sources")
  #expect(sources.count > 500)
  let suspicious = sources.filter { text in phrases.contains { text.range(of: $0, options: .literal) != nil } }
  let lines = suspicious.flatMap { $0.split(separator: "\n") }.filter { line in
    !line.drop { $0 == " " }.hasPrefix("//") && phrases.contains { line.contains($0) }
  }
  let found = lines.filter { line in
    line.matches(of: #/"(?:[^"\\]|\\.)*"/#).contains { literal in
      phrases.contains { literal.output.contains($0) }
    }
  }
  #expect(found == [])
}
