/// Properties of an element needed to parse HTML with omitted end tags.
struct HTMLTraits: OptionSet {
  let rawValue: UInt32

  /// Void: no content and no end tag.
  static let void = HTMLTraits(rawValue: 1 << 0)
  /// Its content is raw text up to its end tag.
  static let rawText = HTMLTraits(rawValue: 1 << 1)
  /// An end tag inside it does not close elements around it: WHATWG HTML, 13.2.4.2, "in scope".
  static let scope = HTMLTraits(rawValue: 1 << 2)
  /// Its start tag ends a paragraph.
  static let block = HTMLTraits(rawValue: 1 << 3)
  static let paragraph = HTMLTraits(rawValue: 1 << 4)
  static let item = HTMLTraits(rawValue: 1 << 5)
  static let list = HTMLTraits(rawValue: 1 << 6)
  static let definition = HTMLTraits(rawValue: 1 << 7)
  static let definitions = HTMLTraits(rawValue: 1 << 8)
  static let cell = HTMLTraits(rawValue: 1 << 9)
  static let row = HTMLTraits(rawValue: 1 << 10)
  static let rows = HTMLTraits(rawValue: 1 << 11)
  static let table = HTMLTraits(rawValue: 1 << 12)
  static let option = HTMLTraits(rawValue: 1 << 13)
  static let options = HTMLTraits(rawValue: 1 << 14)
  static let select = HTMLTraits(rawValue: 1 << 15)
  static let annotation = HTMLTraits(rawValue: 1 << 16)
  static let ruby = HTMLTraits(rawValue: 1 << 17)
  static let head = HTMLTraits(rawValue: 1 << 18)
  static let body = HTMLTraits(rawValue: 1 << 19)
  /// Its text keeps its white space.
  static let preformatted = HTMLTraits(rawValue: 1 << 20)

  /// The traits that a start tag closes, and where the search for them ends.
  var closes: (HTMLTraits, until: HTMLTraits)? {
    switch self {
    case _ where contains(.item): ([.item, .paragraph], [.list, .scope])
    case _ where contains(.definition): ([.definition, .paragraph], [.definitions, .scope])
    case _ where contains(.cell): (.cell, [.row, .table])
    case _ where contains(.row): ([.row, .cell], .table)
    case _ where contains(.rows): ([.rows, .row, .cell], .table)
    case _ where contains(.option): (.option, [.select, .options])
    case _ where contains(.options): ([.options, .option], .select)
    case _ where contains(.annotation): (.annotation, .ruby)
    case _ where contains(.body): (.head, [])
    case _ where contains(.block): (.paragraph, .scope)
    default: nil
    }
  }

  /// The traits that limit the scope of an end tag.
  var boundaryOfEnd: HTMLTraits {
    if contains(.body) { return [] }
    return isDisjoint(with: [.scope, .cell, .row, .rows, .table]) ? .scope : .table
  }
}

/// The traits of elements, by the hash of their name.
struct HTMLElements {
  static let known = HTMLElements()

  private var slots = ContiguousArray<(name: UInt64, traits: HTMLTraits)>(repeating: (0, []), count: 512)

  private init() {
    let table: [(HTMLTraits, String)] = [
      (.void, "area base br col embed hr img input link meta param source track wbr"),
      (.rawText, "script style textarea title iframe noembed noframes xmp"),
      (.scope, "applet caption html table td th marquee object template button"),
      (.block, "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer"),
      (.block, "form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre section summary table ul"),
      (.paragraph, "p"), (.item, "li"), (.list, "ul ol menu dir"), (.definition, "dt dd"), (.definitions, "dl"),
      (.cell, "td th"), (.row, "tr"), (.rows, "thead tbody tfoot"), (.table, "table template"), (.option, "option"),
      (.options, "optgroup"), (.select, "select datalist"), (.annotation, "rt rp"), (.ruby, "ruby"),
      (.head, "head"), (.body, "body"), (.preformatted, "pre listing textarea"),
    ]
    for (traits, names) in table {
      for name in names.split(separator: " ") { add(traits, to: Array(name.utf8).withUnsafeBytes(Self.hash)) }
    }
  }

  private mutating func add(_ traits: HTMLTraits, to name: UInt64) {
    var slot = Int(name & 511)
    while slots[slot].name != 0, slots[slot].name != name { slot = (slot + 1) & 511 }
    slots[slot] = (name, slots[slot].traits.union(traits))
  }

  @inline(__always)
  func traits(of name: UInt64) -> HTMLTraits {
    var slot = Int(name & 511)
    while slots[slot].name != 0 {
      if slots[slot].name == name { return slots[slot].traits }
      slot = (slot + 1) & 511
    }
    return []
  }

  private static func hash(_ name: UnsafeRawBufferPointer) -> UInt64 { hash(name, 0..<name.count) }

  /// The FNV hash of a name, ignoring case.
  @inline(__always)
  static func hash(_ bytes: UnsafeRawBufferPointer, _ name: Range<Int>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for offset in name {
      let byte = bytes[offset]
      hash = (hash ^ UInt64(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)) &* 0x100_0000_01B3
    }
    return hash
  }
}
