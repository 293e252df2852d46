import Foundation
import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct StreamsAndTransfersSamples: Samples {
  let shop: PetShop
  private let scratch: ScratchFolder

  init() throws {
    shop = try PetShop()
    scratch = ScratchFolder()
  }

  @Test func aFileAndAFormAreUploaded() async throws {
    let file = try scratch.write(Data(repeating: 7, count: 300), "rex.png")
    let received = try await session.upload(file, to: "\(api)/upload").validate().serializingString().value
    #expect(received == "300 bytes")
    let reply = try await session.upload(
      multipartFormData: { form in
        form.append("Rex", withName: "name")
        form.append(file, withName: "photo", fileName: "rex.png", mimeType: nil)
      }, to: "\(api)/upload"
    )
    .validate()
    .serializingString().value
    #expect(reply.hasSuffix(" bytes"))
    #expect(shop.received.contains { $0.contains("Content-Type: multipart/form-data; boundary=") })
  }

  @Test func aStreamIsUploadedInChunks() async throws {
    let stream = BodyStream(opening: {
      AsyncStream { continuation in
        for number in 1...3 { continuation.yield(Data("line \(number)\n".utf8)) }
        continuation.finish()
      }
    })
    let count = try await session.upload(stream, to: "\(api)/upload").validate().serializingString().value
    #expect(count.hasSuffix(" bytes"))
    #expect(shop.received.contains { $0.contains("Transfer-Encoding: chunked") })
    #expect(stream.isReplayable)
  }

  @Test func aDownloadIsMovedToItsDestination() async throws {
    let folder = scratch.url("downloads")
    let destination = DownloadRequest.suggestedDownloadDestination(
      in: folder, options: [.createIntermediateDirectories, .removePreviousFile])
    let url = try await session.download("\(api)/archive", to: destination)
      .validate()
      .serializingDownloadedFileURL().value
    #expect(try String(contentsOf: url, encoding: .utf8) == PetShop.archive)
    #expect(url.deletingLastPathComponent().lastPathComponent == "downloads")
  }

  @Test func anInterruptedDownloadResumes() async throws {
    let api = shop.tornAPI
    let target = try scratch.write("", "old").deletingLastPathComponent().appending(path: "whole")
    let destination: DownloadRequest.Destination = { _, _ in (target, []) }
    let broken = await session.download("\(api)/archive").validate().serializingDownloadedFileURL().response
    if let resumeData = broken.resumeData {
      let whole = try await session.download(resumingWith: resumeData, to: destination)
        .validate()
        .serializingDownloadedFileURL().value
      report("\(whole.lastPathComponent)")
    }
    #expect(shop.reported.values == ["whole"])
    #expect(try String(contentsOf: target, encoding: .utf8) == PetShop.archive)
  }

  @Test func valuesOfAStreamAreLoopedOver() async throws {
    for await stream in session.streamRequest("\(api)/changes").streamTask().streamingDecodables(Pet.self) {
      switch stream.event {
      case .stream(.success(let pet)): show([pet])
      case .stream(.failure(let error)): report("\(error)")
      case .complete(let completion): report(completion.error.map { "\($0)" } ?? "that was all")
      }
    }
    #expect(shop.shown.values == [[.rex]])
    #expect(shop.reported.values.count == 2)
    #expect(shop.reported.values.last == "that was all")
  }

  @Test func linesOfAStreamAreLoopedOver() async throws {
    for try await line in session.streamRequest("\(api)/changes").streamTask().lines() {
      report(line)
    }
    #expect(!shop.reported.values.isEmpty)
  }

  @Test func serverSentEventsAreHandled() async throws {
    session.streamRequest("\(api)/events", headers: [.accept("text/event-stream")])
      .responseStreamEvents { stream in
        if let event = stream.value { report("\(event.event): \(event.data)") }
        if stream.value?.event == "bye" { stream.cancel() }
      }
    #expect(await shop.reported.values(count: 2) == ["hello: 1", "bye: 2"])
  }

  @Test func eventsContinue() async {
    for await message in session.eventSource("\(api)/events").messages() {
      report("\(message.event): \(message.data)")
      if message.event == "bye" { break }
    }
    #expect(shop.reported.values == ["hello: 1", "bye: 2"])
  }

  @Test func aStreamMayHaveNoEnd() {
    let options = TransferOptions(readTimeout: .seconds(600))
    let changes = session.streamRequest("\(api)/changes", options: options)
    #expect(changes.isInitialized)
  }

  @Test func progressIsASequence() async throws {
    let request = session.request("\(api)/archive", shouldAutomaticallyResume: false)
    request.responseData { response in cache(response.data) }
    request.resume()
    for await progress in request.downloadProgressValues() {
      report(progress.fraction.map { "\(Int($0 * 100)) %" } ?? "\(progress.completed) bytes")
    }
    #expect(request.downloadProgress.completed == 1000)
  }
}
