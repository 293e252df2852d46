internal import Foundation

extension SendPipeline {
  /// Runs the program of the request and sends it the call. The answer arrives before the program has ended.
  mutating func exchangeWithProgram(_ prepared: PreparedRequest) async throws {
    let exchange = try ProgramExchange(
      prepared, in: resolved.inputs.baseFolder, run, opensSession: opensMCPSession)
    run.noteSending(prepared)
    run.log(.request(prepared.sent))
    let (start, clock) = (run.elapsed, ContinuousClock.now)
    run.record.beginTransfer(at: start)
    let (results, program) = exchange.start()
    self.program = program
    let result = await withTaskCancellationHandler { () -> ProgramExchange.Answer? in
      for await result in results { return result }
      return nil
    } onCancel: {
      program.cancel()
    }
    do {
      guard let body = try result?.get() else { throw CancellationError() }
      try receive(body, prepared, from: start, clock.duration(to: .now))
    } catch {
      run.record.endTransfer(at: run.elapsed)
      throw error
    }
  }

  /// Makes a response of an answer. It has no status.
  private func receive(
    _ body: Data, _ prepared: PreparedRequest, from start: Duration, _ duration: Duration
  ) throws {
    if let limit = prepared.options.maxBody, body.count > limit {
      let name = prepared.typedOptions.name(of: "maxBody")
      throw Failure(
        .tooLarge, "The answer has \(Formatting.bytes(body.count)), and \(name) is \(Formatting.bytes(limit))")
    }
    if let sink = run.job.sink, !run.pass(body, to: sink) { throw CancellationError() }
    let hop = Timeline.Hop(
      attempt: 1, method: prepared.method, url: prepared.url, start: start,
      phases: Timeline.Phases(wait: duration),
      sent: Timeline.ByteCounts(body: prepared.sent.body.count), received: Timeline.ByteCounts(body: body.count))
    let head = ResponseHead(status: Response.Head.noStatus, reason: "answered", httpVersion: "stdio", headers: [])
    let response = ClientResponse<Data>(
      request: nil, head: head, data: body, timeline: Timeline(hops: [hop]), times: RequestTimes(),
      serializationDuration: .zero, result: .success(body))
    run.mask.beginBody()
    run.record.receive(ReceivedMessage(response, prepared, duration: duration))
  }

  /// Waits until the program of the request has ended.
  func endProgram() async {
    guard let program else { return }
    await withTaskCancellationHandler {
      await program.value
    } onCancel: {
      program.cancel()
    }
  }
}

/// A call to a program.
private final class ProgramExchange: Sendable {
  private let run: RunContext
  private let commandLine: String
  private let folder: String
  private let call: JSONObject
  private let opensSession: Bool
  private let patience: MCPProgram.Patience
  private let log: ProgramLog

  init(_ prepared: PreparedRequest, in folder: String, _ run: RunContext, opensSession: Bool) throws(Failure) {
    guard let call = prepared.body?.data.flatMap({ try? JSONText(Array($0)).value })?.object,
      JSONRPCMessage(call)?.method != nil
    else {
      throw Failure(
        .unprepared,
        "A program needs one call of JSON-RPC as the body — choose JSON-RPC in the Body tab, or a tool with MCP tools"
      )
    }
    (self.run, self.call, self.folder, self.opensSession) = (run, call, folder, opensSession)
    commandLine = RequestKind.commandLine(in: prepared.url) ?? ""
    log = ProgramLog(run)
    let limit = prepared.options.timeout ?? prepared.patience
    let option = prepared.typedOptions["timeout"] ?? "the option \"timeout\""
    patience = MCPProgram.Patience(source: " — \(option) sets the limit") { method in
      let seconds = limit ?? MCPRequests.patience(of: method)
      return seconds > 0 ? .seconds(seconds) : nil
    }
  }

  typealias Answer = Result<Data, Failure>

  /// Starts the program.
  ///
  /// - Returns: The answer, or the failure once the program has ended and all that it wrote to standard error was read.
  func start() -> (results: AsyncStream<Answer>, program: Task<Void, Never>) {
    let (results, continuation) = AsyncStream.makeStream(of: Answer.self)
    let program = Task { [self] in
      do {
        try await run.services.program(commandLine, folder, { [log] in log.addErrors($0) }) { lines in
          let answer = await self.exchange(with: lines)
          if case .success = answer { continuation.yield(answer) } else { self.log.fail(answer) }
        }
      } catch {
        log.fail(.failure(error as? Failure ?? Failure(.other, String(describing: error))))
      }
      log.finishErrors()
      if let failure = log.failure { continuation.yield(.failure(failure)) }
      continuation.finish()
    }
    return (results, program)
  }

  /// Exchanges the messages of the call with the program.
  private func exchange(with lines: any ProgramLines) async -> Answer {
    let program = MCPProgram(lines, patience: patience) { [log] line, direction in log.add(line, direction) }
    var session = MCPSession(program, idPrefix: "session-")
    let answer = await answer(in: &session)
    await session.close()
    SendPipeline.shown(session.notes).forEach(run.warn)
    return answer
  }

  private func answer(in session: inout MCPSession) async -> Answer {
    do throws(Failure) {
      if opensSession { try await session.open(as: MCPSession.client) }
      log.begin(.call)
      try await session.send(call, id: JSONRPCMessage(call)?.id)
      log.begin(.pages)
    } catch {
      return .failure(error)
    }
    let body = log.answer
    if run.job.listsAllTools, let first = MCPToolPages(first: [body]) { await session.listTools(after: first, run) }
    return .success(body)
  }
}
