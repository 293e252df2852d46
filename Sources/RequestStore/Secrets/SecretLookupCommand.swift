internal import Dispatch
internal import Foundation

/// The user's command that prints a secret, such as `pass show`.
struct SecretLookupCommand: Sendable {
  /// In milliseconds. The command may ask for a password.
  private static let limit: Int32 = 60_000
  private static let outputLimit = 1 << 20

  /// May contain `{name}`, `{environment}` and `{collection}`, which is the name of the collection's folder.
  let arguments: [String]

  /// - Returns: The output without the final line break; `nil` if the command fails, as it does for unknown names.
  func value(_ key: SecretStore.Key) throws(StoreError) -> String? {
    let words = try words(for: key)
    var ends: [Int32] = [-1, -1]
    // Not a pipe: Swift cannot import the call that makes one which other children do not inherit.
    let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .system(.read, path: words[0], code: errno) }
    defer { for end in ends where end >= 0 { close(end) } }
    let child = try spawn(words, output: ends[1])
    close(ends[1])
    ends[1] = -1
    let output = read(ends[0])
    if output == nil { kill(child, SIGKILL) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
    guard let output else { throw .secretProgram(words[0], "no result after \(Self.limit / 1000) s") }
    guard status == 0, var value = String(validating: output, as: UTF8.self) else { return nil }
    if value.utf8.last == UInt8(ascii: "\n") { value.unicodeScalars.removeLast() }
    return value.isEmpty ? nil : value
  }

  /// Whether each collection gets values of its own, so that none can name the secret of another.
  var separatesCollections: Bool { arguments.contains { $0.containsExactly("{collection}") } }

  /// The command line that runs for a secret, as a shell takes it.
  func line(for key: SecretStore.Key) throws(StoreError) -> String {
    try words(for: key).map(ShellText.quoted).joined(separator: " ")
  }

  /// Replaces the placeholders.
  ///
  /// - Throws: `StoreError.secretPlaceholder` for a value that a collection could choose to reach something else.
  func words(for key: SecretStore.Key) throws(StoreError) -> [String] {
    let values = [
      ("name", key.name), ("environment", key.environment ?? ""), ("collection", Address(key.collection).name),
    ]
    for (name, value) in values where !value.isEmpty && arguments.contains(where: { $0.containsExactly("{\(name)}") }) {
      guard Self.isPlain(value) else {
        throw .secretPlaceholder(secret: key.name, name == "name" ? nil : "\(name) \"\(value)\"")
      }
    }
    return arguments.map { word in
      values.reduce(word) { $0.replacingExactly("{\($1.0)}", with: $1.1) }
    }
  }

  /// Whether a value stays one path component, is not an option, and has no meaning to a shell: the names come from
  /// collections of other people.
  private static func isPlain(_ value: String) -> Bool {
    guard let first = value.unicodeScalars.first, first != "-", first != ".", first != " " else { return false }
    return value.unicodeScalars.allSatisfy { scalar in
      "_-.@+: ".unicodeScalars.contains(scalar) || scalar.properties.isAlphabetic
        || scalar.properties.numericType != nil || scalar.properties.generalCategory == .nonspacingMark
    }
  }

  private func spawn(_ words: [String], output: Int32) throws(StoreError) -> pid_t {
    let (child, code) = SpawnedProcess(
      words, environment: ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" },
      streams: [.noInput, .descriptor(output), .noOutput]
    ).start()
    guard code == 0 else { throw .secretProgram(words[0], String(cString: strerror(code)).lowercased()) }
    return child
  }

  /// - Returns: `nil` after the time limit, or if there is too much output.
  private func read(_ descriptor: Int32) -> [UInt8]? {
    let end = DispatchTime.now().uptimeNanoseconds + UInt64(Self.limit) * 1_000_000
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while output.count < Self.outputLimit {
      let now = DispatchTime.now().uptimeNanoseconds
      var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard now < end else { return nil }
      let ready = poll(&readable, 1, Int32((end - now) / 1_000_000) + 1)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return nil }
      let count = Foundation.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return output }
      output += chunk[..<count]
    }
    return nil
  }
}
