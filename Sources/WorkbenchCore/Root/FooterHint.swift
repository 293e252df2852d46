/// A key and its word in the footer.
struct FooterHint {
  let key: String
  /// The label, unless it depends on what is shown.
  let usualLabel: String?
  /// The label, or `nil` if there is no use for the key now. It is asked only if it may have room: most have none.
  let label: () -> String?
}

extension FooterHint {
  init(_ hint: (key: String, label: String)) { self.init(key: hint.key, usualLabel: hint.label) { hint.label } }

  /// Help and Escape have room before all others.
  private var isLeading: Bool { usualLabel == "help" || key == "Esc" }

  /// The columns that it takes at least, with a gap behind it.
  private var columns: Int { key.columns + max(1, usualLabel?.columns ?? 1) + 3 }

  /// The hints that fit, in their order.
  static func fitting(_ hints: [FooterHint], in room: Int) -> [(key: String, label: String)] {
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
