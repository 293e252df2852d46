/// The options of a command line by the members of a request that they give, such as `--timeout` for `timeout`, so that
/// messages name what the user typed.
package struct TypedOptions: Equatable, Sendable {
  private let names: [String: String]

  package init(_ names: [String: String] = [:]) { self.names = names }

  /// The option that gives a member; `nil` if files do.
  subscript(member: String) -> String? { names[member] }

  /// The option that gives a member, else the member in quotes.
  func name(of member: String) -> String { names[member] ?? "\"\(member)\"" }

  /// The same at the beginning of a sentence: `--proxy`, or `The option "proxy"`.
  func title(of member: String) -> String { names[member] ?? "The option \"\(member)\"" }
}
