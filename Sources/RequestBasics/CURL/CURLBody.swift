package import Foundation

/// The part of a curl command that passes the body.
package struct CURLBody {
  /// Linux limits a single argument to 128 kB (`MAX_ARG_STRLEN`).
  private static let longestArgument = 100_000

  /// The command piped into curl, if there is one.
  package private(set) var source: String?
  package private(set) var arguments: [String]
  /// Whether curl generates the `Content-Type` with its own boundary.
  package private(set) var isForm: Bool

  package init(arguments: [String] = [], isForm: Bool = false) {
    (self.arguments, self.isForm) = (arguments, isForm)
  }

  /// Passes short text as an argument and pipes everything else.
  package init(_ data: Data) {
    if data.count <= Self.longestArgument, let text = data.argumentText {
      // `--data-binary @…` would read a file.
      let option = text.unicodeScalars.first == "@" ? "--data-raw " : "--data-binary "
      self.init(arguments: [option + ShellText.quoted(text)])
    } else {
      self.init(commands: [ShellText.printing(data)])
    }
  }

  /// - Parameter commands: Shell commands that print the body, in order.
  package init(commands: [String]) {
    self.init(arguments: ["--data-binary @-"])
    source = commands.count == 1 ? commands[0] : "{ " + commands.joined(separator: "; ") + "; }"
  }
}

extension Data {
  /// The bytes as text if they can be an argument: UTF-8 without NUL.
  package var argumentText: String? { contains(0) ? nil : String(validating: self, as: UTF8.self) }
}
