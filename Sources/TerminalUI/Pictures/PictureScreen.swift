/// The real pictures that a terminal shows now, and what to send it so that it shows those of the next frame.
///
/// A picture lies over the half blocks of its cells. As soon as one of them is anything else, as below a dialog, the
/// picture goes and the half blocks stay: no terminal can be trusted to put text over a part of a picture.
package struct PictureScreen: Sendable {
  private struct Shown: Sendable {
    let picture: PlacedPicture
    let kitty: KittyPicture
  }

  private let kind: PictureProtocol
  private var shown: [Shown] = []
  private var next: UInt32

  /// - Parameter first: The number of the first picture. Programs before this one may have left some with small
  /// numbers.
  package init(_ kind: PictureProtocol, first: UInt32 = 0x5742_0001) {
    self.kind = kind
    next = first
  }

  /// What to send after the cells of `frame` were drawn.
  ///
  /// - Parameter old: The frame before; `nil` where the screen was cleared, and its pictures with it.
  package mutating func update(from old: Frame?, to frame: Frame) -> String {
    guard kind != .halfBlocks, !shown.isEmpty || !frame.pictures.isEmpty else { return "" }
    let wanted = frame.pictures.filter { $0.isUncovered(in: frame) }
    let kept = shown.filter { shown in wanted.contains { $0.source == shown.picture.source } }
    var sequences = ""
    if kind == .kitty {
      for gone in shown where !kept.contains(where: { $0.kitty == gone.kitty }) { sequences += gone.kitty.delete }
    }
    shown = wanted.map { picture in
      let before = kept.first { $0.picture.source == picture.source }
      sequences += show(picture, before, from: old, to: frame)
      return Shown(picture: picture, kitty: before?.kitty ?? takeNumber())
    }
    return sequences
  }

  /// What to send before the terminal is left to others.
  package mutating func clear() -> String {
    defer { shown = [] }
    return kind == .kitty ? shown.map(\.kitty.delete).joined() : ""
  }

  private mutating func takeNumber() -> KittyPicture {
    defer { next += 1 }
    return KittyPicture(id: next)
  }

  private func show(_ picture: PlacedPicture, _ before: Shown?, from old: Frame?, to frame: Frame) -> String {
    switch kind {
    case .halfBlocks: return ""
    case .kitty:
      let kitty = before?.kitty ?? KittyPicture(id: next)
      if let before, before.picture == picture, old != nil { return "" }
      return (before == nil ? kitty.send(picture.source.pixels) : "") + kitty.place(in: picture.part)
    case .inline:
      // Every cell that was drawn since has made a hole.
      if let before, before.picture == picture, let old, old.isEqual(to: frame, in: picture.part) { return "" }
      return InlinePicture.show(picture.source.file, in: picture.part)
    }
  }
}

extension PlacedPicture {
  fileprivate func isUncovered(in frame: Frame) -> Bool {
    (part.row..<(part.row + part.rows)).allSatisfy { row in
      (part.column..<(part.column + part.columns)).allSatisfy { frame[$0, row].pixels != nil }
    }
  }
}

extension Frame {
  fileprivate func isEqual(to other: Frame, in part: Rect) -> Bool {
    guard size == other.size else { return false }
    return (part.row..<(part.row + part.rows)).allSatisfy { row in
      (part.column..<(part.column + part.columns)).allSatisfy { self[$0, row] == other[$0, row] }
    }
  }
}
