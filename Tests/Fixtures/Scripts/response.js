// The response of the job and assertions about it.
const fails = (body, text) => pm.expect(body).to.throw(Error, text);

pm.test("what a response has", () => {
  const { response } = pm;
  pm.expect(response.code).to.equal(200);
  pm.expect(response.status).to.equal("OK");
  pm.expect(response.reason()).to.equal("OK");
  pm.expect(response.responseTime).to.equal(12);
  pm.expect(response.responseSize).to.equal(40);
  const header = "HTTP/1.1 200 OK\r\n\r\n".length + response.headers.contentSize();
  pm.expect(response.size()).to.eql({ body: 40, header, total: 40 + header });
  pm.expect(response.headers.contentSize()).to.equal(response.headers.reduce((n, { key, value }) => n + key.length + value.length + 4, 0));
  pm.expect(response.text()).to.equal('{"id":7,"tags":["a","b"],"name":"Köln"}');
  pm.expect(response.json()).to.eql({ id: 7, tags: ["a", "b"], name: "Köln" });
  pm.expect(response.json((key, value) => (key === "id" ? value + 1 : value)).id).to.equal(8);
  pm.expect(response.headers.get("content-TYPE")).to.equal("application/json; charset=utf-8");
  pm.expect(response.contentInfo()).to.include({ mimeType: "text", mimeFormat: "json", charset: "utf-8", fileName: "köln.json", fileExtension: "json" });
  pm.expect(response.dataURI()).to.match(/^data:application\/json;base64,eyJpZCI6Nywi/);
  pm.expect(response.cookies.get("sid")).to.equal("1 2");
  pm.expect(response.encoding().format).to.equal("utf-8");
  pm.expect(new Uint8Array(response.stream)).to.have.lengthOf(40);
});
pm.test("fields after the body are no headers", () => {
  pm.expect(pm.response.trailers.get("x-sum")).to.equal("43");
  pm.expect(pm.response.trailers.map(String)).to.eql(["X-Sum: 42", "x-sum: 43"]);
  pm.response.to.not.have.header("X-Sum");
  pm.expect(Object.keys(pm.response)).to.not.include("trailers");
});
pm.test("assertions that hold", () => {
  pm.response.to.have.status(200);
  pm.response.to.have.status("OK");
  pm.response.to.be.ok;
  pm.response.to.be.success;
  pm.response.to.not.be.error;
  pm.response.to.not.be.clientError;
  pm.response.to.have.statusCode(200);
  pm.response.to.have.statusCodeClass(2);
  pm.response.to.have.statusReason("OK");
  pm.response.to.have.header("Content-Type");
  pm.response.to.have.header("content-type", "application/json; charset=utf-8");
  pm.response.to.not.have.header("X-None");
  pm.response.to.be.json;
  pm.response.to.be.withBody;
  pm.response.to.have.body();
  pm.response.to.have.body(/Köln/);
  pm.response.to.have.body({ id: 7, tags: ["a", "b"], name: "Köln" });
  pm.response.to.have.jsonBody();
  pm.response.to.have.jsonBody("id");
  pm.response.to.have.jsonBody("id", 7);
  pm.response.to.have.jsonBody("tags[1]", "b");
  pm.response.to.have.jsonBody({ id: 7, tags: ["a", "b"], name: "Köln" });
  pm.response.to.have.jsonSchema({ type: "object", required: ["id"] });
  pm.expect({ id: 1 }).to.have.jsonSchema({ required: ["id"] });
  pm.response.to.have.responseTime.below(100);
  pm.response.to.have.responseSize.above(10);
  pm.expect(pm.response).to.be.postmanResponse;
});
pm.test("messages of assertions that fail", () => {
  fails(() => pm.response.to.have.status(404), "expected response to have status code 404 but got 200");
  fails(() => pm.response.to.not.have.status(200), "expected response to not have status code 200");
  fails(() => pm.response.to.have.status("Created"), "expected response to have status reason 'Created' but got 'OK'");
  fails(() => pm.response.to.be.error, "expected response code to be 4XX or 5XX but found 200");
  fails(() => pm.response.to.be.clientError, "expected response code to be 4XX but found 200");
  fails(() => pm.response.to.not.be.success, "expected response code to not be 2XX");
  fails(() => pm.response.to.be.notFound, "expected response to have status reason 'NOT FOUND' but got 'OK'");
  fails(() => pm.response.to.have.header("X-None"), "expected response to have header with key 'X-None'");
  fails(() => pm.response.to.have.header("Content-Type", "text/plain"), "expected 'Content-Type' response header to be 'text/plain' but got 'application/json; charset=utf-8'");
  fails(() => pm.response.to.have.body("x"), "expected response body to equal 'x' but got");
  fails(() => pm.response.to.have.jsonBody("none"), "in response to contain property 'none'");
  fails(() => pm.response.to.have.jsonBody("id", 8), 'expected response body json at "id" to contain 8 but got 7');
  fails(() => pm.response.to.have.jsonSchema({ required: ["missing"] }), "expected data to satisfy schema but found following errors: \ndata must have required property 'missing'");
  fails(() => pm.expect(1).to.be.postmanResponse, "expecting a postman response object but got 1");
  fails(() => pm.expect({}).to.have.status(200), "expecting a postman response object but got {}");
  fails(() => pm.response.to.have.responseTime.above(100), "expected 12 to be above 100");
});
pm.test("a body that is not JSON", () => {
  const { Response } = require("postman-collection");
  const response = new Response({ code: 500, body: "<html>" });
  fails(() => response.json(), "Unexpected token '<' at 1:1\n<html>\n^");
  fails(() => response.to.be.json, "expected response body to be a valid json but got error Unexpected token '<' at 1:1");
  fails(() => new Response({ code: 204 }).json(), "No data, empty input at 1:1\n\n^");
  const message = body => { try { return new Response({ body }).json(); } catch (error) { return `${error.name} ${error.message}`; } };
  pm.expect(message('{\n\t"a": 1,\n}')).to.equal("JSONError Unexpected token '}' at 3:1\n}\n^");
  pm.expect(message('{\t"a" 1}')).to.equal("JSONError Unexpected token '1' at 1:7\n{\t\"a\" 1}\n \t    ^");
  pm.expect(message('["a\nb"]')).to.equal("JSONError Unexpected token '\\n' at 1:4\n[\"a\n   ^");
  pm.expect(message('[1, {"a": nope}]')).to.include("Unexpected token 'n' at 1:11");
  pm.expect(message('{"a": [1.5e3, true, {}, []')).to.include("Unexpected end of input at 1:27");
  pm.expect(message("[1] x")).to.include("Unexpected token 'x' at 1:5");
  pm.expect(() => new Response({ body: "[1]" }).json(() => { throw new Error("of the reviver") })).to.throw("of the reviver");
  pm.expect(new Response({ code: 200, body: "\ufeff{}" }).json()).to.eql({});
  pm.expect(new Response({ code: 200, body: 'call({"a":1});' }).jsonp()).to.eql({ a: 1 });
  pm.expect(response.reason()).to.equal("Internal Server Error");
});
pm.test("the size of a packed body is that of its header", () => {
  const { Response } = require("postman-collection");
  const packed = { code: 200, header: "Content-Encoding: gzip\nContent-Length: 21", body: "x".repeat(99) };
  pm.expect(new Response(packed).size().body).to.equal(21);
  pm.expect(new Response({ ...packed, header: "Content-Length: 21" }).size().body).to.equal(99);
});
pm.test("JSON is read with a byte order mark", () => {
  pm.expect(JSON.parse("\ufeff{\"a\":1}")).to.eql({ a: 1 });
  pm.expect(JSON.parse("[1]", (key, value) => value)).to.eql([1]);
  pm.expect(() => JSON.parse("\ufeff\ufeff1")).to.throw(SyntaxError);
});
pm.test("a script cannot change the response's text", () => {
  pm.expect(() => { "use strict"; pm.response.body = "x"; }).to.throw(TypeError);
});
