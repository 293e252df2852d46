import Foundation
import Testing

@testable import RequestClient

struct HTTPBodyTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test(arguments: [1, 2, 7, 4096, 65_536])
  func everyKindGivesItsBytesThroughBuffersOfAnySize(_ bufferSize: Int) async throws {
    let data = Data.sample(5_000)
    let stream = BodyStream(AsyncStream(of: data.prefix(3), Data(), data.dropFirst(3)))
    let slice = (Data([0]) + data).dropFirst()
    let bodies = [HTTPBody.data(data), .data(slice), .file(try scratch.file("f", data)), .stream(stream)]
    for body in bodies {
      #expect(try await body.bytes(bufferSize: bufferSize) == data)
    }
  }

  @Test func emptyBodiesEndAtOnce() async throws {
    for body in [HTTPBody.data(Data()), .file(try scratch.file()), .stream(BodyStream(AsyncStream(of: Data())))] {
      #expect(try await body.bytes().isEmpty)
    }
  }

  @Test func theLengthIsKnownOnlyWithoutReading() throws {
    #expect(HTTPBody.data(.sample(5)).knownLength == 5)
    #expect(HTTPBody.file(try scratch.file("f", .sample(7))).knownLength == 7)
    #expect(HTTPBody.file(scratch.folder.appending(path: "none")).knownLength == nil)
    #expect(HTTPBody.stream(BodyStream(length: 9) { nil }).knownLength == 9)
    #expect(HTTPBody.stream(BodyStream { nil }).knownLength == nil)
  }

  @Test func onlyAOneShotStreamCannotBeSentAgain() throws {
    #expect(HTTPBody.data(Data()).isReplayable)
    #expect(HTTPBody.file(scratch.folder).isReplayable)
    #expect(HTTPBody.stream(BodyStream(opening: { AsyncStream(of: Data()) })).isReplayable)
    #expect(!HTTPBody.stream(BodyStream { nil }).isReplayable)
  }

  @Test func copiesOfAStreamAreEqualAndOthersAreNot() {
    let stream = BodyStream { nil }
    #expect(HTTPBody.stream(stream) == .stream(stream))
    #expect(HTTPBody.stream(stream) != .stream(BodyStream { nil }))
    #expect(HTTPBody.stream(stream) != .stream(stream.withLength(3)))
  }
}

extension AsyncStream where Element == Data {
  init(of chunks: Data...) {
    self.init { continuation in
      for chunk in chunks { continuation.yield(chunk) }
      continuation.finish()
    }
  }
}
