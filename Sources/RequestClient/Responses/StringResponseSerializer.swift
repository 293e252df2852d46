public import Foundation

/// The body as text: in the given encoding, else the one the response names, else UTF-8.
public struct StringResponseSerializer: ResponseSerializer {
  private let bytes: DataResponseSerializer
  private let encoding: String.Encoding?

  /// - Parameter encoding: Wins over what the response says.
  public init(
    dataPreprocessor: any DataPreprocessor = PassthroughPreprocessor(), encoding: String.Encoding? = nil,
    emptyBodies: EmptyBodyRule = .success
  ) {
    bytes = DataResponseSerializer(dataPreprocessor: dataPreprocessor, emptyBodies: emptyBodies)
    self.encoding = encoding
  }

  /// - Throws: `error`, `inputDataNilOrZeroLength`, or `stringSerializationFailed` for bytes that are no such text.
  public func serialize(
    request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?
  ) throws -> String {
    let data = try bytes.serialize(request: request, response: response, data: data, error: error)
    let encoding = encoding ?? response?.declaredEncoding ?? .utf8
    guard let text = String(data: data, encoding: encoding) else {
      throw RequestError.responseSerializationFailed(.stringSerializationFailed(encoding: "\(encoding)"))
    }
    return text
  }
}

extension HTTPResponse {
  /// The encoding of the content type's `charset`, where it names one that we know.
  var declaredEncoding: String.Encoding? {
    guard let type = headerFields[.contentType] else { return nil }
    for parameter in type.unicodeScalars.split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1).map {
        String($0).trimmingCharacters(in: .whitespaces)
      }
      guard parts.count == 2, parts[0].lowercased() == "charset" else { continue }
      let name = parts[1].trimmingCharacters(in: CharacterSet(charactersIn: "\"'")).lowercased()
      return Self.encodings[name]
    }
    return nil
  }

  private static let encodings: [String: String.Encoding] = [
    "utf-8": .utf8, "utf8": .utf8, "us-ascii": .ascii, "ascii": .ascii, "iso-8859-1": .isoLatin1,
    "latin1": .isoLatin1, "iso-8859-2": .isoLatin2, "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251,
    "windows-1252": .windowsCP1252, "utf-16": .utf16, "utf-16le": .utf16LittleEndian, "utf-16be": .utf16BigEndian,
    "utf-32": .utf32, "shift_jis": .shiftJIS, "euc-jp": .japaneseEUC, "iso-2022-jp": .iso2022JP,
  ]
}
