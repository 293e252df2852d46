/// Translates the variables of HTTP files to ours, and collects variables whose values are not in the file.
struct HTTPFileTemplates {
  /// Gets notes about variables without a value, and about the texts around them.
  var context = InterchangeContext()
  /// The paths of requests in the collection, by the names that refer to them.
  var requests: [String: String] = [:]
  /// Variables that a request defines for itself.
  var own: [String: String] = [:]
  /// The names of variables of files.
  var declared: Set<String> = []
  /// The path of the `.env` file beside the HTTP file, in the source.
  var dotenv = ".env"
  /// Variables that the templates need, such as those of the process environment.
  private(set) var needed: [JSONValue] = []
  private var neededNames: Set<String> = []
  /// The names of variables whose values are keys of the `.env` file.
  private(set) var dotenvNames: Set<String> = []

  mutating func translate(_ text: String) -> String {
    guard text.contains("{{") || text.contains("\\{") else { return text }
    func literal(_ text: Substring) -> String {
      String(text.replacing("\\{\\{", with: Template.escapedBraces).replacing("\\}\\}", with: "}}"))
    }
    return HTTPFileText.mapTemplates(text, literal: literal) { template, inner in
      if isText(inner) {
        context.note(.changed, "\(template) is not a variable: it is sent as text")
        return Template.escaping(template)
      }
      let value = own[inner] ?? expression(inner).map { "{{" + $0 + "}}" }
      if let value, context.mayRepeat(value.utf8.count) { return value }
      return template
    }
  }

  /// Whether the text in braces cannot be a variable, such as `{{#if x}}` of another template language.
  private func isText(_ inner: String) -> Bool {
    guard let first = inner.first, own[inner] == nil else { return false }
    if "#/>^!&".contains(first) { return true }
    guard inner.contains("|") else { return false }
    return (try? TemplateExpression(inner))?.filters.contains { $0.filter == nil } ?? true
  }

  /// - Returns: The new text between the braces; `nil` keeps the original.
  private mutating func expression(_ text: String) -> String? {
    if text.hasPrefix("$") { return dynamic(text) }
    if text.hasPrefix("%") {
      let name = String(text.dropFirst())
      return name + " | urlencode"
    }
    if let reference = reference(text) { return reference }
    if text.contains("("), !text.contains("\"") || text.contains("."), !declared.contains(text) {
      context.note(.changed, "{{\(text)}} is JavaScript: it has no value here")
    }
    return nil
  }

  // MARK: Responses of other requests

  private mutating func reference(_ text: String) -> String? {
    let name = String(text.prefix { $0.isLetter || $0.isNumber || "_-".contains($0) })
    let rest = String(text.dropFirst(name.count))
    guard let path = requests[name], rest.hasPrefix(".") || rest.hasPrefix("["), !declared.contains(text) else {
      return nil
    }
    let prefix = "response \"\(path)\""
    if let part = rest.removingExactly(prefix: ".response.") {
      if part == "body" || part == "body.*" { return prefix }
      if let path = part.removingExactly(prefix: "body.").flatMap(Self.jsonPath) { return prefix + " \(quoted(path))" }
      if let header = part.removingExactly(prefix: "headers.") { return prefix + " header=\"\(header)\"" }
      context.note(.changed, "{{\(text)}}: only JSON paths and headers of responses are understood")
      return nil
    }
    if rest.hasPrefix(".request.") {
      context.note(.changed, "{{\(text)}}: values of earlier requests are not known")
      return nil
    }
    // httpyac: the variable of that name is the response's JSON.
    let isPath = rest.allSatisfy { $0.isLetter || $0.isNumber || "_.[]\"'-".contains($0) }
    return isPath ? prefix + " \(quoted("$" + rest))" : nil
  }

