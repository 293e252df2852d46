// Response handlers as JetBrains' HTTP files have them.
client.test("the response", () => {
  client.assert(response.status === 200, "status");
  client.assert(response.body.id === 7, "body");
  client.assert(response.contentType.mimeType === "application/json" && response.contentType.charset === "utf-8");
  client.assert(response.headers.valueOf("x-a") === "1" && response.headers.valueOf("none") === null);
  client.assert(response.headers.valuesOf("X-A").join() === "1,2");
});
pm.test("assert", () => {
  pm.expect(() => client.assert(response.status === 201, "not created")).to.throw("not created");
  pm.expect(() => client.assert(false)).to.throw("Assertion failed");
  client.assert(1);
});
client.test("global variables", () => {
  client.assert(client.global.isEmpty() && client.global.get("t") === null);
  client.global.set("t", 1);
  client.global.set("u", 2);
  client.global.clear("u");
  client.assert(client.global.get("t") === 1 && client.global.get("u") === null && pm.globals.get("t") === 1);
  client.global.clearAll();
  client.assert(client.global.isEmpty());
});
client.test("the request", () => {
  client.assert(request.environment.get("e") === "4" && request.environment.get("none") === null);
  request.variables.set("v", "3");
  client.assert(request.variables.get("v") === "3" && pm.variables.get("v") === "3");
  client.assert(request.method === "GET");
});
client.test("parts of the request", () => {
  request.variables.set("q", "2");
  client.assert(request.url() === "https://x/?q=2" && request.url.tryGetSubstituted() === "https://x/?q=2");
  client.assert(request.url.getRaw() === "https://x/?q={{q}}" && `${request.url}` === "https://x/?q=2");
  client.assert(request.body.getRaw() === "a {{q}} {{none}}" && request.body() === "a 2 {{none}}");
  client.assert(request.headers.all().map(header => header.name).join() === "X-B,X-C");
  const header = request.headers.findByName("x-b");
  client.assert(header.name === "X-B" && header.getRawValue() === "{{q}}" && header.value() === "2");
  client.assert(header.tryGetSubstitutedValue() === "2" && request.headers.findByName("none") === null);
  client.assert(request.headers["X-C"] === "3");
});
client.test("dynamic variables", () => {
  client.assert($random.integer(5, 6) === 5 && $random.integer(1) === 0 && $random.integer() === 77);
  client.assert($random.float(1, 2) === 1.5 && $random.alphabetic(4) === "abCD" && $random.alphanumeric(5) === "a_1B2");
  client.assert($random.hexadecimal(6) === "00ff00" && $random.email === "a@example.com" && $random.uuid === $uuid);
  client.assert($timestamp === 1700000000 && $isoTimestamp === "2023-11-14T22:13:20Z" && $randomInt === 7);
  pm.expect(() => $random.alphabetic(0)).to.throw("$random.alphabetic(0) has no value here");
  pm.expect(() => $random.name).to.throw("$random.name is not available here");
});
client.test("what is not there says so", () => {
  pm.expect(() => client.exit()).to.throw("client.exit is not available here");
});
client.log("done");
