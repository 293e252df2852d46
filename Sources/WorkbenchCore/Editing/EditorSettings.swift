package struct EditorSettings: Equatable, Sendable {
  /// Whether long texts have the modes and keys of vim.
  package var usesVim = false
}
