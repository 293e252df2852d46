// Scopes of variables, their precedence, types and templates.
pm.test("local variables come first, then data, environment, folders, collection, globals", () => {
  pm.expect(pm.variables.get("all")).to.equal("local");
  pm.expect(pm.variables.get("data")).to.equal("data");
  pm.expect(pm.variables.get("environment")).to.equal("environment");
  pm.expect(pm.variables.get("folder")).to.equal("folder");
  pm.expect(pm.variables.get("collection")).to.equal("collection");
  pm.expect(pm.variables.get("global")).to.equal("global");
  pm.expect(pm.variables.get("none")).to.be.undefined;
  pm.expect(pm.variables.has("global")).to.be.true;
  pm.expect(pm.variables.toObject()).to.include({ all: "local", data: "data", global: "global" });
});
pm.test("each scope has its own values", () => {
  pm.expect(pm.globals.get("all")).to.equal("global");
  pm.expect(pm.collectionVariables.get("all")).to.equal("collection");
  pm.expect(pm.environment.get("all")).to.equal("environment");
  pm.expect(pm.iterationData.get("all")).to.equal("data");
  pm.expect(pm.environment.name).to.equal("local");
  pm.expect(pm.environment.has("global")).to.be.false;
});
pm.test("types", () => {
  pm.expect(pm.globals.get("number")).to.equal(5);
  pm.expect(pm.globals.get("boolean")).to.equal(true);
  pm.expect(pm.globals.get("object")).to.eql({ a: 1 });
  pm.globals.set("typed", "7", "number");
  pm.expect(pm.globals.get("typed")).to.equal(7);
});
pm.test("templates", () => {
  pm.expect(pm.variables.replaceIn("{{all}} {{none}} {{number}} {{object}}")).to.equal('local {{none}} 5 {"a":1}');
  pm.expect(pm.variables.replaceIn("{{nested}}")).to.equal("a local b");
  pm.expect(pm.variables.replaceIn({ a: ["{{all}}"], b: 1 })).to.eql({ a: ["local"], b: 1 });
  pm.expect(pm.environment.replaceIn("{{all}} {{global}}")).to.equal("environment {{global}}");
  pm.expect(pm.variables.replaceIn("{{$guid}}")).to.match(/^[0-9a-f-]{36}$/);
  pm.expect(pm.variables.replaceIn("{{$noSuchVariable}}")).to.equal("{{$noSuchVariable}}");
  pm.expect(pm.variables.replaceIn("{{circle}}")).to.equal("{{circle}}");
});
pm.test("setting and removing", () => {
  pm.environment.set("new", "1");
  pm.expect(pm.variables.get("new")).to.equal("1");
  pm.environment.unset("new");
  pm.expect(pm.environment.has("new")).to.be.false;
  pm.variables.set("all", "changed");
  pm.expect(pm.variables.get("all")).to.equal("changed");
  pm.environment.set("object", { a: [1] });
  pm.expect(pm.environment.get("object")).to.eql({ a: [1] });
  pm.collectionVariables.clear();
  pm.expect(pm.collectionVariables.toObject()).to.eql({});
  const loop = {};
  loop.self = loop;
  pm.expect(() => pm.environment.set("loop", loop)).to.throw("The value of the variable \"loop\" must be JSON");
});
pm.test("what is removed is not in the list, and what is changed in the list counts", () => {
  const { environment } = pm;
  const names = () => environment.values.map(variable => variable.key).filter(name => name.startsWith("listed"));
  for (const name of ["listed1", "listed2", "listed3"]) environment.set(name, name);
  environment.unset("listed2");
  pm.expect(Object.keys(environment.toObject()).filter(name => name.startsWith("listed"))).to.eql(["listed1", "listed3"]);
  pm.expect(names()).to.eql(["listed1", "listed3"]);
  environment.values.one("listed1").key = "listed4";
  environment.values.one("listed3").disabled = true;
  pm.expect(environment.has("listed1")).to.be.false;
  pm.expect(environment.get("listed4")).to.equal("listed1");
  pm.expect(environment.has("listed3")).to.be.false;
  environment.unset("listed4");
  environment.values.add({ key: "listed5", value: "5" });
  pm.expect(environment.get("listed5")).to.equal("5");
  pm.expect(names()).to.eql(["listed3", "listed5"]);
});
pm.test("a value is of the type of its variable", () => {
  const { collectionVariables } = pm;
  const set = value => {
    const before = collectionVariables.get("text");
    collectionVariables.set("text", value);
    return [typeof before, collectionVariables.get("text")];
  };
  collectionVariables.set("text", "", "string");
  pm.expect(set(5)).to.eql(["string", "5"]);
  pm.expect(set(null)).to.eql(["string", "null"]);
  pm.expect(set(true)).to.eql(["string", "true"]);
  collectionVariables.set("count", 1, "number");
  collectionVariables.set("count", "12");
  pm.expect(collectionVariables.get("count")).to.equal(12);
  pm.environment.set("free", 5);
  pm.expect(pm.environment.get("free")).to.equal(5);
});
pm.test("null is a value", () => {
  pm.environment.set("nothing", null);
  pm.environment.set("missing", undefined);
  pm.expect(pm.environment.get("nothing")).to.be.null;
  pm.expect(pm.environment.replaceIn("{{nothing}} {{missing}}")).to.equal("null {{missing}}");
});
pm.environment.set("late", 5);
