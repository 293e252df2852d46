internal import CPictures
import Foundation

/// Decodes WebP, or the first frame of an animation, with libwebp, which scales while decoding.
enum WebPDecoder {
  static func size(of body: Data) -> (width: Int, height: Int)? {
    features(of: body).map { (Int($0.width), Int($0.height)) }
  }

  private static func features(of body: Data) -> WebPBitstreamFeatures? {
    var features = WebPBitstreamFeatures()
    let status = body.withUnsafeBytes {
      WebPGetFeatures($0.bindMemory(to: UInt8.self).baseAddress, $0.count, &features)
    }
    return status == VP8_STATUS_OK ? features : nil
  }

  static func decode(_ body: Data, _ limits: PictureLimits) throws(PictureProblem) -> DecodedPicture {
    guard let whole = features(of: body) else { throw .damaged(.webP) }
    try limits.check(.webP, Int(whole.width), Int(whole.height))
    guard whole.has_animation != 0 else { return try picture(body, whole, limits.keptEdge) }
    // The first frame of an animation has its own size.
    guard let frame = firstFrame(of: body), let features = features(of: frame) else { throw .damaged(.webP) }
    try limits.check(.webP, Int(features.width), Int(features.height))
    return try picture(frame, features, limits.keptEdge)
  }

  private static func picture(
    _ body: Data, _ features: WebPBitstreamFeatures, _ edge: Int
  ) throws(PictureProblem) -> DecodedPicture {
    let whole = (width: Int(features.width), height: Int(features.height))
    let size = Pixels.size(whole, fitting: edge, edge)
    var configuration = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&configuration) != 0 else { throw .damaged(.webP) }
    configuration.options.use_scaling = size == whole ? 0 : 1
    configuration.options.scaled_width = Int32(size.width)
    configuration.options.scaled_height = Int32(size.height)
    // Decode premultiplied RGBA into our own memory.
    configuration.output.colorspace = MODE_rgbA
    configuration.output.is_external_memory = 1
    var rows = [UInt8](repeating: 0, count: size.width * size.height * 4)
    let status = rows.withUnsafeMutableBufferPointer { rows in
      configuration.output.u.RGBA = WebPRGBABuffer(
        rgba: rows.baseAddress, stride: Int32(size.width * 4), size: rows.count)
      return body.withUnsafeBytes { WebPDecode($0.bindMemory(to: UInt8.self).baseAddress, $0.count, &configuration) }
    }
    let isPartial = status == VP8_STATUS_SUSPENDED || status == VP8_STATUS_NOT_ENOUGH_DATA
    guard status == VP8_STATUS_OK || (isPartial && rows.contains { $0 != 0 }) else { throw .damaged(.webP) }
    return DecodedPicture(
      width: whole.width, height: whole.height, pixels: Pixels(width: size.width, height: size.height, bytes: rows),
      isPartial: isPartial)
  }

  /// Walks the chunks up to the first frame of an animation (RFC 9649, 2.7.1.1), whose data is a complete picture.
  private static func firstFrame(of body: Data) -> Data? {
    var offset = 12
    while let name = body.number(at: offset, 4, .big), let length = body.number(at: offset + 4, 4, .little) {
      let data = body.dropFirst(offset + 8).prefix(length)
      if name == 0x414E_4D46 { return data.count > 16 ? data.dropFirst(16) : nil }
      offset += 8 + length + length % 2
    }
    return nil
  }
}
