import Foundation

// Sending one request, and printing its exchange.
extension SendCommand {
  func send(
    _ request: SavedRequest, _ address: Address?, _ sender: HeadlessSender, _ jar: CookieJar?
  ) async throws {
    if !quiet, let note = print.fileNote { StandardError.write(note) }
    if dryRun { return try await preview(request, address, sender) }
    let writeOut = try print.writeOut.map(WriteOut.init)
    let path = try print.path(for: request.url)
    try checkOutputs(path)
    let file = try path.map(OutputFile.init)
    let hasMessages = request.kind.takesMessages || !streamOptions.isEmpty
    let conversation =
      hasMessages
      ? try Conversation(request, messages, part: print.part, readsInput: !body.ignoreStdin, output: file) : nil
    if let seconds = try timeout?.timeout(of: "--timeout"), seconds > 0 { conversation?.end(after: .seconds(seconds)) }
    let (result, problem) =
      if let conversation {
        await converse(conversation, request, at: address, with: sender)
      } else {
        await sendAndPrint(request, at: address, with: sender, to: file)
      }
    var outputs = writeFiles(of: result.exchange, to: file, jar, problem.map { file?.renamed($0) ?? $0 })
    report(result, of: request, conversation)
    var code = code(for: result.exchange, conversation)
    if sender.interruption.isInterrupted { code = CommandExit.interrupted }
    let shown = outputs.exitCode(with: code)?.rawValue ?? 0
    outputs.write { try writeOut?.write(result.exchange, exitCode: shown) }
    try outputs.throwFirst(over: code)
    if let code { throw code }
  }

  /// Writes the files of an exchange: the response, the heads and the cookies.
  ///
  /// - Parameter problem: The problem of the response's file or standard output.
  private func writeFiles(
    of exchange: Exchange, to file: OutputFile?, _ jar: CookieJar?, _ problem: OutputProblem?
  ) -> FailedOutputs {
    var outputs = FailedOutputs()
    // The summary has the problem that ended the exchange.
    if let problem, exchange.outcome.failure?.sentence != problem.description { outputs.add(problem) }
    // The response of a failed exchange may be a redirect, whose body is not written.
    let isWhole = exchange.ending == .completed
    let isKept = problem == nil && exchange.outcome.response != nil && (isWhole || file?.isWritten == true)
    outputs.write {
      let name = isKept ? suggestedName(in: exchange, for: file) : nil
      try file?.finish(isKept: isKept, as: name, replaces: print.clobber || !print.remoteHeaderName)
      if let name, !quiet { StandardError.write("Saved as \(name)") }
    }
    outputs.write { try print.dumpHeads(of: exchange) }
    if let jar { outputs.write { try cookieFile?.save(jar) } }
    return outputs
  }

  /// The exit code for an exchange, with a sentence about messages that were waited for in vain; `nil` if all is well.
  private func code(for exchange: Exchange, _ conversation: Conversation?) -> ExitCode? {
    if let code = CommandExit.code(for: exchange, failsOnStatus: fail) { return code }
    guard let sentence = conversation?.disappointment else { return nil }
    let isExpired = conversation?.isExpired == true
    return CommandExit.fail(sentence, isExpired ? CommandExit.unfinished : CommandExit.checkFailed)
  }

  /// The name that the server suggests for the file of the response. That of another output or of the request is not
  /// used.
  private func suggestedName(in exchange: Exchange, for file: OutputFile?) -> String? {
    guard print.remoteHeaderName, let file, let name = exchange.outcome.response?.suggestedFileName else { return nil }
    let path = URL(fileURLWithPath: file.path).deletingLastPathComponent().appending(path: name).path
    let others = [(print.dumpHeader, "the heads"), (route.cookieJar, "the cookies"), (target, "the request")]
    for case (let other?, let what) in others where NamedFile.target(of: other).isExactly(NamedFile.target(of: path)) {
      StandardError.write("The server suggests the name \(name), the file of \(what): saved as \(file.path)")
      return nil
    }
    return name
  }

  /// Fails if two outputs go to the same file, or one would replace the request.
  ///
  /// - Parameter response: The file of the response.
  private func checkOutputs(_ response: String?) throws {
    var owners = OutputOwners()
    let outputs = [(response, "the response"), (print.dumpHeader, "the heads"), (route.cookieJar, "the cookies")]
    for case (let path?, let what) in outputs where !NamedFile.isStandardOutput(path) {
      try owners.add(path, what)
    }
    if access(target, F_OK) == 0 { try owners.requireKept(target, "the request") }
  }

  /// Writes to standard error how it went.
  private func report(_ result: HeadlessSender.Result, of request: SavedRequest, _ conversation: Conversation?) {
    let exchange = result.exchange
    if print.verbose { StandardError.write(lines: WireText.lines(of: exchange.timeline)) }
    if !quiet || exchange.outcome.failure != nil { StandardError.write(exchange.summaryLine) }
    StandardError.write(lines: CheckLines.lines(of: exchange, all: print.verbose))
    if result.lacksVariables {
      StandardError.write(VariableOptions.advice)
    }
    if !quiet, let text = conversation?.closeText { StandardError.write(text) }
    noteUnusedOptions(for: request, exchange)
  }

