internal import Foundation
internal import Synchronization

/// A transfer that passes its body to a sink.
struct PassedTransfer {
  let request: DataStreamRequest
  let prepared: PreparedRequest
  let sink: BodySink
  /// Whether the events of a stream are reported while they arrive.
  let showsEvents: Bool
  let learn: LearnHead
  let context: RunContext

  func run() async {
    let (context, prepared, sink, request, showsEvents) = (context, prepared, sink, request, showsEvents)
    let kept = KeptBeginning(sink)
    let ticker = ProgressTicker()
    let clock = ContinuousClock.now
    await context.transfer(request) { [learn] done in
      request
        .onResponseHead { head in
          learn(head)
          let isHeldBack = context.holdsBack(head)
          context.stream.begin(head, isShown: showsEvents && !isHeldBack)
          guard !isHeldBack else { return }
          if showsEvents, context.stream.offset != nil { context.notes.begin(of: context, with: head) }
          context.emit(.head(context.mask.current.maskedHead(Response(head))))
        }
        .downloadProgress { context.report($0, ticker) }
        .responseStream { stream in
          switch stream.event {
          case .stream(let chunk):
            guard let chunk = try? chunk.get() else { return }  // Never fails for bytes.
            kept.append(chunk)
            if context.stream.offset != nil { context.stream.readChunk(chunk, context) }
            if !context.isHeldBack, !context.pass(chunk, to: sink) { stream.cancel() }
          case .complete(let completion):
            if completion.error == nil { context.stream.end(context) }
            context.record.receive(
              ReceivedMessage(
                completion.response(keeping: kept.data), prepared, duration: clock.duration(to: .now),
                omission: kept.omission, bodyFile: kept.file, isEnded: context.transfers.isEnded))
            done()
          }
        }
    }
  }
}

extension RunContext {
  /// Passes on a chunk of the body. If it cannot be taken, that is the failure of the exchange.
  ///
  /// - Returns: Whether to continue.
  func pass(_ chunk: Data, to sink: BodySink) -> Bool {
    do throws(Failure) {
      return try sink.take(chunk)
    } catch {
      record.interrupt(because: error)
      return false
    }
  }
}

extension DataStreamRequest.Completion {
  /// Returns the completion as a response with a body.
  fileprivate func response(keeping body: Data) -> ClientResponse<Data> {
    ClientResponse(
      request: request, head: head, data: body, timeline: timeline, times: RequestTimes(),
      serializationDuration: .zero, result: error.map { .failure($0) } ?? .success(body))
  }
}

/// The part of a body that its exchange keeps.
private final class KeptBeginning: Sendable {
  private struct State {
    var body = ReceivedBody()
    var count = 0
    var omitted = 0
  }

  private let limit: BodyLimit
  private let makeFile: @Sendable () -> AnonymousFile?
  private let state = Mutex(State())

  /// In bytes; larger bodies are kept in an anonymous file.
  private static let memoryLimit = 4 << 20

  init(_ sink: BodySink) { (limit, makeFile) = (sink.limit, sink.makeFile) }

  func append(_ chunk: Data) {
    state.withLock { state in
      let part = chunk.prefix(max(0, limit.byteCount - state.count))
      state.omitted += chunk.count - part.count
      guard !part.isEmpty else { return }
      state.count += part.count
      part.withUnsafeBytes { state.body.append($0, expected: nil, memoryLimit: Self.memoryLimit, makeFile: makeFile) }
    }
  }

  var data: Data { state.withLock { $0.body.data ?? Data() } }

  var file: AnonymousFile? { state.withLock { $0.body.file } }

  var omission: BodyOmission? {
    let omitted = state.withLock(\.omitted)
    return omitted > 0 ? BodyOmission(byteCount: omitted, reason: limit.reason) : nil
  }
}
