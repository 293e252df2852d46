// The functions of chai's `assert`: each with values that pass, and values that fail.
const { assert, AssertionError, should } = require("chai");
const counter = { n: 1 };
const add = by => () => { counter.n += by; }, nothing = () => {}, read = () => counter.n;
const nested = { a: { b: [{ c: 1 }] }, own: { x: 1 } };
class Shape { draw() {} }

// The name, the values that pass, and those that fail.
const cases = [
  ["isOk", [1], [0]], ["ok", [1], [0]], ["isNotOk", [0], [1]], ["notOk", [0], [1]], ["equal", [1, "1"], [1, 2]], ["notEqual", [1, 2], [1, "1"]],
  ["strictEqual", [1, 1], [1, "1"]], ["notStrictEqual", [1, "1"], [1, 1]], ["deepEqual", [{ a: 1 }, { a: 1 }], [{ a: 1 }, { a: 2 }]],
  ["deepStrictEqual", [[1], [1]], [[1], [2]]], ["notDeepEqual", [[1], [2]], [[1], [1]]], ["isAbove", [2, 1], [1, 1]], ["isAtLeast", [1, 1], [0, 1]],
  ["isBelow", [1, 2], [1, 1]], ["isAtMost", [1, 1], [2, 1]], ["isTrue", [true], [1]], ["isNotTrue", [1], [true]], ["isFalse", [false], [0]],
  ["isNotFalse", [0], [false]], ["isNull", [null], [0]], ["isNotNull", [0], [null]], ["isNaN", [NaN], [1]], ["isNotNaN", [1], [NaN]],
  ["exists", [0], [null]], ["notExists", [undefined], [0]], ["isUndefined", [undefined], [null]], ["isDefined", [null], [undefined]],
  ["isFunction", [nothing], [1]], ["isNotFunction", [1], [nothing]], ["isObject", [{}], [[]]], ["isNotObject", [[]], [{}]], ["isArray", [[]], [{}]],
  ["isNotArray", [{}], [[]]], ["isString", ["a"], [1]], ["isNotString", [1], ["a"]], ["isNumber", [1], ["1"]], ["isNotNumber", ["1"], [1]],
  ["isFinite", [1], [Infinity]], ["isBoolean", [true], [1]], ["isNotBoolean", [1], [true]], ["typeOf", [1, "number"], [1, "string"]],
  ["notTypeOf", [1, "string"], [1, "number"]], ["instanceOf", [new Shape(), Shape], [{}, Shape]], ["isInstanceOf", [new Shape(), Shape], [{}, Shape]],
  ["notInstanceOf", [{}, Shape], [new Shape(), Shape]],
  ["include", ["abc", "b"], ["abc", "d"]], ["notInclude", ["abc", "d"], ["abc", "b"]], ["deepInclude", [[{ a: 1 }], { a: 1 }], [[{ a: 1 }], { a: 2 }]],
  ["notDeepInclude", [[{ a: 1 }], { a: 2 }], [[{ a: 1 }], { a: 1 }]], ["nestedInclude", [nested, { "a.b[0].c": 1 }], [nested, { "a.b[0].c": 2 }]],
  ["notNestedInclude", [nested, { "a.b[0].c": 2 }], [nested, { "a.b[0].c": 1 }]], ["deepNestedInclude", [nested, { "a.b[0]": { c: 1 } }], [nested, { "a.b[0]": { c: 2 } }]],
  ["notDeepNestedInclude", [nested, { "a.b[0]": { c: 2 } }], [nested, { "a.b[0]": { c: 1 } }]], ["ownInclude", [{ a: 1 }, { a: 1 }], [Object.create({ a: 1 }), { a: 1 }]],
  ["notOwnInclude", [Object.create({ a: 1 }), { a: 1 }], [{ a: 1 }, { a: 1 }]], ["deepOwnInclude", [nested, { own: { x: 1 } }], [nested, { own: { x: 2 } }]],
  ["notDeepOwnInclude", [nested, { own: { x: 2 } }], [nested, { own: { x: 1 } }]], ["match", ["abc", /b/], ["abc", /d/]], ["notMatch", ["abc", /d/], ["abc", /b/]],
  ["property", [nested, "a"], [nested, "z"]], ["notProperty", [nested, "z"], [nested, "a"]], ["propertyVal", [{ a: 1 }, "a", 1], [{ a: 1 }, "a", 2]],
  ["notPropertyVal", [{ a: 1 }, "a", 2], [{ a: 1 }, "a", 1]], ["deepPropertyVal", [nested, "own", { x: 1 }], [nested, "own", { x: 2 }]],
  ["notDeepPropertyVal", [nested, "own", { x: 2 }], [nested, "own", { x: 1 }]], ["ownProperty", [{ a: 1 }, "a"], [Object.create({ a: 1 }), "a"]],
  ["notOwnProperty", [Object.create({ a: 1 }), "a"], [{ a: 1 }, "a"]], ["ownPropertyVal", [{ a: 1 }, "a", 1], [{ a: 1 }, "a", 2]],
  ["notOwnPropertyVal", [{ a: 1 }, "a", 2], [{ a: 1 }, "a", 1]], ["deepOwnPropertyVal", [nested, "own", { x: 1 }], [nested, "own", { x: 2 }]],
  ["notDeepOwnPropertyVal", [nested, "own", { x: 2 }], [nested, "own", { x: 1 }]], ["nestedProperty", [nested, "a.b[0].c"], [nested, "a.b[1].c"]],
  ["notNestedProperty", [nested, "a.b[1].c"], [nested, "a.b[0].c"]], ["nestedPropertyVal", [nested, "a.b[0].c", 1], [nested, "a.b[0].c", 2]],
  ["notNestedPropertyVal", [nested, "a.b[0].c", 2], [nested, "a.b[0].c", 1]], ["deepNestedPropertyVal", [nested, "a.b[0]", { c: 1 }], [nested, "a.b[0]", { c: 2 }]],
  ["notDeepNestedPropertyVal", [nested, "a.b[0]", { c: 2 }], [nested, "a.b[0]", { c: 1 }]], ["lengthOf", ["abc", 3], ["abc", 2]],
  ["hasAnyKeys", [nested, ["a", "z"]], [nested, ["z"]]], ["hasAllKeys", [nested, ["a", "own"]], [nested, ["a"]]], ["containsAllKeys", [nested, ["a"]], [nested, ["a", "z"]]],
  ["doesNotHaveAnyKeys", [nested, ["z"]], [nested, ["a", "z"]]], ["doesNotHaveAllKeys", [nested, ["a"]], [nested, ["a", "own"]]],
  ["hasAnyDeepKeys", [new Map([[{ a: 1 }, 1]]), [{ a: 1 }, { b: 1 }]], [new Map([[{ a: 1 }, 1]]), [{ b: 1 }]]],
  ["hasAllDeepKeys", [new Set([{ a: 1 }]), [{ a: 1 }]], [new Set([{ a: 1 }]), [{ b: 1 }]]],
  ["containsAllDeepKeys", [new Set([{ a: 1 }, 2]), [{ a: 1 }]], [new Set([{ a: 1 }, 2]), [{ b: 1 }]]],
  ["doesNotHaveAnyDeepKeys", [new Set([{ a: 1 }]), [{ b: 1 }]], [new Set([{ a: 1 }]), [{ a: 1 }]]],
  ["doesNotHaveAllDeepKeys", [new Set([{ a: 1 }]), [{ a: 1 }, { b: 1 }]], [new Set([{ a: 1 }]), [{ a: 1 }]]],
  ["throws", [() => { throw new Error("x"); }, "x"], [nothing]], ["throw", [() => { throw new Error("x"); }, Error], [nothing]],
  ["Throw", [() => { throw new Error("x"); }, /x/], [nothing]], ["doesNotThrow", [nothing], [() => { throw new Error("x"); }]],
  ["operator", [1, "<", 2], [2, "<", 1]], ["closeTo", [1.5, 1, 0.5], [2, 1, 0.5]], ["approximately", [1.5, 1, 0.5], [2, 1, 0.5]],
  ["sameMembers", [[1, 2], [2, 1]], [[1], [2]]], ["notSameMembers", [[1], [2]], [[1, 2], [2, 1]]], ["sameDeepMembers", [[{ a: 1 }], [{ a: 1 }]], [[{ a: 1 }], [{ a: 2 }]]],
  ["notSameDeepMembers", [[{ a: 1 }], [{ a: 2 }]], [[{ a: 1 }], [{ a: 1 }]]], ["sameOrderedMembers", [[1, 2], [1, 2]], [[1, 2], [2, 1]]],
  ["notSameOrderedMembers", [[1, 2], [2, 1]], [[1, 2], [1, 2]]], ["sameDeepOrderedMembers", [[{ a: 1 }, 2], [{ a: 1 }, 2]], [[{ a: 1 }, 2], [2, { a: 1 }]]],
  ["notSameDeepOrderedMembers", [[{ a: 1 }, 2], [2, { a: 1 }]], [[{ a: 1 }], [{ a: 1 }]]], ["includeMembers", [[1, 2], [2]], [[1, 2], [3]]],
  ["notIncludeMembers", [[1, 2], [3]], [[1, 2], [2]]], ["includeDeepMembers", [[{ a: 1 }, 2], [{ a: 1 }]], [[{ a: 1 }], [{ a: 2 }]]],
  ["notIncludeDeepMembers", [[{ a: 1 }], [{ a: 2 }]], [[{ a: 1 }], [{ a: 1 }]]], ["includeOrderedMembers", [[1, 2, 3], [1, 2]], [[1, 2, 3], [2, 1]]],
  ["notIncludeOrderedMembers", [[1, 2, 3], [2, 3]], [[1, 2, 3], [1, 2]]], ["includeDeepOrderedMembers", [[{ a: 1 }, 2], [{ a: 1 }]], [[{ a: 1 }, 2], [2]]],
  ["notIncludeDeepOrderedMembers", [[{ a: 1 }, 2], [2]], [[{ a: 1 }, 2], [{ a: 1 }]]], ["oneOf", [1, [1, 2]], [3, [1, 2]]],
  ["changes", [add(1), read], [nothing, read]], ["doesNotChange", [nothing, counter, "n"], [add(1), counter, "n"]],
  ["changesBy", [add(2), read, 2], [add(1), read, 2]], ["changesButNotBy", [add(2), counter, "n", 1], [add(2), counter, "n", 2]],
  ["increases", [add(1), read], [add(-1), read]], ["increasesBy", [add(2), counter, "n", 2], [add(1), counter, "n", 2]],
  ["doesNotIncrease", [add(-1), counter, "n"], [add(1), counter, "n"]], ["increasesButNotBy", [add(2), read, 1], [add(2), read, 2]],
  ["decreases", [add(-1), counter, "n"], [add(1), counter, "n"]], ["decreasesBy", [add(-2), read, 2], [add(-1), read, 2]],
  ["doesNotDecrease", [nothing, read], [add(-1), read]], ["doesNotDecreaseBy", [add(1), counter, "n", 1], [add(-1), counter, "n", 1]],
  ["decreasesButNotBy", [add(-2), read, 1], [add(-2), read, 2]],
  ["isExtensible", [{}], [Object.freeze({})]], ["extensible", [{}], [1]], ["isNotExtensible", [1], [{}]], ["notExtensible", [1], [{}]],
  ["isSealed", [Object.seal({ a: 1 })], [{ a: 1 }]], ["sealed", [1], [{ a: 1 }]], ["isNotSealed", [{ a: 1 }], [1]], ["notSealed", [{ a: 1 }], [1]],
  ["isFrozen", [Object.freeze({ a: 1 })], [{ a: 1 }]], ["frozen", [1], [{ a: 1 }]], ["isNotFrozen", [{ a: 1 }], [1]], ["notFrozen", [{ a: 1 }], [1]],
  ["isEmpty", [[]], [[1]]], ["empty", [""], ["a"]], ["isNotEmpty", [[1]], [[]]], ["notEmpty", ["a"], [""]],
];
for (const [name, passing, failing] of cases) {
  pm.test(`assert.${name}`, () => {
    assert[name](...passing);
    pm.expect(() => assert[name](...failing)).to.throw(AssertionError);
  });
}
pm.test("the message is the last value", () => {
  pm.expect(() => assert.changes(nothing, read, "own")).to.throw(AssertionError, /^own: expected /);
  pm.expect(() => assert.changesBy(nothing, counter, "n", 1, "own")).to.throw(AssertionError, /^own: expected /);
  pm.expect(() => assert.deepNestedPropertyVal(nested, "a.b[0]", 1, "own")).to.throw(AssertionError, /^own: expected /);
  pm.expect(() => assert(false, () => "made")).to.throw(AssertionError, "made");
  pm.expect(() => assert.fail()).to.throw(AssertionError, "assert.fail()");
});
pm.test("assert.ifError", () => {
  assert.ifError(null);
  pm.expect(() => assert.ifError(new RangeError("x"))).to.throw(RangeError, "x");
});
pm.test("all functions of assert were tried", () => {
  const tried = new Set([...cases.map(([name]) => name), "fail", "ifError"]);
  pm.expect(Object.keys(assert).filter(name => !tried.has(name))).to.eql([]);
});
pm.test("should.throw", () => {
  const own = should();
  delete Object.prototype.should;
  own.throw(() => { throw new Error("x"); }, Error, "x");
  own.not.throw(nothing);
  pm.expect(() => own.Throw(nothing)).to.throw(AssertionError, "to throw an error");
  pm.expect(() => own.not.Throw(() => { throw new Error("x"); })).to.throw(AssertionError, "to not throw an error");
  pm.expect(() => own.fail()).to.throw(AssertionError, "should.fail()");
});
pm.test("length is no assertion", () => {
  pm.expect(() => pm.expect("a").to.equal.length(1)).to.throw('Invalid Chai property: equal.length. See docs for proper usage of "equal".');
  pm.expect(() => pm.expect("a").to.be.a.length(1)).to.throw('Use "a.lengthOf" instead.');
});
