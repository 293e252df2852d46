import Foundation
@testable import RequestClient
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AsyncSequenceTests {
  private let chunks = StubResponse.ok("one\n", "two\n", "three\n")

  private func stream(_ reply: StubResponse, startsByItself: Bool? = nil) -> DataStreamRequest {
    Session.stubbed(StubTransport(reply)).streamRequest("http://stub/", shouldAutomaticallyResume: startsByItself)
  }

  @Test func aStreamsValuesAreASequenceWithItsEnd() async {
    var (texts, ends) = ([String](), 0)
    for await event in stream(chunks).streamTask().streamingStrings() {
      if let text = event.value { texts.append(text) }
      if event.completion != nil { ends += 1 }
    }
    #expect(texts.joined() == "one\ntwo\nthree\n")
    #expect(ends == 1)
  }

  @Test func aStreamIsDeliveredAsDataLinesValuesAndEvents() async {
    var data = Data()
    for await event in stream(chunks).streamTask().streamingData() { data += event.value ?? Data() }
    #expect(data.count == 14)
    var lines: [String] = []
    for await event in stream(chunks).streamTask().streamingLines() { lines += event.value.map { [$0] } ?? [] }
    #expect(lines == ["one", "two", "three"])
    var values: [Int] = []
    for await event in stream(.ok("1\n2", "\n3")).streamTask().streamingDecodables(Int.self) {
      values += event.value.map { [$0] } ?? []
    }
    #expect(values == [1, 2, 3])
    var events: [String] = []
    for await event in stream(.ok("data: a\n\n", "data: b\n\n")).streamTask().streamingEvents() {
      events += event.value.map { [$0.data] } ?? []
    }
    #expect(events == ["a", "b"])
  }

  @Test func leavingTheLoopCancelsTheRequest() async {
    let request = endless()
    var count = 0
    for await _ in request.streamTask().streamingData() {
      count += 1
      if count == 2 { break }
    }
    await request.core.end()
    #expect(request.isCancelled)
  }

  @Test func leavingTheLoopOfAKeptSequenceCancelsTheRequest() async {
    let request = endless()
    let values = request.streamTask().streamingData()
    for await _ in values { break }
    await request.core.end()
    #expect(request.isCancelled)
    withExtendedLifetime(values) {}
  }

  @Test func cancellingTheTaskOfALoopCancelsTheRequest() async {
    let (request, begun) = (endless(), Gate())
    let task = Task {
      for await _ in request.streamTask().streamingData() { begun.open() }
    }
    await begun.wait()
    task.cancel()
    await task.value
    await request.core.end()
    #expect(request.isCancelled)
  }

  @Test func anUnusedSequenceCancelsTheRequest() async {
    let request = endless()
    _ = request.streamTask().streamingData()
    await request.core.end()
    #expect(request.isCancelled)
  }

  @Test(arguments: [true, false])
  func aLeftLoopDoesNotHoldTheServerBack(_ isKept: Bool) async {
    let chunk = String(repeating: "x", count: 100_000)
    let request = stream(StubResponse(chunks: Array(repeating: chunk, count: 100)), startsByItself: false)
    let values = request.streamTask().streamingData(automaticallyCancelling: false)
    if isKept {
      request.resume()
      for await _ in values { break }
    } else {
      // Both are added before the first chunk: a later one would wait for values held back by the full one.
      let others = request.streamTask().streamingData(automaticallyCancelling: false)
      request.resume()
      for await _ in others { break }
      var unused = values.makeAsyncIterator()
      while await unused.next() != nil {}
    }
    await request.core.end()
    #expect(request.isFinished)
    #expect(request.error == nil)
    #expect(request.downloadProgress.completed == 10_000_000)
    withExtendedLifetime(values) {}
  }

  @Test func theServerIsHeldBackWhileValuesWait() async {
    let chunk = String(repeating: "x", count: 100_000)
    let request = stream(StubResponse(chunks: Array(repeating: chunk, count: 100)))
    let values = request.streamTask().streamingData()
    await until { request.core.state.withLock(\.hasRefusedChunk) }
    #expect(request.downloadProgress.completed < 2_000_000)
    var size = 0
    for await event in values { size += event.value?.count ?? 0 }
    #expect(size == 10_000_000)
  }

  @Test func progressHeadsAndMessagesEndWithTheRequest() async {
    let transport = StubTransport(.redirect(to: "/end"), .ok("four"))
    let request = Session.stubbed(transport).request("http://stub/", shouldAutomaticallyResume: false)
    let (progress, uploads) = (request.downloadProgressValues(), request.uploadProgressValues())
    let (heads, messages) = (request.httpResponses(), request.outgoingRequests())
    request.resume()
    var last: TransferProgress?
    for await value in progress { last = value }
    #expect(last?.completed == 4)
    for await _ in uploads { Issue.record("nothing was uploaded") }
    var statuses: [Int] = []
    for await head in heads { statuses.append(head.status.code) }
    #expect(statuses == [200])
    var paths: [String] = []
    for await message in messages { paths.append(message.url.path) }
    #expect(paths == ["/", "/end"])
    #expect(request.isFinished)
  }

  @Test func sequencesOfAnEndedRequestEndAndHaveItsLastMessage() async {
    let transport = StubTransport(.redirect(to: "/end"), .ok("four"))
    let request = Session.stubbed(transport).request("http://stub/")
    _ = await request.serializingData().response
    await request.core.end()
    var paths: [String] = []
    for await message in request.outgoingRequests() { paths.append(message.url.path) }
    #expect(paths == ["/end"])
    var commands: [String] = []
    for await command in request.cURLDescriptions() { commands.append(command) }
    #expect(commands == [request.cURLDescription()])
    for await _ in request.httpResponses() { Issue.record("There is no other response") }
    for await _ in request.downloadProgressValues() { Issue.record("Nothing else is received") }
  }

  @Test func sequencesOfARequestThatWasNeverSentEnd() async {
    let request = Session.stubbed(StubTransport()).request("http://stub/", shouldAutomaticallyResume: false)
    request.cancel()
    for await _ in request.outgoingRequests() { Issue.record("Nothing was sent") }
    for await _ in request.cURLDescriptions() { Issue.record("Nothing was sent") }
  }

  @Test func aStreamThatIsCutOffThrows() async {
    let reply = StubResponse.failure(.connectionLost(host: "stub", bytesReceived: 8), after: "one\n", "two\n")
    var lines: [String] = []
    do {
      for try await line in stream(reply).streamTask().lines() { lines.append(line) }
      Issue.record("The stream seems complete")
    } catch {
      #expect(error.isConnectionLost)
    }
    #expect(lines == ["one", "two"])
    var bytes = Data()
    do {
      for try await chunk in stream(reply).streamTask().chunks() { bytes += chunk }
      Issue.record("The stream seems complete")
    } catch {
      #expect(error.isConnectionLost)
    }
    #expect(bytes == Data("one\ntwo\n".utf8))
  }

  @Test func aCompleteStreamEndsWithoutAnError() async throws {
    var lines: [String] = []
    for try await line in stream(chunks).streamTask().lines() { lines.append(line) }
    #expect(lines == ["one", "two", "three"])
    var values: [Int] = []
    for try await value in stream(.ok("1\n2", "\n3")).streamTask().decodables(Int.self) { values.append(value) }
    #expect(values == [1, 2, 3])
  }

  @Test func aLineThatIsTooLongOrAnInvalidValueThrows() async {
    await #expect(throws: RequestError.self) {
      for try await _ in stream(.ok("long line\n")).streamTask().lines(limit: 3) {}
    }
    await #expect(throws: RequestError.self) {
      for try await _ in stream(.ok("1\nx\n")).streamTask().decodables(Int.self) {}
    }
  }

  @Test func cancellingTheTaskOfAThrowingLoopThrows() async {
    let (request, begun) = (endless(), Gate())
    let task = Task { () -> RequestError? in
      do throws(RequestError) {
        for try await _ in request.streamTask().chunks() { begun.open() }
        return nil
      } catch {
        return error
      }
    }
    await begun.wait()
    task.cancel()
    expect(await task.value) { $0.isExplicitlyCancelled }
    #expect(request.isCancelled)
  }

  @Test func leavingALoopOfProgressEndsNothing() async {
    let request = Session.stubbed(StubTransport()).request("http://stub/", shouldAutomaticallyResume: false)
    let heads = request.httpResponses()
    let reply = request.serializingString()
    request.resume()
    for await _ in heads { break }
    #expect(await reply.response.value == "stub")
  }

  @Test func aRequestWithUnusedSequencesIsReleased() async {
    weak var core: RequestCore?
    let session = Session.stubbed(StubTransport())
    do {
      let request = session.request("http://stub/")
      core = request.core
      _ = (request.downloadProgressValues(), request.httpResponses(), request.outgoingRequests())
      _ = await request.serializingData().response
    }
    await until { core == nil }
  }

  /// An endless stream.
  private func endless() -> DataStreamRequest {
    stream(StubResponse(chunks: Array(repeating: String(repeating: "x", count: 1000), count: 100_000)))
  }
}
