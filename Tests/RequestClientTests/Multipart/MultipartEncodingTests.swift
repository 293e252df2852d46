import Foundation
import RequestBasics
import TestSupport
import Testing

@testable import RequestClient

struct MultipartEncodingTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func aFormWithoutPartsIsItsEnd() async throws {
    #expect(try await MultipartFormData(boundary: "b").text() == "--b--\r\n")
  }

  @Test func onePart() async throws {
    var form = MultipartFormData(boundary: "b")
    form.append("grün", withName: "field")
    #expect(
      try await form.text() == """
        --b\r
        Content-Disposition: form-data; name="field"\r
        \r
        grün\r
        --b--\r

        """)
  }

  @Test func partsOfEveryKind() async throws {
    #expect(
      try await mixed().text() == """
        --b\r
        Content-Disposition: form-data; name="field"\r
        \r
        value\r
        --b\r
        Content-Disposition: form-data; name="data"; filename="a.json"\r
        Content-Type: application/json\r
        \r
        {}\r
        --b\r
        Content-Disposition: form-data; name="file"; filename="pixel.png"\r
        Content-Type: image/png\r
        \r
        PNG\r
        --b\r
        Content-Disposition: form-data; name="stream"; filename="s"\r
        Content-Type: text/plain\r
        \r
        streamed\r
        --b\r
        X-One: 1\r
        Content-Disposition: form-data; name="own"\r
        \r
        own\r
        --b--\r

        """)
  }

  @Test func theLengthIsThatOfTheEncodedForm() async throws {
    let form = try mixed()
    let length = try await form.encode().count
    #expect(form.contentLength == length)
    #expect(try HTTPBody.multipart(form).open {}.length == length)
  }

  @Test func everyReadingGivesTheSameBytes() async throws {
    let form = try mixed()
    let first = try await form.encode()
    #expect(try await form.encode() == first)
    #expect(try await HTTPBody.multipart(form).bytes() == first)
  }

  @Test(arguments: [1, 2, 3, 17, 100, 4096, 65_536])
  func everySizeOfBufferGivesTheSameBytes(_ size: Int) async throws {
    let body = HTTPBody.multipart(try mixed(fileSize: 5_000))
    #expect(try await body.bytes(bufferSize: size) == body.bytes())
  }

  @Test func randomSizesOfBuffersGiveTheSameBytes() async throws {
    let body = HTTPBody.multipart(try mixed(fileSize: 200_000))
    let expected = try await body.bytes(bufferSize: 65_536)
    for _ in 0..<5 { #expect(try await body.bytes(bufferSize: .random(in: 1...65_536)) == expected) }
  }

  @Test func smallPartsAreSentTogether() throws {
    var form = MultipartFormData()
    for number in 1...20 { form.append("\(number)", withName: "n") }
    let reader = try HTTPBody.multipart(form).open {}
    #expect(try reader.chunk(bufferSize: 65_536).0 == .bytes(try #require(form.contentLength)))
  }

  @Test(arguments: [
    ("a\"b", "a%22b"), ("a\nb", "a%0D%0Ab"), ("a\rb", "a%0D%0Ab"), ("a\r\nb", "a%0D%0Ab"), ("naïve 名前", "naïve 名前"),
    ("a\\b%c", "a\\b%c"), ("", ""), ("\n\r", "%0D%0A%0D%0A"), ("e\u{301}\"\u{301}", "e\u{301}%22\u{301}"),
  ])
  func namesAreEscapedAsBrowsersDo(_ name: String, _ sent: String) async throws {
    var form = MultipartFormData(boundary: "b")
    form.append("", withName: name)
    let text = try await form.text()
    #expect(
      text.utf8.elementsEqual("--b\r\nContent-Disposition: form-data; name=\"\(sent)\"\r\n\r\n\r\n--b--\r\n".utf8))
  }

  @Test func lineBreaksInFileNamesAreEscapedUnchanged() async throws {
    var form = MultipartFormData(boundary: "b")
    form.append(Data(), withName: "n", fileName: "a\n\"b\".txt")
    #expect(try await form.text().contains("; filename=\"a%0A%22b%22.txt\"\r\nContent-Type: text/plain\r\n"))
  }

  @Test func aFormInAFormKeepsItsOwnBoundary() async throws {
    var inner = MultipartFormData(boundary: "inner")
    inner.append("x", withName: "x")
    var form = MultipartFormData(boundary: "outer")
    form.append(.multipart(inner), headers: [.contentType(inner.contentType)])
    let text = try await inner.text()
    #expect(
      try await form.text()
        == "--outer\r\nContent-Type: multipart/form-data; boundary=inner\r\n\r\n\(text)\r\n--outer--\r\n")
    #expect(form.contentLength == (try await form.encode().count))
  }

  @Test func aStreamWithoutALengthLeavesTheFormWithoutOne() async throws {
    var form = MultipartFormData(boundary: "b")
    form.append(BodyStream { nil }, withLength: nil, withName: "s", fileName: "s", mimeType: nil)
    #expect(form.contentLength == nil && !HTTPBody.multipart(form).isReplayable)
    #expect(try HTTPBody.multipart(form).open {}.length == nil)
  }

  @Test func bytesBeforeASlowPartDoNotWaitForIt() async throws {
    let (chunks, source) = AsyncStream.makeStream(of: Data.self)
    let ready = Gate()
    var form = MultipartFormData(boundary: "b")
    form.append(BodyStream(chunks), withLength: nil, withName: "s")
    let reader = try HTTPBody.multipart(form).open { ready.open() }
    #expect(try reader.chunk().1 == Data("--b\r\nContent-Disposition: form-data; name=\"s\"\r\n\r\n".utf8))
    #expect(try reader.chunk().0 == .wait)
    source.yield(Data("x".utf8))
    source.finish()
    await ready.wait()
    #expect(try reader.chunk().1.prefix(1) == Data("x".utf8))
  }

  @Test func theTransportGetsTheBoundary() {
    let form = MultipartFormData()
    #expect(HTTPBody.multipart(form).contentType == "multipart/form-data; boundary=\(form.boundary)")
    #expect(HTTPBody.data(Data()).contentType == nil)
  }

  private func mixed(fileSize: Int? = nil) throws -> MultipartFormData {
    var form = MultipartFormData(boundary: "b")
    form.append("value", withName: "field")
    form.append(Data("{}".utf8), withName: "data", fileName: "a.json")
    let contents = fileSize.map(Data.sample) ?? Data("PNG".utf8)
    form.append(try scratch.file("pixel.png", contents), withName: "file")
    form.append(
      BodyStream(opening: { AsyncStream(of: Data("stream".utf8), Data("ed".utf8)) }), withLength: 8, withName: "stream",
      fileName: "s", mimeType: "text/plain")
    form.append(
      .data(Data("own".utf8)),
      headers: [HTTPHeader("X-One", "1"), HTTPHeader("Content-Disposition", "form-data; name=\"own\"")])
    return form
  }
}

extension MultipartFormData {
  fileprivate func text() async throws -> String { String(decoding: try await encode(), as: UTF8.self) }
}
