/// The syntactic role of a piece of a line, which the theme maps to a colour.
package enum SyntaxRole: Hashable, Sendable, CaseIterable {
  case key, string, number, boolean, null, punctuation
  case text, tag, attribute, comment
  /// Generated text, such as `3 members` on a folded line.
  case note
}