  /// A path of REST Client, which may leave out `$` and has elements and names with hyphens behind dots.
  private static func jsonPath(_ text: String) -> String? {
    let path = text.removingExactly(prefix: "asJson.") ?? text
    let rest = path.hasPrefix("$") ? path.dropFirst() : path[...]
    let isPlain = rest.allSatisfy { $0.isLetter || $0.isNumber || "_-.[]".contains($0) } && !rest.contains("..")
    guard isPlain, !path.hasPrefix("asXml.") else { return path.hasPrefix("$") ? path : nil }
    let steps = rest.split(separator: ".").map { step -> String in
      let name = step.prefix { $0 != "[" }
      let indexes = step.dropFirst(name.count)
      guard let first = name.first else { return String(indexes) }
      if name.allSatisfy({ ("0"..."9").contains($0) }) { return "[\(name)]\(indexes)" }
      return name.contains("-") || first.isNumber ? "['\(name)']\(indexes)" : ".\(step)"
    }
    return "$" + steps.joined()
  }

  private func quoted(_ text: String) -> String { text.contains("\"") ? "'" + text + "'" : "\"" + text + "\"" }

  // MARK: Dynamic variables

  private mutating func dynamic(_ text: String) -> String? {
    let words = text.split(separator: " ").map(String.init)
    let name = words[0]
    let arguments = Array(words.dropFirst())
    switch name {
    case "$processEnv", "$dotenv":
      guard let key = arguments.first else { break }
      if key.hasPrefix("%") {
        // The variable that has the name is known when the request is sent.
        if name == "$processEnv", arguments.count == 1 { return nil }
        let variable = String(key.dropFirst())
        guard name == "$dotenv", arguments.count == 1, !variable.isEmpty else { break }
        dotenvNames.insert(variable)
        return Self.dotenvName(variable)
      }
      return need(key, name == "$processEnv" ? ["fromEnvironment": .string(key)] : ["fromDotenv": .string(dotenv)])
    case "$input", "$input-askonce", "$password", "$pick", "$pick-askonce", "$prompt":
      return need(question(name, text))
    case "$shared": if let key = arguments.first { return key }
    case "$uuid", "$random.uuid", "$guid": return "$guid"
    case "$datetime" where arguments == ["iso8601"]: return "$isoTimestamp"
    case "$datetime", "$localDatetime":
      noteWeekday(text)
    case "$exampleServer": return need("exampleServer", ["value": "https://examples.http-client.intellij.net"])
    default:
      if let env = name.removingExactly(prefix: "$env."), !env.isEmpty {
        return need(env, ["fromEnvironment": .string(env)])
      }
      let call = String(name.prefix { $0 != "(" })
      let hasArguments = !arguments.isEmpty || text.contains("(") && !text.contains("()")
      if let known = Self.known[call] {
        if hasArguments { context.note(.changed, "{{\(text)}} became {{\(known)}}") }
        return known
      }
    }
    if DynamicVariables.contains(text) { return nil }
    context.note(.changed, "{{\(text)}} has no value here")
    return nil
  }

  /// Notes a format that is most likely one of .NET, as its year is lowercase.
  private mutating func noteWeekday(_ text: String) {
    guard text.contains("yyyy"), text.replacing("dddd", with: "").replacing("ddd", with: "").contains("dd") else {
      return
    }
    let problem = "dd is the weekday, as in REST Client; Visual Studio writes the day of the month"
    context.note(.changed, "{{\(text)}}: \(problem)")
  }

