extension ImportProgress {
  /// `Writing shop.zip: 300 of 12,000 files…`; `nil` while reading from standard input, which the user may be typing.
  func text(_ source: String) -> String? {
    let state = state
    if source == "-", state == State() { return nil }
    let verb =
      switch state.step {
      case .unpacking: "Unpacking"
      case .reading: "Reading"
      case .planning: "Checking the files of"
      case .writing, .placing: "Writing the files of"
      }
    let place = source == "-" ? "the input" : source
    guard state.files > 0 else { return "\(verb) \(place)…" }
    let count = Formatting.count(state.total ?? state.files, "file")
    let done = state.total == nil ? count : "\(Formatting.number(state.files)) of \(count)"
    return "\(verb) \(place): \(done)…"
  }
}
