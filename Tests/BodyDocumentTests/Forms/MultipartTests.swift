import BodyDocument
import Foundation
import RequestModel
import TestSupport
import Testing

@Suite struct MultipartTests {
  private let type = "multipart/form-data; boundary=\"XyZ\""

  private func body(_ parts: [(headers: String, content: Data)]) -> Data {
    var body = Data()
    for part in parts {
      body += Data("--XyZ\r\n\(part.headers)\r\n\r\n".utf8) + part.content + Data("\r\n".utf8)
    }
    return body + Data("--XyZ--\r\n".utf8)
  }

  private let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])

  @Test func partsAreHeadersAndTextOrASentenceAboutBytes() {
    let sample = body([
      ("Content-Disposition: form-data; name=\"a\"", Data("one\r\ntwo".utf8)),
      (
        "Content-Disposition: form-data; name=\"f\"; filename=\"x.png\"\r\nContent-Type: image/png",
        png + [0, 0, 0, 64, 0, 0, 1, 0]
      ),
      ("Content-Disposition: form-data; name=\"empty\"", Data()),
    ])
    let document = BodyDocument(sample, contentType: type)
    #expect(document.format == .multipart)
    #expect(document.notice == nil)
    #expect(
      document.screen == """
        --XyZ
        Content-Disposition: form-data; name="a"

        one
        two
        --XyZ
        Content-Disposition: form-data; name="f"; filename="x.png"
        Content-Type: image/png

        PNG image, 64 × 256, 24 bytes
        --XyZ
        Content-Disposition: form-data; name="empty"

        --XyZ--
        """)
    #expect(document.views == [.pretty, .hex])
    #expect(document.line(at: 6).spans.map(\.token) == [.key, .punctuation, .text])
    #expect(document.prettyOutput.hasPrefix("--XyZ\nContent-Disposition"))
  }

  @Test func partsOfTextHaveARawView() {
    var document = BodyDocument(body([("A: b", Data("é".utf8))]), contentType: "Multipart/Mixed; boundary=XyZ")
    #expect(document.views == [.pretty, .raw, .hex])
    #expect(document.find("é", from: -1) == 3)
    document.show(.raw)
    #expect(document.lineCount == 5)
  }

  @Test func lineFeedsPreambleEpilogueAndAMissingEndAreTaken() {
    let document = BodyDocument("before\n--XyZ\nA: b\n\n--XyZ2\nx\n--XyZ \n\ny", as: type)
    #expect(document.screen == "before\n--XyZ\nA: b\n\n--XyZ2\nx\n--XyZ\n\ny")
    #expect(BodyDocument("--XyZ--\nafter", as: type).screen == "--XyZ--\nafter")
    #expect(BodyDocument("--XyZ", as: type).screen == "--XyZ")
  }

  @Test func aBodyWithoutItsBoundaryIsText() {
    let document = BodyDocument("--other\r\n\r\nx", as: type)
    #expect(document.notice?.hasPrefix("No parts") == true)
    #expect(document.views == [.raw, .hex])
    #expect(BodyDocument("x", as: "multipart/mixed").notice?.hasPrefix("No parts") == true)
  }

  @Test(arguments: Seeds.some(of: 10))
  func brokenPartsNeverTrap(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces = ["--XyZ", "--", "\r\n", "\n", "A: b", "\r\n\r\n", "x", "é", "\0", ":", "--XyZ--", " "]
    for round in 0..<400 {
      let text = (0..<Int.random(in: 1...20, using: &random)).map { _ in pieces.randomElement(using: &random)! }
      exercise(
        BodyDocument(RandomMarkup.broken(&random, text.joined(), times: round % 2), contentType: type), &random)
    }
  }
}