  /// Names of JetBrains by ours.
  private static let known = [
    "$random.email": "$randomEmail", "$random.name.firstName": "$randomFirstName",
    "$random.name.lastName": "$randomLastName", "$random.name.fullName": "$randomFullName",
    "$random.name.prefix": "$randomNamePrefix", "$random.name.suffix": "$randomNameSuffix",
    "$random.name.username": "$randomUserName", "$random.job.title": "$randomJobTitle",
    "$random.internet.emailAddress": "$randomEmail", "$random.internet.safeEmailAddress": "$randomEmail",
    "$random.internet.password": "$randomPassword", "$random.internet.uuid": "$guid",
    "$random.internet.domainWord": "$randomDomainWord", "$random.internet.domainSuffix": "$randomDomainSuffix",
    "$random.internet.macAddress": "$randomMACAddress", "$random.internet.userAgentAny": "$randomUserAgent",
    "$random.internet.slug": "$randomLoremSlug", "$random.address.streetAddress": "$randomStreetAddress",
    "$random.address.countryCode": "$randomCountryCode", "$random.address.latitude": "$randomLatitude",
    "$random.address.longitude": "$randomLongitude", "$random.commerce.department": "$randomDepartment",
    "$random.commerce.productName": "$randomProductName", "$random.commerce.material": "$randomProductMaterial",
    "$random.commerce.price": "$randomPrice", "$random.commerce.color": "$randomColor",
    "$random.company.suffix": "$randomCompanySuffix", "$random.company.catchPhrase": "$randomCatchPhrase",
    "$random.company.bs": "$randomBs", "$random.finance.bic": "$randomBankAccountBic",
    "$random.finance.iban": "$randomBankAccountIban", "$random.file.fileName": "$randomFileName",
    "$random.file.extension": "$randomFileExt", "$random.file.mimeType": "$randomMimeType",
    "$random.color.hex": "$randomHexColor", "$random.lorem.words": "$randomLoremWords",
    "$random.lorem.sentences": "$randomLoremSentences", "$random.lorem.paragraphs": "$randomLoremParagraphs",
    "$random.internet.url": "$randomUrl", "$random.internet.domainName": "$randomDomainName",
    "$random.internet.ipV4Address": "$randomIP", "$random.internet.ipV6Address": "$randomIPV6",
    "$random.address.city": "$randomCity", "$random.address.country": "$randomCountry",
    "$random.address.streetName": "$randomStreetName", "$random.company.name": "$randomCompanyName",
    "$random.phoneNumber.phoneNumber": "$randomPhoneNumber", "$random.phoneNumber.cellPhone": "$randomPhoneNumber",
    "$random.lorem.word": "$randomLoremWord", "$random.lorem.sentence": "$randomLoremSentence",
    "$random.lorem.paragraph": "$randomLoremParagraph", "$random.color.name": "$randomColor",
    "$random.bool.bool": "$randomBoolean",
  ]

  // MARK: Values from elsewhere

  /// The variable of `{{$dotenv %NAME}}`.
  private static func dotenvName(_ name: String) -> String { "dotenv-" + name }

  /// The declaration of `{{$dotenv %NAME}}`, where NAME has the value `key`.
  static func dotenvRow(_ name: String, key: String, path: String) -> JSONValue {
    ["name": .string(dotenvName(name)), "fromDotenv": .string(path), "key": .string(key)]
  }

  private mutating func need(_ name: String, _ source: JSONObject) -> String {
    if !declared.contains(name), neededNames.insert(name).inserted {
      let named = JSONMember(key: JSONString("name"), value: .string(name))
      needed.append(.object(JSONObject(members: [named] + source.members)))
    }
    return name
  }

  private mutating func need(_ variable: JSONObject) -> String {
    let name = variable.text("name") ?? ""
    if neededNames.insert(name).inserted { needed.append(.object(variable)) }
    return name
  }

  /// Declares a prompted variable, such as in `# @prompt name question`.
  mutating func ask(_ name: String, _ question: String, isSecret: Bool) {
    guard !declared.contains(name) else { return }
    var source: JSONObject = ["prompt": .string(question.isEmpty ? name : question)]
    if isSecret { source["secret"] = true }
    _ = need(name, source)
  }

  /// The variable of `$input question? $value: default`.
  private func question(_ kind: String, _ text: String) -> JSONObject {
    let rest = text.dropFirst(kind.count)
    let parts = rest.firstRange(of: "$value:").map { (rest[..<$0.lowerBound], rest[$0.upperBound...]) } ?? (rest, "")
    let question = String(parts.0).trimmed
    let letters = question.map { $0.isLetter || $0.isNumber ? $0 : " " }
    let name = String(letters).split(separator: " ").joined(separator: "-")
    var row: JSONObject = ["name": .string(name.isEmpty ? "input" : name)]
    let value = String(parts.1).trimmed
    if kind.hasPrefix("$pick") {
      row["prompt"] = .string(value.isEmpty ? question : question + " (" + value + ")")
    } else {
      row["prompt"] = .string(question.isEmpty ? "Value" : question)
      if !value.isEmpty, kind != "$password" { row["value"] = .string(value) }
    }
    if kind == "$password" { row["secret"] = true }
    return row
  }
}
