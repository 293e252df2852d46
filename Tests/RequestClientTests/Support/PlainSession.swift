import RequestClient
import TestSupport

extension Session {
  /// A session that adds no headers, so that the wire shows what a test wrote.
  static func plain(_ change: (inout SessionConfiguration) -> Void = { _ in }) -> Session {
    var configuration = SessionConfiguration()
    configuration.defaultHeaders = []
    change(&configuration)
    return Session(configuration: configuration)
  }
}

extension TransferOptions {
  static func with(_ change: (inout TransferOptions) -> Void) -> TransferOptions {
    var options = TransferOptions()
    change(&options)
    return options
  }
}

extension String {
  /// A head as its lines.
  var lines: [String] { replacing("\r\n", with: "\n").split(separator: "\n").map(String.init) }
}
