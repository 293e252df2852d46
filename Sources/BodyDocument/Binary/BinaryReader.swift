import CBinaryItems
import Foundation
import RequestModel

/// Writes the JSON that a document of MessagePack or CBOR means. What JSON lacks is an object with one of `reservedKeys`
/// (docs/guide/responses.md): a map is an object of JSON only if its keys are texts and none of them is reserved.
///
/// Reads the bytes twice, as a map may turn out not to be an object at its last key: the first pass checks the document and
/// finds the maps that are objects, the second one writes. Does not recurse. Memory grows with what was read, never with a
/// length that the bytes claim.
struct BinaryReader {
  static let maximumDepth = 10_000
  /// The longest CBOR number of bytes (tags 2 and 3) that is written as a number, in bytes.
  private static let longestNumber = 128

  static let reservedKeys: Set<String> = [
    "$bytes", "$text", "$map", "$tag", "$extension", "$timestamp", "$float", "$simple", "$undefined",
  ]

  let encoding: BinaryEncoding
  let bytes: UnsafeRawBufferPointer
  private let isStopped: () -> Bool
  var position = 0
  private var levels: [BinaryLevel] = []
  /// Whether the top-level value has been read.
  private var isComplete = false
  var writer: BinaryWriter
  /// Whether each map is an object, in the order of their beginnings. Complete after the first pass.
  private var areObjects: [Bool]
  private var mapCount = 0
  private let isFirstPass: Bool
  private var nextCheck = 0

  /// - Parameters:
  ///   - isSequence: Whether further values may follow the first one. They are written on lines of their own.
  ///   - isMasked: Whether runs of asterisks in strings of bytes stand for secrets.
  ///   - isStopped: Called about once a megabyte.
  static func json(
    of bytes: UnsafeRawBufferPointer, as encoding: BinaryEncoding, isSequence: Bool, isMasked: Bool,
    unless isStopped: () -> Bool
  ) throws(BinaryProblem) -> Data {
    if let problem = encoding.problem { throw BinaryProblem(kind: .noLibrary(problem), offset: 0) }
    let result = withoutActuallyEscaping(isStopped) { isStopped in
      Result { () throws(BinaryProblem) -> Data in
        var first = BinaryReader(encoding, bytes, isStopped, isMasked, areObjects: nil)
        try first.readAll(isSequence: isSequence)
        var second = BinaryReader(encoding, bytes, isStopped, isMasked, areObjects: first.areObjects)
        try second.readAll(isSequence: isSequence)
        return second.writer.data
      }
    }
    return try result.get()
  }

  private init(
    _ encoding: BinaryEncoding, _ bytes: UnsafeRawBufferPointer, _ isStopped: @escaping () -> Bool, _ isMasked: Bool,
    areObjects: [Bool]?
  ) {
    self.encoding = encoding
    self.bytes = bytes
    self.isStopped = isStopped
    self.areObjects = areObjects ?? []
    isFirstPass = areObjects == nil
    writer = BinaryWriter(isOff: areObjects == nil, isMasked: isMasked)
  }

  private mutating func readAll(isSequence: Bool) throws(BinaryProblem) {
    repeat {
      try readValue()
      guard position < bytes.count else { return }
      guard isSequence else { throw problem(.trailingBytes) }
      writer.put("\n")
    } while true
  }

  func problem(_ kind: BinaryProblem.Kind, at offset: Int? = nil) -> BinaryProblem {
    BinaryProblem(kind: kind, offset: offset ?? position)
  }

  /// Reads one top-level value.
  private mutating func readValue() throws(BinaryProblem) {
    isComplete = false
    repeat {
      if position >= nextCheck { try pause() }
      let start = position
      let item = try nextItem()
      // The mark of CBOR means nothing: RFC 8949, 3.4.6.
      if item.kind == BINARY_TAG, item.number == 55799, levels.isEmpty { continue }
      if item.kind == BINARY_BREAK {
        try close(at: start)
      } else {
        try begin(item, at: start)
      }
      guard !writer.isFull else { throw problem(.tooLarge, at: start) }
    } while !levels.isEmpty || !isComplete
  }

  private mutating func pause() throws(BinaryProblem) {
    guard !isStopped() else { throw problem(.stopped) }
    nextCheck = position + (1 << 20)
  }

  /// Reads the next item and goes behind it.
  mutating func nextItem() throws(BinaryProblem) -> binary_item {
    guard position < bytes.count, let base = bytes.baseAddress else { throw problem(.truncated) }
    var item = binary_item()
    let start = base.assumingMemoryBound(to: UInt8.self) + position
    switch binary_read(encoding.code, start, bytes.count - position, &item) {
    case BINARY_READ: break
    case BINARY_TRUNCATED: throw problem(.truncated)
    default: throw problem(.malformed)
    }
    position += item.size
    return item
  }

