internal import Foundation

/// Makes the messages of an exchange when their turns come: replaces their variables and reads their files.
struct OutgoingMessages: Sendable {
  private let resolved: ResolvedRequest

  /// The largest file, in bytes. A message is in memory as a whole.
  private static let fileLimit = 64 << 20

  init(_ resolved: ResolvedRequest) { self.resolved = resolved }

  /// - Throws: Why the message cannot be sent.
  @Sendable func prepared(_ message: ChannelMessage) throws(Failure) -> ChannelMessage {
    guard let template = message.template else { return message }
    // A new one for each message: a script may have set a variable, and `{{$now}}` is another time.
    var assembly = resolved.assembly(at: resolved.run.now)
    defer { resolved.run.mask.addSecrets(assembly.secrets) }
    if let path = template.file { return try read(path, template.kind, &assembly) }
    let text = try filled(String(decoding: message.content, as: UTF8.self), &assembly)
    return try made(text, template.kind)
  }

  private func filled(_ text: String, _ assembly: inout RequestAssembly) throws(Failure) -> String {
    let filled = assembly.resolver.resolve(text)
    if let variable = assembly.resolver.missingOutside.first(where: isUnfetched) {
      let name = "{{\(variable.name)}}"
      throw Failure(.unprepared, "\(name) is fetched before the connection opens, for saved messages only")
    }
    try assembly.checkVariables()
    return filled
  }

  private func isUnfetched(_ variable: Variable) -> Bool {
    variable.source.fetchedFrom != nil && !resolved.assembly.outsideNeeds().variables.contains(variable)
  }

  private func made(_ text: String, _ kind: SavedMessage.Kind?) throws(Failure) -> ChannelMessage {
    switch kind {
    case .text, nil: return .text(text)
    case .json:
      do { _ = try JSONText(text) } catch { throw Failure(.unprepared, "The message is not JSON: \(error)") }
      return .text(text)
    case .binary:
      guard let bytes = Data(base64Encoded: text.filter { !$0.isWhitespace }) else {
        throw Failure(.unprepared, "The message is not base64, in which a binary message is written")
      }
      return ChannelMessage("binary", bytes)
    }
  }

  private func read(
    _ path: String, _ kind: SavedMessage.Kind?, _ assembly: inout RequestAssembly
  ) throws(Failure) -> ChannelMessage {
    let path = try filled(path, &assembly)
    let place = assembly.file(path)
    let file = try assembly.opened(place)
    guard assembly.access.allows(.file(file.path)) else {
      throw Failure(.unprepared, OutsideSource.refusal(of: [.file(file.path)]))
    }
    guard file.size <= Self.fileLimit else {
      throw Failure(.unprepared, "\(file.path) is larger than \(Self.fileLimit >> 20) MB, too much for a message")
    }
    let bytes: Data
    do { bytes = try Data(contentsOf: file.url) } catch {
      throw Failure(.unprepared, "Cannot read \(file.path): \(SystemText.reason(of: error))")
    }
    guard kind != .binary, let text = String(validating: bytes, as: UTF8.self) else {
      guard kind == nil || kind == .binary else {
        throw Failure(.unprepared, "\(file.path) is not text in UTF-8 — give the message the type binary")
      }
      return ChannelMessage("binary", bytes)
    }
    return try made(text, kind)
  }
}
