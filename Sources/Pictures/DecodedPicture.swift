/// What a decoder made of a body.
struct DecodedPicture {
  /// The size of the picture in the file; `pixels` may have fewer.
  var width: Int
  var height: Int
  var pixels: Pixels
  /// The file ends early or is broken somewhere: what could not be decoded is transparent or grey.
  var isPartial = false
}