  // MARK: Containers

  private mutating func begin(_ item: binary_item, at start: Int) throws(BinaryProblem) {
    let isKey = levels.last?.expectsKey == true
    if isFirstPass, isKey { try checkKey(item, at: start) }
    putSeparator()
    switch item.kind {
    case BINARY_ARRAY, BINARY_OPEN_ARRAY: try open(item, .array, at: start)
    case BINARY_MAP, BINARY_OPEN_MAP: try open(item, nextMapKind(), at: start)
    case BINARY_TAG:
      if try writeNumber(tagged: item.number) { return finishValue() }
      try push(BinaryLevel(kind: .tag, left: 1), at: start)
      writer.put("{\"$tag\":\(item.number),\"value\":")
    default:
      try write(item, at: start)
      finishValue()
    }
  }

  private mutating func nextMapKind() -> BinaryLevel.Kind {
    if isFirstPass { areObjects.append(true) }
    defer { mapCount += 1 }
    return areObjects[mapCount] ? .object(mapCount) : .pairs
  }

  private mutating func open(
    _ item: binary_item, _ kind: BinaryLevel.Kind, at start: Int
  ) throws(BinaryProblem) {
    let isOpen = item.kind == BINARY_OPEN_ARRAY || item.kind == BINARY_OPEN_MAP
    let perEntry = kind == .array ? 1 : 2
    // Each item has at least one byte.
    guard item.number <= UInt64((bytes.count - position) / perEntry) else { throw problem(.truncated, at: bytes.count) }
    try push(BinaryLevel(kind: kind, left: isOpen ? nil : Int(item.number)), at: start)
    writer.put(kind.opening)
    closeFull()
  }

  private mutating func push(_ level: BinaryLevel, at start: Int) throws(BinaryProblem) {
    guard levels.count < Self.maximumDepth else { throw problem(.tooDeep, at: start) }
    levels.append(level)
  }

  /// Writes what belongs between the previous item and the next one.
  private mutating func putSeparator() {
    guard let level = levels.last else { return }
    writer.put(level.separator)
  }

  /// Counts a complete value, and closes the containers that are complete with it.
  private mutating func finishValue() {
    guard !levels.isEmpty else { return isComplete = true }
    if levels[levels.count - 1].countItem() { writer.put("]") }
    closeFull()
  }

  private mutating func closeFull() {
    while let level = levels.last, level.left == 0 {
      levels.removeLast()
      writer.put(level.kind.closing)
      guard !levels.isEmpty else { return isComplete = true }
      if levels[levels.count - 1].countItem() { writer.put("]") }
    }
  }

  /// Ends the open container at a break.
  private mutating func close(at start: Int) throws(BinaryProblem) {
    guard let level = levels.last, level.left == nil, !level.expectsValue else {
      throw problem(.misplacedBreak, at: start)
    }
    levels.removeLast()
    writer.put(level.kind.closing)
    finishValue()
  }

  /// Notes that a map is no object if this key is not a text that an object of JSON may have.
  private mutating func checkKey(_ item: binary_item, at start: Int) throws(BinaryProblem) {
    guard case .object(let map) = levels[levels.count - 1].kind else { return }
    let end = position
    let isText = item.kind == BINARY_TEXT || item.kind == BINARY_OPEN_TEXT
    let text = try isText ? string(item, at: start) : nil
    position = end
    let isPlain = text?.withBytes { firstInvalidUTF8(in: $0) == nil && !Self.isReserved($0) } ?? false
    if !isPlain { areObjects[map] = false }
  }

  private static func isReserved(_ key: UnsafeRawBufferPointer) -> Bool {
    key.first == UInt8(ascii: "$") && key.count <= 16 && reservedKeys.contains(String(decoding: key, as: UTF8.self))
  }

  // MARK: Numbers of any size

  /// Writes the number that a tag of CBOR makes of the bytes that follow it: RFC 8949, 3.4.3.
  ///
  /// - Returns: `false` if the tag is another one, or the item that follows is not bytes or too long. Nothing is read then.
  private mutating func writeNumber(tagged tag: UInt64) throws(BinaryProblem) -> Bool {
    guard tag == 2 || tag == 3, position < bytes.count else { return false }
    let start = position
    let item = try nextItem()
    if item.kind == BINARY_BYTES || item.kind == BINARY_OPEN_BYTES {
      let string = try string(item, at: start)
      if string.count <= Self.longestNumber {
        writer.put(string.withBytes { BigNumber.decimal($0, isNegative: tag == 3) })
        return true
      }
    }
    position = start
    return false
  }
}
