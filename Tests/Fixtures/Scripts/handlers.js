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
client.test("what is not there says so", () => {
  pm.expect(() => client.exit()).to.throw("client.exit is not available here");
});
client.log("done");
