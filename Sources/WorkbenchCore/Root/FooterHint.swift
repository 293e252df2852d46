/// A key and its word in the footer.
struct FooterHint {
  let key: String
  /// The label, unless it depends on what is shown.
  let usualLabel: String?
  /// The label if the hints of a question do not all fit; `nil` if it stays.
  private let shortLabel: String?
  /// The minimum width in columns, with the gap after it.
  private let columns: Int
  /// The label; `nil` if the key is of no use now. It is computed only if it may fit, as most labels do not.
  let label: () -> String?

  init(_ hint: (key: String, label: String), short: String? = nil) {
    key = hint.key
    usualLabel = hint.label
    shortLabel = short
    columns = hint.key.columns + hint.label.columns + 3
    label = { hint.label }
  }

  init(_ command: FooterKey, label: @escaping () -> String?) {
    (key, usualLabel, shortLabel, columns) = (command.text, command.usualLabel, nil, command.columns)
    self.label = label
  }
}

/// A command that the footer may name, with its first key.
struct FooterKey: Equatable, Sendable {
  private let index: Int
  private let key: KeySequence
  let text: String
  /// The label, unless it depends on what is shown.
  let usualLabel: String?
  /// The minimum width of its hint in columns, with the gap after it.
  let columns: Int

  /// - Parameter index: That of the command among all.
  /// - Returns: `nil` if the footer does not name the command, or if it has no key.
  init?(_ index: Int, _ key: KeySequence?) {
    let command = Command.all[index]
    guard let key, let footer = command.footer else { return nil }
    (self.index, self.key, text) = (index, key, key.description)
    usualLabel = command.footerNow == nil ? footer : nil
    columns = text.columns + max(1, usualLabel?.columns ?? 1) + 3
  }

  var command: Command { Command.all[index] }

  /// Whether the command is what its pane is for.
  var isMain: Bool { command.footerRank <= Command.mainRank }

  /// Whether only one of the two is named, as they have the same key or word.
  func excludes(_ other: FooterKey) -> Bool { command.footer == other.command.footer || key == other.key }
}

extension FooterHint {
  /// Whether it gets room before other hints, as help and Escape do.
  private var isLeading: Bool { usualLabel == "help" || key == "Esc" }

  /// The hints with their short labels, unless all fit with the others: no key that answers a question is left out
  /// for a long label.
  private static func shortened(_ hints: [FooterHint], in room: Int) -> [FooterHint] {
    let isQuestion = hints.contains { $0.shortLabel != nil }
    guard isQuestion, hints.reduce(0, { $0 + $1.columns }) > room else { return hints }
    return hints.map { hint in hint.shortLabel.map { FooterHint((hint.key, $0)) } ?? hint }
  }

  /// The hints that fit, in their order.
  static func fitting(_ all: [FooterHint], in room: Int) -> [(key: String, label: String)] {
    let hints = shortened(all, in: room)
    var left = room
    var labels: [Int: String] = [:]
    let leading = hints.indices.filter { hints[$0].isLeading }
    for index in [Int](leading.reversed()) + hints.indices.filter({ !hints[$0].isLeading }) {
      let hint = hints[index]
      guard hint.columns <= left, let label = hint.label() else { continue }
      let columns = hint.key.columns + label.columns + 3
      guard columns <= left else { continue }
      left -= columns
      labels[index] = label
    }
    return hints.indices.compactMap { index in labels[index].map { (hints[index].key, $0) } }
  }
}
