/// A colour of a picture.
package struct RGB: Equatable, Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// The luma from 0 to 255: ITU-R BT.601.
  var brightness: Int { (Int(red) * 299 + Int(green) * 587 + Int(blue) * 114 + 500) / 1000 }
}
