import RequestModel
import TerminalUI

extension Workbench {
  mutating func send() -> [Effect] {
    let effects = commitEditing()
    sendsWhenRead = nil
    guard let request = library.request else {
      // Fast fingers: the file is being read.
      if case .request(let address) = library.subject { sendsWhenRead = address }
      return effects
    }
    if let running = library.exchange, running.isRunning {
      notice = Notice(.information, "It is still running: Ctrl+C cancels it")
      return effects
    }
    let id = identifiers.nextExchangeID()
    let order = SendOrder(id: id, request: request, origin: origin, environment: library.environment, basis: basis)
    library.live[library.subject] = LiveExchange(id: id, order: order)
    responsePane.reset()
    return effects + [.send(order)]
  }

  /// Sends what was to be sent as soon as its file is read, unless the user has moved on.
  mutating func sendIfWanted(_ address: Address) -> [Effect] {
    guard sendsWhenRead == address, library.subject == .request(address) else { return [] }
    return library.request == nil ? [] : send()
  }

  var whyNothingToSend: String? {
    if library.request != nil {
      if case .request(let address) = library.subject { return whyGone(address) }
      return nil
    }
    switch library.subject {
    case .request(let address): return whyGone(address) ?? library.problems[address]?.sentence
    case .past: return "Still reading this from history"
    case .folder, .nothing: return "Select a request first"
    }
  }

  /// Why a request without edits is not sent though it is shown: its file is gone.
  private func whyGone(_ address: Address) -> String? {
    guard library.rowsWithoutFile.contains(address), !hasEdits(address) else { return nil }
    return "\(address.path) is gone: another program removed it; Ctrl+S writes it again"
  }

  private var basis: SendOrder.Basis {
    guard case .request(let address) = library.subject else { return .other }
    return hasEdits(address) ? .edits : .file
  }

  private var origin: Exchange.Origin? {
    switch library.subject {
    case .request(let address): Exchange.Origin(root: library.tree.root, address: address)
    case .past: library.exchange?.origin
    case .folder, .nothing: nil
    }
  }

  mutating func cancelOrQuit() -> [Effect] {
    if responsePane.filter?.isRunning == true { return clearFilter() }
    if let running = library.exchange, running.isRunning { return [.cancel(running.id)] }
    if let other = whatRunsElsewhere {
      notice = Notice(.information, "\(other) is still running: select it to cancel it, or press q to quit")
      return []
    }
    return quit()
  }

  /// A request that runs while another row is selected.
  private var whatRunsElsewhere: String? {
    library.live.keys.compactMap { subject in
      guard case .request(let address) = subject, library.live[subject]?.isRunning == true else { return nil }
      return library.node(address)?.title ?? address.stem
    }.min()
  }

  mutating func quit() -> [Effect] {
    let effects = commitEditing()
    let unsaved = library.unsaved
    guard !unsaved.isEmpty else { return effects + [remember(), .quit] }
    let names = unsaved.prefix(5).map { library.node($0)?.title ?? $0.stem }.joined(separator: ", ")
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