  private func preview(_ request: SavedRequest, _ address: Address?, _ sender: HeadlessSender) async throws {
    if print.chosen == .curl, request.kind != .http {
      let advice = request.kind == .webSocket ? " — write one with workbench export FILE --format websocat" : ""
      throw CommandExit.usageError("\(target) is \(request.kind.titleWithArticle), which has no curl command\(advice)")
    }
    let preview = await sender.sender.preview(request, at: address)
    if print.chosen == .curl, let sent = preview.sent {
      try StandardOutput.write(text: CurlCommand.text(for: sent, options: preview.options) + "\n")
    } else if !preview.head.isEmpty {
      let text = preview.text
      try StandardOutput.write(text: text)
      if !text.hasSuffix("\n") { StandardError.write("") }
    }
    StandardError.write(lines: preview.notes)
    noteUnusedInPreview()
    if preview.problem != nil || preview.awaited != nil { throw CommandExit.unfinished }
  }

  /// Names the options about a response, of which a preview has none.
  private func noteUnusedInPreview() {
    let printing = print.used.filter { $0 != "-I" && ($0 != "--print" || print.chosen != .curl) }
    let others = [("--fail", fail), ("-c", route.cookieJar != nil), ("--retry", retries.retry != nil)]
    let unused = printing + others.filter(\.1).map(\.0)
    guard !quiet, !unused.isEmpty else { return }
    StandardError.write("Not used: \(unused.joined(separator: ", ")) — with --dry-run there is no response")
  }

  /// - Returns: The exchange, and the problem if it could not be written.
  private func sendAndPrint(
    _ request: SavedRequest, at address: Address?, with sender: HeadlessSender, to file: OutputFile?
  ) async -> (HeadlessSender.Result, OutputProblem?) {
    let part = print.part
    if part == .body, !TerminalText.outputIsTerminal, retries.retry == nil {
      let body = PassedBody(to: file)
      return (await sender.send(request, at: address, passing: body.write), body.problem)
    }
    let live = part == .body && retries.retry == nil ? LiveBody() : nil
    let result = await sendAgain(
      request, at: address, with: sender, live: live.map { live in live.write },
      passing: part == .headers ? PassedBody.discard : nil)
    do {
      if let live, let body = result.exchange.outcome.response?.body, try live.finish(body) { return (result, nil) }
      try ExchangePrinter(part: part, showsNotice: !quiet).write(result.exchange)
      return (result, nil)
    } catch {
      return (result, error)
    }
  }

  /// Sends and prints messages until the connection ends.
  private func converse(
    _ conversation: Conversation, _ request: SavedRequest, at address: Address?, with sender: HeadlessSender
  ) async -> (HeadlessSender.Result, OutputProblem?) {
    let result = await sender.send(request, at: address, conversation: conversation)
    do throws(OutputProblem) {
      if let problem = conversation.problem { throw problem }
      try conversation.finish()
      // Messages were printed while they arrived. A response in their place has a body.
      let isShown = [.body, .messages].contains(print.part) && !result.exchange.hasOnlyBody
      if !isShown, !conversation.hasPrintedHead {
        try ExchangePrinter(part: print.part, showsNotice: !quiet).write(result.exchange)
      }
      return (result, nil)
    } catch {
      return (result, error)
    }
  }

  /// Sends until the outcome is no longer transient, or up to the number of retries. Each attempt is an exchange of its
  /// own.
  private func sendAgain(
    _ request: SavedRequest, at address: Address?, with sender: HeadlessSender, live: ((Response) -> Bool)?,
    passing: PassedBody.Take?
  ) async -> HeadlessSender.Result {
    let start = ContinuousClock.now
    var tries = 0
    while true {
      let result = await sender.send(request, at: address, live: live, passing: passing)
      let outcome = result.exchange.outcome
      guard let limit = retries.retry, tries < limit, retries.isTransient(outcome) else { return result }
      if let asked = RetryOptions.excessiveDelay(outcome) {
        if !quiet { StandardError.write(RetryOptions.refusal(of: asked, after: result.exchange.summaryLine)) }
        return result
      }
      let delay = retries.delay(after: outcome, tries: tries)
      let isLate = retries.longestTime.map { start.duration(to: .now) + .seconds(delay) > .seconds($0) } ?? false
      if isLate || sender.interruption.isInterrupted { return result }
      if !quiet {
        StandardError.write(
          "\(result.exchange.summaryLine) — sending again in \(RetryOptions.text(delay)), at most "
            + "\(limit - tries) more \(limit - tries == 1 ? "time" : "times")")
      }
      guard await sender.interruption.wait(seconds: delay) else { return result }
      tries += 1
    }
  }
}
