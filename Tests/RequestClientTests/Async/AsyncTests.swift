import Foundation
@testable import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AsyncTests {
  @Test func awaitingReturnsTheSameAsHandlers() async throws {
    let seen = Recorder<String>()
    let request = Session.stubbed(StubTransport()).request("http://stub/", shouldAutomaticallyResume: false)
    request.responseString { seen.record($0.value ?? "") }
    let task = request.serializingString()
    request.resume()
    #expect(try await task.value == "stub")
    #expect(await task.response.value == "stub")
    #expect(try await task.result.get() == "stub")
    #expect(seen.values == ["stub"])
  }

  @Test func valueThrowsTheResponsesError() async {
    let request = Session.stubbed(StubTransport(.failure())).request("http://stub/")
    let error = await #expect(throws: RequestError.self) { try await request.serializingData().value }
    guard case .refused = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func aDownloadCanBeAwaited() async throws {
    let session = Session.stubbed(StubTransport(.ok("[1,2]")))
    let request = session.download("http://stub/", shouldAutomaticallyResume: false)
    let (file, data) = (request.serializingDownloadedFileURL(), request.serializingData())
    let (text, value) = (request.serializingString(), request.serializingDecodable([Int].self))
    file.resume()
    #expect(try await data.value == Data("[1,2]".utf8))
    #expect(try await text.value == "[1,2]")
    #expect(try await value.value == [1, 2])
    try FileManager.default.removeItem(at: await file.value)
  }

  @Test func cancellingATaskOfAGroupCancelsItsRequest() async {
    let transport = StubTransport(.waiting(for: Gate()))
    let session = Session.stubbed(transport)
    let errors = await withTaskGroup { group in
      for _ in 0..<10 { group.addTask { await session.request("http://stub/").serializingData().response.error } }
      _ = await transport.hops(count: 10)
      group.cancelAll()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(errors.count == 10)
    #expect(errors.allSatisfy { $0?.isExplicitlyCancelled == true })
  }

  @Test func aRequestMayOutliveTheTaskThatAwaitsIt() async throws {
    let gate = Gate()
    let transport = StubTransport(.waiting(for: gate, "whole"))
    let request = Session.stubbed(transport).request("http://stub/")
    let task = Task { await request.serializingString(automaticallyCancelling: false).response }
    _ = await transport.hops(count: 1)
    task.cancel()
    gate.open()
    #expect(await task.value.value == "whole")
    #expect(request.isFinished)
  }

  @Test func anAlreadyCancelledTaskSendsNothingByDefault() async {
    let transport = StubTransport()
    let session = Session.stubbed(transport)
    let gate = Gate()
    let download = Task {
      await gate.wait()
      return await session.download("http://stub/").serializingData().response.error
    }
    let independent = Task {
      await gate.wait()
      return await session.request("http://stub/").serializingData(automaticallyCancelling: false).response.error
    }
    download.cancel()
    independent.cancel()
    gate.open()
    #expect(await download.value?.isExplicitlyCancelled == true)
    #expect(await independent.value == nil)
    #expect(transport.startCount == 1)
  }

  @Test func aTaskCanBeSuspendedAndCancelled() async {
    let transport = StubTransport()
    let request = Session.stubbed(transport).request("http://stub/", shouldAutomaticallyResume: false)
    let task = request.serializingData()
    task.suspend()
    #expect(request.isSuspended)
    task.cancel()
    #expect(await task.response.error?.isExplicitlyCancelled == true)
    #expect(transport.startCount == 0)
  }

  @Test func handlersWithoutQueueAreNotOnMain() async {
    let seen = Recorder<Bool>()
    let request = Session.stubbed(StubTransport()).download("http://stub/")
    request.responseData { response in
      seen.record(Thread.isMainThread)
      if let file = response.fileURL { try? FileManager.default.removeItem(at: file) }
    }
    #expect(await seen.values(count: 1) == [false])
  }
}
