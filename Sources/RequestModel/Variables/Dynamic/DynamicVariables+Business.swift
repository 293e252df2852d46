internal import Foundation

extension DynamicVariables {
  static let business: [String: Maker] = [
    "$randomProductName": { $0.phrase(WordLists.productAdjectives, WordLists.materials, WordLists.products) },
    "$randomCompanyName": { $0.phrase(WordLists.lastNames, WordLists.companySuffixes) },
    "$randomCatchPhrase": { $0.phrase(WordLists.catchAdjectives, WordLists.catchDescriptors, WordLists.catchNouns) },
    "$randomBs": { $0.phrase(WordLists.buzzVerbs, WordLists.buzzAdjectives, WordLists.buzzNouns) },
    "$randomBankAccount": { $0.digits(8) },
    "$randomBankAccountName": { $0.pick(WordLists.accountNames) + " Account" },
    "$randomCreditCardMask": { $0.digits(4) },
    "$randomPrice": { "\($0.int(0...999))." + $0.digits(2) },
    "$randomCurrencyCode": { $0.pick(WordLists.currencies).code },
    "$randomCurrencyName": { $0.pick(WordLists.currencies).name },
    "$randomCurrencySymbol": { $0.pick(WordLists.currencies).symbol },
    "$randomBitcoin": { $0.pick(["1", "3"]) + $0.text($0.int(25...33), of: WordLists.base58) },
    "$randomBankAccountIban": { $0.iban() },
    "$randomBankAccountBic": {
      $0.text(4, of: WordLists.capitals) + $0.pick(WordLists.countries).code + $0.bicSuffix()
    },
  ]

  /// ISO 13616: a German number, its check digits right.
  private mutating func iban() -> String {
    let account = digits(18)
    // The letters of "DE00" count as numbers behind the account.
    let remainder = (account + "131400").reduce(0) { ($0 * 10 + ($1.wholeNumberValue ?? 0)) % 97 }
    let check = 98 - remainder
    return "DE" + check.padded(to: 2) + account
  }

  private mutating func bicSuffix() -> String { text(2, of: WordLists.capitals) + (bool() ? digits(3) : "") }

  static let internet: [String: Maker] = [
    // RFC 2606 keeps these names free: nothing reaches a stranger.
    "$randomEmail": { $0.email() },
    "$randomExampleEmail": { $0.email() },
    "$randomProtocol": { $0.pick(["http", "https"]) },
    "$randomUrl": { "https://" + $0.pick(WordLists.nouns) + ".example" },
    "$randomDomainName": { $0.pick(WordLists.nouns) + ".example" },
    "$randomIP": { "\($0.int(0...255)).\($0.int(0...255)).\($0.int(0...255)).\($0.int(0...255))" },
    "$randomIPV6": { dynamic in (0..<8).map { _ in dynamic.hex(4) }.joined(separator: ":") },
    "$randomMACAddress": { dynamic in (0..<6).map { _ in dynamic.hex(2) }.joined(separator: ":") },
    "$randomUserAgent": { $0.userAgent() },
  ]

  mutating func email() -> String {
    "\(pick(WordLists.firstNames).lowercased())\(int(1...999))@example.\(pick(["com", "net", "org"]))"
  }

  private mutating func userAgent() -> String {
    let (system, version) = (pick(WordLists.systems), int(90...140))
    return bool()
      ? "Mozilla/5.0 (\(system); rv:\(version).0) Gecko/20100101 Firefox/\(version).0"
      : "Mozilla/5.0 (\(system)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/\(version).0.0.0 Safari/537.36"
  }

  /// Addresses of pictures that do not exist, but for the data URI.
  static let images: [String: Maker] = WordLists.imageSubjects.mapValues(image).merging([
    "$randomImageDataUri": { $0.imageData() }
  ]) { first, _ in first }

  private static func image(of subject: String) -> Maker {
    { "https://images.example/640/480/\(subject)?random=\($0.int(0...99_999))" }
  }

  private mutating func imageData() -> String {
    let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='640' height='480'><rect width='100%' height='100%' "
    return "data:image/svg+xml;charset=UTF-8,"
      + PercentEncoding.component(drawing + "fill='\(pick(WordLists.colors))'/></svg>")
  }

  static let files: [String: Maker] = [
    "$randomFileName": { $0.words(2, of: WordLists.nouns, separator: "_") + "." + $0.pick(WordLists.fileTypes).suffix },
    "$randomFileType": { $0.pick(WordLists.fileTypes).kind },
    "$randomFileExt": { $0.pick(WordLists.fileTypes).suffix },
    "$randomCommonFileName": {
      $0.words(2, of: WordLists.nouns, separator: "_") + "." + $0.pick(WordLists.commonFileTypes).suffix
    },
    "$randomCommonFileType": { $0.pick(WordLists.commonFileTypes).kind },
    "$randomCommonFileExt": { $0.pick(WordLists.commonFileTypes).suffix },
    "$randomFilePath": {
      $0.pick(WordLists.directories) + "/" + $0.pick(WordLists.nouns) + "." + $0.pick(WordLists.fileTypes).suffix
    },
  ]
}
