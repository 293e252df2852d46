/// An opaque colour.
package struct PictureColour: Equatable, Hashable, Sendable {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8
}
