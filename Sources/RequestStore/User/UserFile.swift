internal import Foundation

/// A small JSON file of the user that all running programs share.
///
/// Only a file that does not exist counts as empty. One that cannot be read is an error and is never written over; one
/// that is not understood is an error, too, or is set aside under another name.
struct UserFile: Sendable {
  let path: String
  /// Whether a file that other users can access is an error.
  var isPrivate = false
  var allowsComments = false

  /// - Returns: `nil` if the file is missing.
  func bytes() throws(StoreError) -> [UInt8]? {
    if isPrivate { try checkMode() }
    do throws(StoreError) {
      return try Disk.read(path)
    } catch {
      // A link whose file is missing says that there should be one.
      guard case .system(.read, _, ENOENT) = error, !Disk.isLink(path) else { throw error }
      return nil
    }
  }

  func read() throws(StoreError) -> UserDocument {
    guard let bytes = try bytes() else { return UserDocument(path: path, text: nil) }
    return UserDocument(path: path, text: try JSONText.object(bytes, path, allowsComments: allowsComments))
  }

  /// Replaces the file with the result of `edit`, unless that is `nil`. Concurrent changes by several programs are all
  /// kept.
  func change(_ edit: (UserDocument) throws(StoreError) -> [UInt8]?) throws(StoreError) {
    try locked { () throws(StoreError) in try write(try edit(try read())) }
  }

  /// Changes the object with that name, which may be missing, and keeps the layout of the file.
  func changeEntry(
    _ name: String, _ change: (UserDocument, inout JSONObject) throws(StoreError) -> Void
  ) throws(StoreError) {
    try self.change { (kept) throws(StoreError) in
      var all = kept.object
      var entry = try kept.object(at: [name])
      try change(kept, &entry)
      all[name] = .object(entry)
      return kept.rewritten(to: all)
    }
  }

  /// Changes a file that the user can do without: if it is not understood, it is set aside and the change begins with
  /// none.
  ///
  /// - Returns: A note about the file that was set aside.
  func changeOrBeginAnew(_ edit: (UserDocument) throws(StoreError) -> [UInt8]?) throws(StoreError) -> String? {
    try locked { () throws(StoreError) -> String? in
      do throws(StoreError) {
        try write(try edit(try read()))
        return nil
      } catch {
        guard case .notUnderstood = error else { throw error }
        let place = try Disk.setAside(path)
        try write(try edit(UserDocument(path: path, text: nil)))
        return "\(error) — a new file was begun, and the old one is \(place)"
      }
    }
  }

  private func locked<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    try Disk.createFolder(Disk.folder(of: path), mode: 0o700)
    return try FileLock.holding(path, body)
  }

  private func write(_ bytes: [UInt8]?) throws(StoreError) {
    if let bytes { try Disk.replace(path, with: bytes, mode: 0o600) }
  }

  private func checkMode() throws(StoreError) {
    // Reading reports a file that cannot be examined.
    guard let status = Disk.status(path), status.st_mode & 0o077 != 0 else { return }
    throw .open(path: path, mode: status.st_mode & 0o777)
  }
}

/// The content of a `UserFile`; empty without the file.
struct UserDocument {
  private let path: String
  let text: JSONText?
  let object: JSONObject

  init(path: String, text: JSONText?) {
    (self.path, self.text) = (path, text)
    object = text?.value.object ?? JSONObject()
  }

  /// The object at `keys`; an empty one if it is missing.
  ///
  /// - Throws: `StoreError.notUnderstood` for a value of another type.
  func object(at keys: [String]) throws(StoreError) -> JSONObject {
    var object = self.object
    for (depth, key) in keys.enumerated() {
      guard let value = object[key], value != .null else { return JSONObject() }
      guard let inner = value.object else {
        throw unexpected(value, at: Array(keys.prefix(depth + 1)), "an object in braces")
      }
      object = inner
    }
    return object
  }

  /// The values in the array at `keys`; none if it is missing.
  func values(at keys: [String]) throws(StoreError) -> [JSONValue] {
    guard let value = try value(at: keys) else { return [] }
    guard let values = value.array else { throw unexpected(value, at: keys, "an array") }
    return values
  }

  /// The texts in the array at `keys`; none if it is missing.
  func texts(at keys: [String]) throws(StoreError) -> [String] {
    try values(at: keys).map { (value) throws(StoreError) in
      guard let text = value.string else { throw unexpected(value, at: keys, "strings in the array") }
      return text
    }
  }

  /// The text at `keys`; `nil` if it is missing.
  func string(at keys: [String]) throws(StoreError) -> String? {
    guard let value = try value(at: keys) else { return nil }
    guard let string = value.string else { throw unexpected(value, at: keys, "a string") }
    return string
  }

  private func value(at keys: [String]) throws(StoreError) -> JSONValue? {
    guard let last = keys.last else { return nil }
    let value = try object(at: Array(keys.dropLast()))[last]
    return value == .null ? nil : value
  }

  private func unexpected(_ value: JSONValue, at keys: [String], _ expected: String) -> StoreError {
    let position = text?.position(of: JSONLocation(keys.map(JSONLocation.Step.key)))
    return .notUnderstood(
      path: path, position ?? TextPosition(line: 1, column: 1), problem: "expected \(expected), not \(value.kindName)")
  }

  /// The file with `document` as its content, in the layout that it has.
  func rewritten(to document: JSONObject) -> [UInt8] {
    text?.rewriting(to: .object(document)) ?? JSONValue.object(document).renderedFile
  }
}

extension Disk {
  static func isLink(_ path: String) -> Bool {
    status(path, followsLinks: false).map { $0.st_mode & S_IFMT } == S_IFLNK
  }

  /// Moves a file that is not understood to an unused name beside it, so that a new one can be written.
  ///
  /// - Returns: The new path.
  static func setAside(_ path: String) throws(StoreError) -> String {
    var number = 1
    while true {
      let aside = path + (number == 1 ? ".broken" : ".broken-\(number)")
      switch place(path, at: aside) {
      case 0: return aside
      case EEXIST: number += 1
      case let code: throw .system(.move, path: path, code: code)
      }
    }
  }
}
