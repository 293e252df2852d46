import RequestModel
import TerminalUI

extension Workbench {
  mutating func send() -> [Effect] {
    let effects = commitEditing()
    sendsWhenRead = nil
    guard let request = workspace.request else {
      // Fast fingers: the file is being read.
      if case .request(let address) = workspace.subject { sendsWhenRead = address }
      return effects
    }
    if let running = workspace.exchange, running.isRunning {
      notice = Notice(.information, "It is still running: Ctrl+C cancels it")
      return effects
    }
    let id = identifiers.nextExchangeID()
    let order = SendJob(id: id, request: request, origin: origin, environment: workspace.environment, basis: basis)
    workspace.live[workspace.subject] = LiveExchange(id: id, order: order)
    responsePane.reset()
    return effects + [.send(order)]
  }

  /// Sends what was to be sent as soon as its file is read, unless the user has moved on.
  mutating func sendIfWanted(_ address: Address) -> [Effect] {
    guard sendsWhenRead == address, workspace.subject == .request(address) else { return [] }
    return workspace.request == nil ? [] : send()
  }

  var whyNothingToSend: String? {
    if workspace.request != nil {
      if case .request(let address) = workspace.subject { return whyGone(address) }
      return nil
    }
    switch workspace.subject {
    case .request(let address): return whyGone(address) ?? workspace.problems[address]?.sentence
    case .past: return "Still reading this from history"
    case .folder, .nothing: return "Select a request first"
    }
  }

  /// Why a request without edits is not sent though it is shown: its file is gone.
  private func whyGone(_ address: Address) -> String? {
    guard workspace.rowsWithoutFile.contains(address), !hasEdits(address) else { return nil }
    return "\(address.path) is gone: another program removed it; Ctrl+S writes it again"
  }

  private var basis: SendJob.Basis {
    guard case .request(let address) = workspace.subject else { return .other }
    return hasEdits(address) ? .edits : .file
  }

  private var origin: Exchange.Origin? {
    switch workspace.subject {
    case .request(let address): Exchange.Origin(root: workspace.tree.root, address: address)
    case .past: workspace.exchange?.origin
    case .folder, .nothing: nil
    }
  }

  mutating func cancelOrQuit() -> [Effect] {
    if responsePane.filter?.isRunning == true { return clearFilter() }
    if let running = workspace.exchange, running.isRunning { return [.cancel(running.id)] }
    if let other = whatRunsElsewhere {
      notice = Notice(.information, "\(other) is still running: select it to cancel it, or press q to quit")
      return []
    }
    return quit()
  }

  /// A request that runs while another row is selected.
  private var whatRunsElsewhere: String? {
    workspace.live.keys.compactMap { subject in
      guard case .request(let address) = subject, workspace.live[subject]?.isRunning == true else { return nil }
      return workspace.node(address)?.title ?? address.stem
    }.min()
  }

  mutating func quit() -> [Effect] {
    let effects = commitEditing()
    let unsaved = workspace.unsaved
    guard !unsaved.isEmpty else { return effects + [remember(), .quit] }
    let names = unsaved.prefix(5).map { workspace.node($0)?.title ?? $0.stem }.joined(separator: ", ")
    let more = unsaved.count > 5 ? " and \(unsaved.count - 5) more" : ""
    overlays.append(
      .confirm(
        Confirm(
          title: "Unsaved edits", text: "\(Formatting.count(unsaved.count, "request")) not saved: \(names)\(more)",
          choices: [
            .init(key: .character("s"), label: "save all and quit", action: .saveAllAndQuit),
            .init(key: .character("q"), label: "quit; the edits are kept and come back next time", action: .quit),
            .init(key: .escape, label: "stay", action: .dismiss),
          ])))
    return effects
  }
}
