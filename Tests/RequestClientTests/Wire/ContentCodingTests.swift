import CZlib
import Foundation
import RequestClient
import RequestBasics
import TestSupport
import Testing

/// Compressed bodies, false content codings, and decompression bombs.
@Suite(.timeLimit(.minutes(1)))
struct ContentCodingTests {
  let session = Session.plain()

  private func server(_ coding: String, _ body: [UInt8]) throws -> RawServer {
    try RawServer { client in
      while true {
        try client.readHead()
        try client.send("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(body.count)\r\n\r\n")
        try client.send(body)
      }
    }
  }

  private func reply(_ coding: String, _ body: [UInt8]) async throws -> ClientResponse<Data?> {
    let server = try server(coding, body)
    return await session.request(server.url).serializingResponse().response
  }

  private func gzip(_ bytes: [UInt8]) -> [UInt8] {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    zlib_start_deflate(stream, 9, 15 + 16)
    defer { deflateEnd(stream) }
    var (input, output) = (bytes, [UInt8](repeating: 0, count: Int(deflateBound(stream, uLong(bytes.count)))))
    input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.pointee.next_in = input.baseAddress
        stream.pointee.avail_in = uInt(input.count)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = uInt(output.count)
        _ = deflate(stream, Z_FINISH)
      }
    }
    return Array(output.prefix(Int(stream.pointee.total_out)))
  }

  /// 100 MiB of zeros in a few bytes; 16 MiB for gzip, whose ratio is at most a thousand.
  private func bomb(_ coding: String) throws -> [UInt8] {
    switch coding {
    case "gzip": return gzip([UInt8](repeating: 0, count: 16 << 20))
    case "br":
      return Array(try #require(Data(base64Encoded: Self.brotliBomb)))
    default:
      // A frame with a window of 128 KiB and 800 blocks of one repeated byte (RFC 8878, section 3.1.1.2).
      let blocks: [[UInt8]] = Array(repeating: [2, 0, 16, 0], count: 799) + [[3, 0, 16, 0]]
      return [0x28, 0xB5, 0x2F, 0xFD, 0, 0x38] + Array(blocks.joined())
    }
  }

  private static let brotliBomb =
    "z///f/gnAOKxQCD3/p/////wTwDEYQGA7v0/////4Z8AiMMiAN37f/7//8M/ARCHBQC69//8//+HfwIgDgsAdO//+f//D/8EQBwWAOje/+f//w/+CYA4LADQvf8B"

  @Test(arguments: ["gzip", "br", "zstd"])
  func aDecompressionBombIsStoppedAtTheLimit(_ coding: String) async throws {
    let server = try server(coding, try bomb(coding))
    let options = TransferOptions.with { $0.maxBodySize = 1_000_000 }
    let response = await session.request(server.url, options: options).serializingResponse().response
    expect(response.error) { if case .bodyTooLarge(limit: 1_000_000) = $0 { true } else { false } }
    #expect((900_000...1_000_000).contains(response.data?.count ?? 0))
    #expect(response.response?.status == .ok)
    try await session.expectAlive()
  }

  @Test(arguments: ["gzip", "br", "zstd"])
  func aDecompressionBombForASlowHandlerEnds(_ coding: String) async throws {
    // While delivery is paused, libcurl buffers decoded bytes up to a limit.
    let server = try server(coding, try bomb(coding))
    let (begun, goOn) = (Gate(), Gate())
    let ends = Recorder<RequestError?>()
    let request = session.streamRequest(server.url)
    request.responseStream(on: DispatchQueue(label: "slow")) { stream in
      begun.open()
      goOn.waitOnThread()
      if let end = stream.completion { ends.record(end.error) }
    }
    await begun.wait()
    for _ in 0..<5 { try await session.expectAlive() }
    goOn.open()
    let error = await ends.values(count: 1)[0]
    if error == nil {
      #expect(request.downloadProgress.completed == (coding == "gzip" ? 16 << 20 : 100 << 20))
    } else {
      expect(error) { if case .undecodableBody = $0 { true } else { false } }
    }
    try await session.expectAlive()
  }

  /// A hundred times `hello`, compressed by each coding's tool.
  private static let samples: [(coding: String, bytes: String)] = [
    ("gzip", "H4sIAAAAAAACA8tIzcnJV8gYJUdJqpIA8zGiDVgCAAA="), ("deflate", "eNrLSM3JyVfIGCVHSaqSAO3S3FE="),
    ("deflate", "y0jNyclXyBglR0mqkgA="), ("br", "G1cC+I2Ubt5EVYaWbCBvUVscgEEc"),
    ("zstd", "KLUv/QRobQAAMGhlbGxvIAEAT1KVIryI8CI="),
  ]
  private static let content = Data(String(repeating: "hello ", count: 100).utf8)

  @Test(arguments: samples)
  func aBodyThatEndsEarlyIsAnErrorAndKeepsTheReceivedBytes(_ coding: String, _ text: String) async throws {
    let body = Array(try #require(Data(base64Encoded: text)))
    #expect(try await reply(coding, body).data == Self.content)
    for length in [1, body.count / 2, body.count - 1] {
      let cut = Array(body.prefix(length))
      let response = try await reply(coding, cut)
      expect(response.error) {
        if case .undecodableBody(let detail) = $0 { detail == "the \(coding) data ends early" } else { false }
      }
      #expect(response.response?.status == .ok)
      #expect(Self.content.starts(with: response.data ?? Data()))
      #expect(response.encodedData == Data(cut))
    }
    #expect(try await reply(coding, []).error == nil)
  }

  @Test(arguments: samples)
  func bytesAfterTheEndAreReportedAndTheBodyIsComplete(_ coding: String, _ text: String) async throws {
    let body = Array(try #require(Data(base64Encoded: text))) + Array("and a tail".utf8)
    let response = try await reply(coding, body)
    expect(response.error) {
      if case .undecodableBody(let detail) = $0 {
        detail == "other bytes follow the end of the \(coding) data"
      } else {
        false
      }
    }
    #expect(response.data == Self.content)
    #expect(response.encodedData == Data(body))
  }

  @Test func severalMembersOfGzipAreOneBody() async throws {
    let body = gzip(Array("one ".utf8)) + gzip(Array("two".utf8))
    let response = try await reply("x-gzip", body)
    #expect(response.error == nil && response.data == Data("one two".utf8))
    #expect(response.encodedData == nil)
  }

  @Test func theBytesOfAnUnknownCodingAreKept() async throws {
    let response = try await reply("gzip, compress", Array("uryyb".utf8))
    #expect(response.data == nil && response.encodedData == Data("uryyb".utf8))
    #expect(
      response.error?.description
        == "The body cannot be decompressed: the coding \"compress\" is unknown — "
        + "send \"Accept-Encoding: identity\" to see it as it is")
    let server = try server("compress", Array("uryyb".utf8))
    let download = await session.download(server.url).serializingData().response
    expect(download.error) { if case .undecodableBody = $0 { true } else { false } }
  }

  /// Chunks refused by a slow reader are delivered again but not decoded twice.
  @Test func aPausedBodyIsDecodedOnce() async throws {
    var generator = SplitMix64(seed: 1)
    let content = (0..<2_000_000).map { _ in UInt8.random(in: 0...63, using: &generator) }
    let server = try server("gzip, gzip", gzip(gzip(content)))
    let received = Recorder<Data>()
    for await stream in session.streamRequest(server.url).streamTask().streamingData() {
      if case .stream(.success(let data)) = stream.event { received.record(data) }
      await Task.yield()
    }
    #expect(received.values.reduce(into: Data(), +=) == Data(content))
  }

  @Test func codingsAreDecodedAndTheHeadKeepsThem() async throws {
    let body = gzip(Array("hello".utf8))
    let response = try await reply("gzip", body)
    #expect(response.data == Data("hello".utf8))
    #expect(response.head?.headers.first("Content-Encoding") == "gzip")
    #expect(response.timeline.hops.first?.received.body == body.count)
  }

  @Test(arguments: ["gzip, gzip", "gzip,gzip"])
  func aCodingAppliedTwiceIsDecodedTwice(_ coding: String) async throws {
    #expect(try await reply(coding, gzip(gzip(Array("hello".utf8)))).data == Data("hello".utf8))
  }

  @Test(arguments: ["gzip", "deflate", "br", "zstd", "gzip, gzip", "gzip, br"])
  func aWrongContentCodingIsAnErrorThatKeepsTheHead(_ coding: String) async throws {
    let response = try await reply(coding, Array("this is plain text".utf8))
    expect(response.error) { if case .undecodableBody = $0 { true } else { false } }
    #expect(response.response?.status == .ok)
    #expect(response.head?.headers.first("Content-Encoding") == coding)
    try await session.expectAlive()
  }

  @Test func tooManyCodingsAreRefused() async throws {
    let response = try await reply(Array(repeating: "gzip", count: 50).joined(separator: ", "), [1, 2, 3])
    expect(response.error) { if case .undecodableBody = $0 { true } else { false } }
    try await session.expectAlive()
  }

  @Test(arguments: ["compress", "gzip, compress", "aes128gcm"])
  func anUnknownCodingIsReported(_ coding: String) async throws {
    let response = try await reply(coding, Array("hello".utf8))
    expect(response.error) { if case .undecodableBody(let detail) = $0 { !detail.isEmpty } else { false } }
    #expect(response.response?.status == .ok)
    try await session.expectAlive()
  }

  @Test func aCodingThatBreaksInTheMiddleKeepsWhatWasDecoded() async throws {
    var generator = SystemRandomNumberGenerator()
    let content = (0..<200_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    var body = gzip(content)
    for index in 100_000..<100_100 { body[index] = 0xFF }
    let response = try await reply("gzip", body + [1])
    expect(response.error) { if case .undecodableBody = $0 { true } else { false } }
    #expect((response.data?.count ?? 0) > 0)
  }

  @Test(arguments: ["UTF-8", "utf8", "binary", "ISO-8859-1", "rot13", "UTF-8, amz-1.0"])
  func aNameThatIsNoCodingLeavesTheBodyAsItIs(_ name: String) async throws {
    let server = try server(name, Array("hello".utf8))
    let response = await session.request(server.url, options: .with { $0.keepsWireLog = true })
      .serializingResponse().response
    #expect(response.error == nil && response.data == Data("hello".utf8))
    let notes = response.timeline.hops.first?.wire.filter { $0.kind == .note }.map(\.text)
    let note = "\"\(name.split(separator: ",")[0])\" is not a content coding, so nothing is decoded for it"
    #expect(notes?.filter { $0 == note }.count == 1)
    let download = await session.download(server.url).serializingData().response
    #expect(download.value == Data("hello".utf8))
    try FileManager.default.removeItem(at: #require(download.fileURL))
  }

  @Test func aCodingBesideAnUnknownNameIsDecoded() async throws {
    #expect(try await reply("gzip, UTF-8", gzip(Array("hello".utf8))).data == Data("hello".utf8))
  }

  @Test func identityIsIgnored() async throws {
    #expect(try await reply("identity", Array("hello".utf8)).data == Data("hello".utf8))
  }
}
