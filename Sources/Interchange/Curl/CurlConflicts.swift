/// Options that curl refuses together.
enum CurlConflicts {
  /// The options, as `-d and -F`; `nil` where curl accepts them all.
  static func refused(_ options: [CurlArguments.Option]) -> String? {
    let given = Set(options.lazy.filter { !$0.isOff && !($0.name == "upload-file" && $0.value == "") }.map(\.name))
    let methods = methods(given)
    if methods.count > 1 { return methods.joined(separator: " and ") }
    return given.isSuperset(of: ["remote-header-name", "continue-at"]) ? "-J and -C" : nil
  }

  /// The options that say which method it is. With `-G`, data are part of the URL.
  private static func methods(_ given: Set<String>) -> [String] {
    let data = given.filter { CurlData.Kind(rawValue: $0) != nil }.sorted().first
    let isGet = given.contains("get") && data != nil
    var methods: [String] = []
    if given.contains("head") { methods.append("-I") } else if isGet { methods.append("-G") }
    if let data, !isGet { methods.append(data == "data" ? "-d" : "--" + data) }
    if given.contains("form") || given.contains("form-string") { methods.append("-F") }
    if given.contains("upload-file") { methods.append("-T") }
    return methods
  }
}
