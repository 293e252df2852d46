import CZlib
import Foundation
import RequestBasics
import TestSupport
import Testing

@testable import RequestClient

struct DeflateRequestCompressorTests {
  @Test(arguments: DeflateRequestCompressor.Format.allCases, [1, 100, 65_536, 300_000])
  func theServerInflatesToTheSameBytes(_ format: DeflateRequestCompressor.Format, _ count: Int) throws {
    let body = Data.sample(count)
    let request = try DeflateRequestCompressor(format: format).compress(try .sample(body: body))
    #expect(try inflate(try #require(request.compressibleBody)) == body)
    #expect(request.headers == [HTTPHeader("Accept", "*/*"), HTTPHeader("Content-Encoding", format.rawValue)])
  }

  @Test func incompressibleBytesAreRestored() throws {
    var random = SystemRandomNumberGenerator()
    let body = Data((0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) })
    let request = try DeflateRequestCompressor().compress(try .sample(body: body.dropFirst(7)))
    #expect(try inflate(try #require(request.compressibleBody)) == body.dropFirst(7))
  }

  @Test func eachFormatHasItsOwnMagicNumber() throws {
    let body = Data("hello hello hello".utf8)
    let deflated = try DeflateRequestCompressor().compress(try .sample(body: body))
    let zipped = try DeflateRequestCompressor(format: .gzip).compress(try .sample(body: body))
    #expect(deflated.compressibleBody?.first == 0x78)
    #expect(zipped.compressibleBody?.prefix(2) == Data([0x1F, 0x8B]))
  }

  @Test func anEncodedBodyIsAnErrorByDefault() throws {
    let request = try OutgoingRequest.sample(body: Data("x".utf8), HTTPHeader("content-encoding", "br"))
    #expect(throws: RequestCompressionFailure.duplicateHeader("br")) {
      try DeflateRequestCompressor().compress(request)
    }
  }

  @Test func anEncodedBodyCanBeSkipped() throws {
    let request = try OutgoingRequest.sample(body: Data("x".utf8), HTTPHeader("content-encoding", "br"))
    #expect(try DeflateRequestCompressor(duplicateHeaderBehavior: .skip).compress(request) == request)
  }

  @Test func anEncodedBodyCanBeCompressedAgainUnderOneHeader() throws {
    let request = try OutgoingRequest.sample(body: Data("x".utf8), HTTPHeader("content-encoding", "br"))
    let compressed = try DeflateRequestCompressor(duplicateHeaderBehavior: .replace).compress(request)
    #expect(compressed.headers == [HTTPHeader("Accept", "*/*"), HTTPHeader("Content-Encoding", "deflate")])
    #expect(try inflate(try #require(compressed.compressibleBody)) == Data("x".utf8))
  }

  @Test func theOldLengthIsRemoved() throws {
    let request = try OutgoingRequest.sample(body: Data("x".utf8), HTTPHeader("content-length", "1"))
    #expect(try DeflateRequestCompressor().compress(request).headers.first("Content-Length") == nil)
  }

  @Test func theSizeRuleDecidesEvenOverADuplicateHeader() throws {
    let compressor = DeflateRequestCompressor { $0.count >= 1024 }
    let small = try OutgoingRequest.sample(body: .sample(1023), HTTPHeader("Content-Encoding", "br"))
    #expect(try compressor.compress(small) == small)
    let large = try compressor.compress(try .sample(body: .sample(1024)))
    #expect(large.headers.first("Content-Encoding") == "deflate")
  }

  @Test func bodiesNotInMemoryAreNotCompressed() throws {
    for body in [nil, Data()] {
      let request = try OutgoingRequest.sample(body: body)
      #expect(try DeflateRequestCompressor().compress(request) == request)
    }
  }

  @Test func theErrorSaysWhatToDo() {
    #expect(
      RequestCompressionFailure.duplicateHeader("br").description
        == "The body is encoded as \"br\" already — remove the header or let the compressor replace or skip it")
  }
}

extension OutgoingRequest {
  fileprivate static func sample(body: Data?, _ headers: HTTPHeader...) throws -> OutgoingRequest {
    OutgoingRequest(
      method: .post, url: try RequestURL("http://localhost/"), headers: [HTTPHeader("Accept", "*/*")] + headers,
      body: body.map(HTTPBody.data))
  }
}

/// Inflates zlib or gzip data like a server; fails on trailing bytes.
private func inflate(_ data: Data) throws -> Data {
  let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  stream.initialize(to: z_stream())
  defer { stream.deallocate() }
  try #require(zlib_start_inflate(stream, 15 + 32) == Z_OK)
  defer { inflateEnd(stream) }
  var input = [UInt8](data)
  var output = [UInt8](repeating: 0, count: 1_000_000)
  let status = input.withUnsafeMutableBufferPointer { input in
    output.withUnsafeMutableBufferPointer { output in
      stream.pointee.next_in = input.baseAddress
      stream.pointee.avail_in = uInt(input.count)
      stream.pointee.next_out = output.baseAddress
      stream.pointee.avail_out = uInt(output.count)
      return CZlib.inflate(stream, Z_FINISH)
    }
  }
  try #require(status == Z_STREAM_END && stream.pointee.avail_in == 0)
  return Data(output.prefix(Int(stream.pointee.total_out)))
}
