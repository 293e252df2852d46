// The globals from before `pm`, and `postman`.
pm.test("globals of the response", () => {
  pm.expect(responseBody).to.equal("<a x=\"1\"><b>2</b><b>3</b></a>");
  pm.expect(responseCode).to.eql({ code: 200, name: "OK", detail: "OK" });
  pm.expect(responseTime).to.equal(3);
  pm.expect(responseHeaders["Content-Type"]).to.equal("text/xml");
  pm.expect(responseCookies[0].name).to.equal("sid");
  pm.expect(iteration).to.equal(0);
});
pm.test("a text has a part", () => {
  pm.expect(responseBody.has("<b>2")).to.be.true;
  pm.expect(responseBody.has("(")).to.be.false;
  pm.expect(responseBody.has(/B>/i)).to.be.true;
  for (const name in "") pm.expect.fail(name);
});
pm.test("globals of the request and of variables", () => {
  pm.expect(request.method).to.equal("POST");
  pm.expect(request.url).to.equal("https://x/");
  pm.expect(request.headers).to.eql({ Accept: "*/*" });
  pm.expect(request.data).to.equal("body");
  pm.expect(environment.a).to.equal("1");
  pm.expect(globals.g).to.equal("2");
  pm.expect(data.row).to.equal("3");
});
pm.test("postman", () => {
  postman.setEnvironmentVariable("e", "1");
  pm.expect(postman.getEnvironmentVariable("e")).to.equal("1");
  postman.clearEnvironmentVariable("e");
  pm.expect(pm.environment.has("e")).to.be.false;
  postman.setGlobalVariable("x", "1");
  pm.expect(postman.getGlobalVariable("x")).to.equal("1");
  postman.clearGlobalVariables();
  pm.expect(pm.globals.has("g")).to.be.false;
  pm.expect(postman.getResponseHeader("content-type")).to.equal("text/xml");
  pm.expect(postman.getResponseCookie("sid").value).to.equal("1");
});
pm.test("the old objects of variables have what postman sets", () => {
  pm.expect(environment.a).to.equal("1");
  postman.setEnvironmentVariable("n", 5);
  pm.expect(environment.n).to.equal("5");
  pm.expect(pm.environment.get("n")).to.equal("5");
  postman.setEnvironmentVariable("f", false);
  pm.expect(environment.f).to.equal("false");
  postman.setGlobalVariable("o", [1, 2]);
  pm.expect(globals.o).to.equal("1,2");
  pm.expect(pm.globals.get("o")).to.equal("1,2");
  postman.setGlobalVariable("zero", 0);
  pm.expect(globals.zero).to.equal(0);
  postman.clearEnvironmentVariable("n");
  pm.expect(environment).to.not.have.property("n");
  postman.clearGlobalVariables();
  pm.expect(globals).to.eql({});
});
pm.test("tv4", () => {
  pm.expect(tv4.validate({ id: 1 }, { required: ["id"] })).to.be.true;
  pm.expect(tv4.validate({}, { required: ["id"] })).to.be.false;
  pm.expect(tv4.error.message).to.be.a("string");
  pm.expect(tv4.validateMultiple({}, { required: ["a", "b"] }).valid).to.be.false;
});
pm.test("tv4 bans unknown properties", () => {
  const unknown = (value, schema) => tv4.validateMultiple(value, schema, false, true).errors.map(error => error.dataPath);
  const schema = {
    definitions: { named: { properties: { name: {} } } },
    properties: { id: {}, items: { items: { $ref: "#/definitions/named" } }, open: { additionalProperties: true } },
    patternProperties: { "^x-": {} },
  };
  pm.expect(tv4.validate({ id: 1, b: 2 }, schema, false, true)).to.be.false;
  pm.expect(tv4.error.code).to.equal(tv4.errorCodes.UNKNOWN_PROPERTY);
  pm.expect(tv4.error.message).to.equal("Unknown property (not in schema)");
  pm.expect(tv4.validate({ id: 1, b: 2 }, schema)).to.be.true;
  pm.expect(tv4.validateResult({ id: 1, "x-a": 1, open: { any: 1 } }, schema, true, true).valid).to.be.true;
  pm.expect(unknown({ items: [{ name: 1 }, { name: 1, "a/b": 2 }] }, schema)).to.eql(["/items/1/a~1b"]);
  pm.expect(unknown({ a: 1, b: 2 }, { allOf: [{ properties: { a: {} } }, { properties: { b: {} } }] })).to.eql([]);
  pm.expect(unknown({ a: 1, b: 2 }, { anyOf: [{ properties: { a: {} } }, { required: ["c"], properties: { b: {} } }] }))
    .to.eql(["/b"]);
  pm.expect(unknown({ a: { a: {}, b: 1 } }, { properties: { a: { $ref: "#" } } })).to.eql(["/a/b"]);
  pm.expect(unknown({ a: 1 }, {})).to.eql(["/a"]);
  pm.expect(unknown({ a: { b: 1 } }, { properties: { a: { $ref: "none" } } })).to.eql([]);
  pm.expect(tv4.validate({ a: {} }, { properties: { a: { $ref: "none" } } })).to.be.true;
  pm.expect(tv4.missing).to.eql(["none"]);
});
pm.test("a script may have variables of these names", () => {
  const request = 1, data = 2, tests = 3;
  pm.expect(request + data + tests).to.equal(6);
});
tests["a test of the old interface"] = responseCode.code === 200;
