internal import Dispatch
internal import Foundation

/// The user's command that prints a secret, such as `pass show`.
struct SecretLookupCommand: Sendable {
  /// In milliseconds. The command may ask for a password.
  private static let limit: Int32 = 60_000
  private static let outputLimit = 1 << 20

  /// May contain `{name}`, `{environment}` and `{collection}`, which is the name of the collection's folder.
  let arguments: [String]

  /// - Parameter failed: Called if the command has no value, as for unknown names, with what it did instead.
  /// - Returns: The output without the final line break.
  func value(
    _ key: SecretStore.Key, failed: (_ end: String) -> Void = { _ in }
  ) throws(StoreError) -> String? {
    let words = try words(for: key)
    var ends: [Int32] = [-1, -1]
    // Not a pipe: Swift cannot import the call that makes one which other children do not inherit.
    let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .system(.read, path: words[0], code: errno) }
    defer { for end in ends where end >= 0 { close(end) } }
    // A file, so that the command never waits for a reader of its errors.
    let errors = tmpfile()
    defer { if let errors { fclose(errors) } }
    let child = try spawn(words, output: ends[1], errors: errors.map { fileno($0) })
    close(ends[1])
    ends[1] = -1
    let output = read(ends[0])
    if output == nil { kill(child, SIGKILL) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
    guard let output else { throw .secretProgram(words[0], "no result after \(Self.limit / 1000) s") }
    var value = status == 0 ? String(validating: output, as: UTF8.self) : nil
    if value?.utf8.last == UInt8(ascii: "\n") { value?.unicodeScalars.removeLast() }
    if let value, !value.isEmpty { return value }
    let end = status == 0 ? value == nil ? "printed what is not UTF-8" : "printed nothing" : Self.end(status)
    failed(end + (errors.flatMap { Self.firstLine(of: fileno($0)) }.map { ", saying \"\($0)\"" } ?? ""))
    return nil
  }

  /// - Parameter status: As from waitpid(2).
  private static func end(_ status: Int32) -> String {
    let signal = status & 0x7F
    return signal == 0 ? "ended with status \(status >> 8 & 0xFF)" : "was ended by signal \(signal)"
  }

  private static func firstLine(of errors: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = pread(errors, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    let lines = String(decoding: bytes[..<count], as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let line = lines.first else { return nil }
    var shown = String.UnicodeScalarView()
    for scalar in line.unicodeScalars.prefix(shownLength) where scalar.properties.generalCategory != .control {
      shown.append(scalar)
    }
    return String(shown)
  }

  /// The characters of an error that are shown.
  private static let shownLength = 200

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

  private func spawn(_ words: [String], output: Int32, errors: Int32?) throws(StoreError) -> pid_t {
    if let errors { _ = fcntl(errors, F_SETFD, FD_CLOEXEC) }
    let (child, code) = SpawnedProcess(
      words, environment: ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" },
      streams: [.noInput, .descriptor(output), errors.map(SpawnedProcess.Stream.descriptor) ?? .noOutput]
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
