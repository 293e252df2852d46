/// The result of a decoder.
struct DecodedPicture {
  /// The size of the picture in the file; `pixels` may have fewer.
  var width: Int
  var height: Int
  var pixels: Pixels
  /// Whether the file is truncated or damaged. Missing parts are transparent or grey.
  var isPartial = false
}
