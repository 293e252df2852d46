import Foundation
import RequestModel

/// A body of MessagePack or CBOR as JSON.
struct BinaryDocument {
  let encoding: BinaryEncoding
  /// The JSON; the values of a sequence are on lines of their own.
  let text: Data
  let view: JSONView
  /// The number of values, which is 1 except in a sequence.
  let count: Int

  /// Why a body is shown in hex.
  struct Failure: Error {
    let encoding: BinaryEncoding
    let notice: String
  }

  /// Reads a body as its media type says. A body without a type is read if its bytes are a map or a list in one of the
  /// encodings from beginning to end.
  ///
  /// - Returns: `nil` for other bodies.
  static func read(
    _ body: Data, as type: ContentType, isMasked: Bool, unless isStopped: () -> Bool
  ) -> Result<BinaryDocument, Failure>? {
    if let encoding = type.encoding {
      return Result { () throws(Failure) in
        try BinaryDocument(body, encoding, isSequence: type.isSequence, isMasked: isMasked, unless: isStopped)
      }
    }
    guard type.type.isEmpty, looksBinary(body) else { return nil }
    let found = BinaryEncoding.candidates(for: body).compactMap { encoding in
      try? BinaryDocument(body, encoding, isSequence: false, isMasked: isMasked, unless: isStopped)
    }
    // Bytes that are valid in both encodings are ambiguous.
    return found.count == 1 ? .success(found[0]) : nil
  }

  /// The JSON that a body means, chosen as in `read`, without its rows.
  static func text(
    of body: Data, as type: ContentType, isMasked: Bool, unless isStopped: () -> Bool
  ) -> Data? {
    if let encoding = type.encoding {
      return try? json(of: body, encoding, isSequence: type.isSequence, isMasked: isMasked, unless: isStopped)
    }
    guard type.type.isEmpty, looksBinary(body) else { return nil }
    let found = BinaryEncoding.candidates(for: body).compactMap { encoding in
      try? json(of: body, encoding, isSequence: false, isMasked: isMasked, unless: isStopped)
    }
    return found.count == 1 ? found[0] : nil
  }

  private static func json(
    of body: Data, _ encoding: BinaryEncoding, isSequence: Bool, isMasked: Bool, unless isStopped: () -> Bool
  ) throws(BinaryProblem) -> Data {
    try body.withTypedBytes { (bytes) throws(BinaryProblem) -> Data in
      try BinaryReader.json(of: bytes, as: encoding, isSequence: isSequence, isMasked: isMasked, unless: isStopped)
    }
  }

  private static func looksBinary(_ body: Data) -> Bool {
    guard body.count > 2, !BinaryEncoding.candidates(for: body).isEmpty else { return false }
    if body.first == 0xD9, !body.starts(with: [0xD9, 0xD9, 0xF7]) { return false }
    return Signature.of(body) == nil && body.withUnsafeBytes { firstInvalidUTF8(in: $0) != nil }
  }

  private init(
    _ body: Data, _ encoding: BinaryEncoding, isSequence: Bool, isMasked: Bool, unless isStopped: () -> Bool
  ) throws(Failure) {
    self.encoding = encoding
    do throws(BinaryProblem) {
      text = try Self.json(of: body, encoding, isSequence: isSequence, isMasked: isMasked, unless: isStopped)
    } catch {
      throw Failure(encoding: encoding, notice: Messages.notBinary(encoding, error))
    }
    do throws(JSONProblem) {
      let rows = try text.withTypedBytes { (bytes) throws(JSONProblem) -> JSONRows in
        try JSONIndexer.rows(of: bytes, isWhole: true, unless: isStopped)
      }
      var view = JSONView(tree: rows.tree, isSequence: rows.documents > 1, hasEscapes: rows.hasEscapes)
      view.table = JSONTable(of: view, text)
      (self.view, count) = (view, rows.documents)
    } catch {
      throw Failure(encoding: encoding, notice: Messages.unshownBinary(encoding, error))
    }
  }

  /// Which format the bytes have.
  var notice: String { Messages.binaryDocument(encoding, count) }
}

extension ContentType {
  var encoding: BinaryEncoding? { BinaryEncoding(mediaType: type) }

  /// Whether the body may have any number of values: RFC 8742.
  var isSequence: Bool { type.hasSuffix("cbor-seq") }
}
