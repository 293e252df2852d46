package import Foundation

/// A body as a part of a curl command line.
package struct CURLBody {
  /// Linux takes no argument longer than 128 kB (`MAX_ARG_STRLEN`).
  private static let longestArgument = 100_000

  /// The command that feeds curl's standard input; `nil` where nothing has to.
  package private(set) var source: String?
  package private(set) var arguments: [String]
  /// Whether curl makes the `Content-Type`, with a boundary of its own.
  package private(set) var isForm: Bool

  package init(arguments: [String] = [], isForm: Bool = false) {
    (self.arguments, self.isForm) = (arguments, isForm)
  }

  /// Text becomes an argument where one can hold it; other bytes go through a pipe.
  package init(_ data: Data) {
    if data.count <= Self.longestArgument, let text = data.argumentText {
      // `--data-binary @…` would read a file.
      let option = text.unicodeScalars.first == "@" ? "--data-raw " : "--data-binary "
      self.init(arguments: [option + ShellText.quoted(text)])
    } else {
      self.init(commands: [ShellText.printing(data)])
    }
  }

  /// - Parameter commands: Write the body one after the other.
  package init(commands: [String]) {
    self.init(arguments: ["--data-binary @-"])
    source = commands.count == 1 ? commands[0] : "{ " + commands.joined(separator: "; ") + "; }"
  }
}

extension Data {
  /// The bytes as text that an argument can hold: UTF-8 without NUL.
  package var argumentText: String? { contains(0) ? nil : String(validating: self, as: UTF8.self) }
}
