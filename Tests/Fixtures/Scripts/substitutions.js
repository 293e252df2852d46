// Templates of `postman-collection`, and lists with several values of a name.
const { Property, VariableList, VariableScope, Request, Header, HeaderList } = require("postman-collection");
pm.test("templates in a text are replaced by the first variables that have a value", () => {
  pm.expect(Property.replaceSubstitutions("{{a}} {{b}} {{c}} {{n}}", { a: 1, n: null }, { a: 2, b: "{{a}}" })).to.equal("1 1 {{c}} null");
  pm.expect(Property.replaceSubstitutions("{{a}}", [{ a: "x" }])).to.equal("x");
  pm.expect(Property.replaceSubstitutions("{{a}}", new VariableList(null, [{ key: "a", value: "x" }]))).to.equal("x");
  pm.expect(Property.replaceSubstitutions("{{a}}", new VariableScope([{ key: "a", value: "x" }]))).to.equal("x");
  pm.expect(Property.replaceSubstitutions("{{toString}} {{a}}", {})).to.equal("{{toString}} {{a}}");
  pm.expect(Property.replaceSubstitutions(5, {})).to.equal(5);
  pm.expect(Header.replaceSubstitutions("{{a}}", { a: 1 })).to.equal("1");
});
pm.test("templates in objects are replaced", () => {
  const request = new Request({ url: "https://{{host}}/", header: [{ key: "A", value: "{{a}}" }] });
  const { url, header } = Property.replaceSubstitutionsIn(request, [{ host: "x" }, { a: 1 }]);
  pm.expect([url.raw, header[0].value]).to.eql(["https://x/", "1"]);
});
pm.test("several values of a name are a list", () => {
  const request = new Request({
    url: "https://x/?a=1&a=2&b=3",
    body: { mode: "urlencoded", urlencoded: [{ key: "c", value: "1" }, { key: "c", value: "2" }, { key: "d", value: "3" }] },
  });
  pm.expect(request.url.query.toObject()).to.eql({ a: ["1", "2"], b: "3" });
  pm.expect(request.body.urlencoded.toObject()).to.eql({ c: ["1", "2"], d: "3" });
  pm.expect(new HeaderList(null, "A: 1\nB: 2\na: 3").toObject()).to.eql({ a: ["1", "3"], b: "2" });
  pm.expect(new VariableList(null, [{ key: "a", value: 1 }, { key: "a", value: 2 }]).toObject()).to.eql({ a: 2 });
});
pm.test("csv-parse has its escapes and numbers", () => {
  const parse = require("csv-parse/lib/sync");
  pm.expect(parse('a,b\n"x\\"y\\\\",2', { escape: "\\", columns: true, auto_parse: true })).to.eql([{ a: 'x"y\\', b: 2 }]);
  pm.expect(parse('"a""b","c\nd"')).to.eql([['a"b', "c\nd"]]);
});
pm.test("a collection with its folders, requests and scripts", () => {
  const { Collection, Item, ItemGroup, PropertyList } = require("postman-collection");
  const collection = new Collection({
    info: { name: "C" }, variable: [{ key: "v", value: "1" }],
    item: [
      { name: "F", item: [{ id: "a", name: "A", request: "https://x/a" }] },
      { id: "b", name: "B", request: { url: "https://x/b", method: "PUT" }, event: [{ listen: "test", script: { exec: ["1", "2"] } }] },
    ],
  });
  const names = [];
  collection.forEachItem(item => names.push(item.name));
  collection.forEachItemGroup(folder => names.push(folder.name));
  pm.expect([collection.name, ...names]).to.eql(["C", "A", "B", "F"]);
  pm.expect(collection.oneDeep("a").request.url.toString()).to.equal("https://x/a");
  pm.expect(collection.items.one("b").events.listeners("test")[0].script.toSource()).to.equal("1\n2");
  pm.expect(collection.variables.get("v")).to.equal("1");
  pm.expect(collection.toJSON().item[1].request.method).to.equal("PUT");
  const list = new PropertyList(Item, null, [{ id: "a", name: "one" }, { id: "b" }]);
  pm.expect(list.reference.a.name).to.equal("one");
  pm.expect(ItemGroup.isItemGroup(collection.items.idx(0))).to.be.true;
  pm.expect(new HeaderList(null, "A: 1\nB: 2\na: 3").reference.a.length).to.equal(2);
});
