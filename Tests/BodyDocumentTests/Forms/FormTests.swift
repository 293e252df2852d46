import BodyDocument
import Foundation
import RequestModel
import TestSupport
import Testing

@Suite struct FormTests {
  private let type = "application/x-www-form-urlencoded"

  @Test func fieldsAreDecodedOneALine() {
    let document = BodyDocument("name=J%C3%BCrgen+K&&a%5Bb%5D=1%2B1=2&empty=&bare&%zz=100%&bad=%FF!\n", as: type)
    #expect(document.format == .form)
    #expect(
      document.screen == """
        name = Jürgen K
        a[b] = 1+1=2
        empty = 
        bare
        %zz = 100%
        bad = \u{FFFD}!
        """)
    #expect(document.views == [.pretty, .raw, .hex])
    #expect(document.line(at: 1).bytes == 20..<36)
    #expect(document.line(at: 3).spans == [Line.Span("bare", .key, start: 44)])
  }

  @Test func theValueOfAFieldIsDecoded() {
    let document = BodyDocument("name=J%C3%BCrgen+K&a%5Bb%5D=1%2B1=2&bare", as: type)
    #expect((0..<3).map { document.value(at: $0) } == ["Jürgen K", "1+1=2", ""])
    #expect((0..<3).map { document.lineOfValue(at: $0) } == [0, 1, 2])
  }

  @Test func rawShowsWhatCame() {
    var document = BodyDocument("a=%20&b=1", as: type)
    document.show(.raw)
    #expect(document.screen == "a=%20&b=1")
  }

  @Test func aFieldIsFoundAmongMany() {
    let fields = (0..<50_000).map { "key\($0)=value\($0)" }
    var document = BodyDocument(fields.joined(separator: "&"), as: type)
    #expect(document.lineCount == 50_000)
    for index in stride(from: 0, to: 50_000, by: 997) {
      #expect(document.line(at: index).text == "key\(index) = value\(index)")
    }
    #expect(document.find("value33333", from: -1) == 33_333)
    #expect(document.find("key1&", from: 0) == nil)
  }

  @Test func aStoppedReadingShowsTheText() {
    let document = BodyDocument(Data("a=b".utf8), contentType: type, isStopped: { true })
    #expect(document.notice == "Stopped before the end — shown as text")
    #expect(document.views == [.raw, .hex])
  }

  @Test func ampersandsAloneAreNoFields() {
    #expect(BodyDocument("&&&", as: type).lineCount == 0)
    #expect(BodyDocument("&&&", as: type).prettyOutput == "")
  }

  @Test(arguments: Seeds.some(of: 10))
  func brokenFormsNeverTrap(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let alphabet = Array("a=&%+41C3 \n".utf8) + [0xFF, 0xC3]
    for _ in 0..<300 {
      let bytes = (0..<Int.random(in: 1...60, using: &random)).map { _ in alphabet.randomElement(using: &random)! }
      exercise(BodyDocument(Data(bytes), contentType: type), &random)
    }
  }
}
