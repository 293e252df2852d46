import BodyDocument
import Foundation
import RequestModel
import TestSupport
import Testing

@Suite struct TextAndBinaryTests {
  @Test func linesEndAtFeedsReturnsAndBoth() {
    let document = BodyDocument("a\nb\r\nc\rd\n\ne", as: "text/plain")
    #expect(document.format == .text)
    #expect((0..<document.lineCount).map { document.line(at: $0).text } == ["a", "b", "c", "d", "", "e"])
    #expect(BodyDocument("a\n", as: "text/plain").lineCount == 1)
    #expect(BodyDocument("a\r", as: "text/plain").lineCount == 1)
    #expect(BodyDocument("\r\n\r\n", as: "text/plain").lineCount == 2)
  }

  @Test func linesAreFoundAcrossBlocks() {
    let lines = (0..<9000).map { "line \($0)" }
    let document = BodyDocument(lines.joined(separator: "\r\n"), as: "text/plain")
    #expect(document.lineCount == 9000)
    for index in stride(from: 0, to: 9000, by: 7) { #expect(document.line(at: index).text == lines[index]) }
  }

  @Test(arguments: Seeds.some(of: 10))
  func everyLineOfLongTextsIsFound(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var (text, lines) = ("", [String]())
    while text.utf8.count < 100_000 {
      lines.append(String(repeating: "x", count: Int.random(in: 1...600, using: &random)))
      text += lines[lines.count - 1] + ["\n", "\r", "\r\n"].randomElement(using: &random)!
    }
    let document = BodyDocument(text, as: "text/plain")
    #expect((0..<document.lineCount).map { document.line(at: $0).text } == lines)
  }

  @Test func aByteOrderMarkIsNoText() {
    let json = Data([0xEF, 0xBB, 0xBF]) + Data("[1]".utf8)
    let document = BodyDocument(json, contentType: "application/json")
    #expect(document.notice == nil)
    #expect(document.screen == "[\n  1\n]")
    #expect(document.body == json)
  }

  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
  func theByteOrderMarkTellsTheOrderOfWideText(encoding: String.Encoding) throws {
    let body = try #require("\u{FEFF}[\"é\"]".data(using: encoding))
    let document = BodyDocument(body, contentType: "application/json")
    #expect(document.screen == "[\n  \"é\"\n]")
    #expect(document.notice == nil)
  }

  @Test(arguments: [("utf-16", String.Encoding.utf16LittleEndian), ("utf-16be", .utf16BigEndian)])
  func wideTextWithoutAByteOrderMarkIsReadByItsCharset(charset: String, encoding: String.Encoding) throws {
    let document = BodyDocument(
      try #require("é1".data(using: encoding)), contentType: "text/plain; charset=\(charset)")
    #expect(document.screen == "é1")
    #expect(document.notice == nil)
  }

  @Test func theCharsetOfTheTypeIsBelieved() {
    let body = Data([0x63, 0x61, 0x66, 0xE9])
    #expect(BodyDocument(body, contentType: "text/plain; charset=\"ISO-8859-1\"").screen == "café")
    #expect(BodyDocument(body, contentType: "text/plain; charset=iso-8859-1").notice == nil)
    #expect(BodyDocument(body, contentType: "text/plain").screen == "café")
    #expect(BodyDocument(body, contentType: "text/plain").notice == "Not UTF-8: shown as Latin-1")
    #expect(
      BodyDocument("x", as: "text/plain; charset=klingon").notice == "Unknown charset \"klingon\": shown as UTF-8")
  }

  @Test(
    arguments: [
      ("windows-1251", [0xCF, 0xF0], "Пр"), ("cp1256", [0xC7, 0xE1], "ال"), ("iso-8859-15", [0xA4], "€"),
      ("koi8-r", [0xF0, 0xD2], "Пр"), ("iso8859-7", [0xE1], "α"), ("windows-874", [0xA1], "ก"), ("ibm866", [0x8F], "П"),
      ("gb2312", [0xC4, 0xE3, 0xBA, 0xC3], "你好"), ("GBK", [0xE9, 0x46], "镕"), ("gb18030", [0xC4, 0xE3], "你"),
      ("big5", [0xA7, 0x41], "你"), ("shift_jis", [0x93, 0xFA, 0x87, 0x40, 0x5C], "日①\\"),
      ("euc-jp", [0xC6, 0xFC], "日"), ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "日"),
      ("euc-kr", [0xB0, 0xA1], "가"),
    ] as [(String, [UInt8], String)])
  func legacyCharsetsAreReadByTheirNames(charset: String, bytes: [UInt8], text: String) {
    let document = BodyDocument(Data(bytes), contentType: "text/plain; charset=\(charset)")
    #expect(document.screen == text)
    #expect(document.notice == nil)
    #expect(Charset(charset)?.text(Data(bytes)) == text)
  }

  @Test func longTextsOfLegacyCharsetsAreReadWhole() {
    let body = Data((0..<20_000).flatMap { _ in [0xC4, 0xE3, 0x41] as [UInt8] })
    #expect(Charset("gbk")?.text(body) == String(repeating: "你A", count: 20_000))
  }

  @Test func bytesThatAreNoTextInTheirCharsetAreShownAsLatin1() {
    let document = BodyDocument(Data([0x61, 0xC4]), contentType: "text/plain; charset=gb2312")
    #expect(document.screen == "aÄ")
    #expect(document.notice == "Invalid gb2312: shown as Latin-1")
    #expect(Charset("gb2312")?.text(Data([0x61, 0xC4])) == nil)
  }

  @Test func anEmptyBodySaysSo() {
    var document = BodyDocument("", as: "application/json")
    #expect(document.format == .empty)
    #expect(document.screen == "Empty body")
    #expect(document.find("Empty", from: -1) == nil)
    document.show(.raw)
    #expect(document.screen == "Empty body")
    #expect(document.prettyOutput == "")
  }

  @Test func bytesAreNamedAndMeasured() {
    let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
    let sized = png + Data([0, 0, 0, 64, 0, 0, 1, 0]) + Data(count: 1200)
    #expect(
      BodyDocument(sized, contentType: "image/png").screen
        == "PNG image, 64 × 256, 1.2 kB — V shows hex, w saves")
    #expect(BodyDocument(sized, contentType: "text/html").format == .image)
    #expect(BodyDocument(png, contentType: nil).screen == "PNG image, 16 bytes — V shows hex, w saves")
    let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC0, 0, 11, 8, 0, 5, 0, 7])
    #expect(BodyDocument(jpeg, contentType: nil).screen.hasPrefix("JPEG image, 7 × 5, 17 bytes"))
    let gif = Data("GIF89a".utf8) + Data([10, 0, 20, 1])
    #expect(BodyDocument(gif, contentType: nil).screen.hasPrefix("GIF image, 10 × 276, 10 bytes"))
    #expect(BodyDocument(Data([1, 0, 2]), contentType: nil).screen.hasPrefix("Binary data, 3 bytes"))
    #expect(
      BodyDocument(Data([1, 2]), contentType: "application/x-protobuf").screen
        .hasPrefix("Binary data (application/x-protobuf), 2 bytes"))
  }
}
