// The other two interfaces of chai: `assert` and `should`.
(function (runtime) {
  "use strict";
  const { define } = runtime;

  // `fail` with the name of its interface.
  const failing = (expect, name) => (...values) => {
    try { expect.fail(...values); } catch (error) {
      if (error.message === "expect.fail()") error.message = `${name}.fail()`;
      throw error;
    }
  };

  // `assert.equal(actual, expected)` and its like: chains of `expect` with other names.
  define("chai/assert", use => {
    const { expect, Assertion, AssertionError, util } = use("chai");
    const assert = (passed, message) => {
      if (passed) return;
      throw new AssertionError((typeof message === "function" ? message() : message) || "Unspecified AssertionError");
    };
    assert.fail = failing(expect, "assert");

    const loosely = (actual, expected, message, isNegated) => new Assertion(actual, message).assert(
      isNegated ? actual != expected : actual == expected,
      `expected #{this} to ${isNegated ? "not " : ""}equal #{exp}`, `expected #{this} to ${isNegated ? "" : "not "}equal #{act}`, expected, actual, true);
    assert.equal = (actual, expected, message) => loosely(actual, expected, message, false);
    assert.notEqual = (actual, expected, message) => loosely(actual, expected, message, true);

    // The name, the chain of properties, and whether the chain ends with a method of one or more values.
    const chains = {
      isOk: "be.ok", isNotOk: "not.be.ok", isTrue: "be.true", isFalse: "be.false", isNotTrue: "not.equal=true",
      isNotFalse: "not.equal=false",
      isNull: "equal=null", isNotNull: "not.equal=null", isNaN: "be.NaN", isNotNaN: "not.be.NaN", exists: "exist",
      notExists: "not.exist",
      isUndefined: "equal=undefined", isDefined: "not.equal=undefined", isFunction: "be.a=function",
      isNotFunction: "not.be.a=function",
      isObject: "be.a=object", isNotObject: "not.be.a=object", isArray: "be.an=array", isNotArray: "not.be.an=array",
      isString: "be.a=string",
      isNotString: "not.be.a=string", isNumber: "be.a=number", isNotNumber: "not.be.a=number",
      isBoolean: "be.a=boolean",
      isNotBoolean: "not.be.a=boolean", isFinite: "be.finite", isEmpty: "be.empty", isNotEmpty: "not.be.empty",
      isExtensible: "be.extensible",
      isNotExtensible: "not.be.extensible", isSealed: "be.sealed", isNotSealed: "not.be.sealed", isFrozen: "be.frozen",
      isNotFrozen: "not.be.frozen",
      strictEqual: "equal()", notStrictEqual: "not.equal()", deepEqual: "eql()", notDeepEqual: "not.eql()",
      isAbove: "be.above()", isAtLeast: "be.least()",
      isBelow: "be.below()", isAtMost: "be.most()", typeOf: "be.a()", notTypeOf: "not.be.a()",
      instanceOf: "be.instanceOf()", notInstanceOf: "not.be.instanceOf()",
      include: "include()", notInclude: "not.include()", deepInclude: "deep.include()",
      notDeepInclude: "not.deep.include()", nestedInclude: "nested.include()",
      notNestedInclude: "not.nested.include()", deepNestedInclude: "deep.nested.include()", ownInclude: "own.include()",
      notOwnInclude: "not.own.include()",
      match: "match()", notMatch: "not.match()", property: "have.property()", notProperty: "not.have.property()",
      nestedProperty: "have.nested.property()",
      notNestedProperty: "not.have.nested.property()", ownProperty: "have.own.property()",
      notOwnProperty: "not.have.own.property()", lengthOf: "have.lengthOf()",
      hasAnyKeys: "have.any.keys()", hasAllKeys: "have.all.keys()", containsAllKeys: "contain.all.keys()",
      doesNotHaveAnyKeys: "not.have.any.keys()",
      doesNotHaveAllKeys: "not.have.all.keys()", sameMembers: "have.same.members()",
      notSameMembers: "not.have.same.members()",
      sameDeepMembers: "have.same.deep.members()", sameOrderedMembers: "have.same.ordered.members()",
      sameDeepOrderedMembers: "have.same.deep.ordered.members()",
      includeMembers: "include.members()", notIncludeMembers: "not.include.members()",
      includeDeepMembers: "include.deep.members()",
      includeOrderedMembers: "include.ordered.members()", oneOf: "be.oneOf()",
      notDeepNestedInclude: "not.deep.nested.include()", deepOwnInclude: "deep.own.include()",
      notDeepOwnInclude: "not.deep.own.include()",
      hasAnyDeepKeys: "have.any.deep.keys()", hasAllDeepKeys: "have.all.deep.keys()",
      containsAllDeepKeys: "contain.all.deep.keys()",
      doesNotHaveAnyDeepKeys: "not.have.any.deep.keys()", doesNotHaveAllDeepKeys: "not.have.all.deep.keys()",
      notSameDeepMembers: "not.have.same.deep.members()", notSameOrderedMembers: "not.have.same.ordered.members()",
      notSameDeepOrderedMembers: "not.have.same.deep.ordered.members()",
      notIncludeDeepMembers: "not.include.deep.members()", notIncludeOrderedMembers: "not.include.ordered.members()",
      includeDeepOrderedMembers: "include.deep.ordered.members()",
      notIncludeDeepOrderedMembers: "not.include.deep.ordered.members()",
    };
    const constants = { true: true, false: false, null: null, undefined };

    function follow(value, message, chain, values) {
      const [, path, constant, isCall] = /^([\w.]+?)(?:=(\w+)|(\(\)))?$/.exec(chain);
      const names = path.split(".");
      const last = names.pop();
      const end = names.reduce((assertion, name) => assertion[name], new Assertion(value, message).to);
      if (constant !== undefined) return end[last](constant in constants ? constants[constant] : constant);
      return isCall ? end[last](...values) : end[last];
    }
    for (const [name, chain] of Object.entries(chains)) {
      assert[name] = (value, ...rest) => chain.endsWith("()")
        ? void follow(value, rest.length > 1 ? rest[rest.length - 1] : undefined, chain, rest.slice(0, 1))
        : void follow(value, rest[0], chain, []);
    }
    const pairs = [
      ["propertyVal", "have.property"], ["notPropertyVal", "not.have.property"],
      ["deepPropertyVal", "have.deep.property"], ["nestedPropertyVal", "have.nested.property"],
      ["notDeepPropertyVal", "not.have.deep.property"], ["ownPropertyVal", "have.own.property"],
      ["notOwnPropertyVal", "not.have.own.property"], ["deepOwnPropertyVal", "have.deep.own.property"],
      ["notDeepOwnPropertyVal", "not.have.deep.own.property"], ["notNestedPropertyVal", "not.have.nested.property"],
      ["deepNestedPropertyVal", "have.deep.nested.property"],
      ["notDeepNestedPropertyVal", "not.have.deep.nested.property"],
      ["closeTo", "be.closeTo"], ["approximately", "be.approximately"],
    ];
    for (const [name, chain] of pairs) {
      assert[name] = (value, first, second, message) => void follow(value, message, `${chain}()`, [first, second]);
    }
    // Whether a value changes while a function runs: of a function, or of a member of an object.
    for (const [name, chain] of [
      ["changes", "change"], ["doesNotChange", "not.change"], ["increases", "increase"],
      ["doesNotIncrease", "not.increase"], ["decreases", "decrease"], ["doesNotDecrease", "not.decrease"],
    ]) {
      assert[name] = (body, subject, ...rest) => {
        const member = typeof subject === "function" && rest.length === 1 ? [undefined, rest[0]] : rest;
        follow(body, member[1], `${chain}()`, [subject, member[0]]);
      };
    }
    // The same, by how much.
    for (const [name, chain, by] of [
      ["changesBy", "change", "by"], ["changesButNotBy", "change", "but.not.by"], ["increasesBy", "increase", "by"],
      ["increasesButNotBy", "increase", "but.not.by"], ["decreasesBy", "decrease", "by"],
      ["decreasesButNotBy", "decrease", "but.not.by"], ["doesNotDecreaseBy", "not.decrease", "by"],
    ]) {
      assert[name] = (body, subject, ...rest) => {
        const isOfFunction = rest.length === 1 || typeof subject === "function" && rest.length === 2;
        const [member, delta, message] = isOfFunction ? [undefined, ...rest] : rest;
        const names = by.split("."), last = names.pop();
        const change = follow(body, message, `${chain}()`, [subject, member]);
        names.reduce((assertion, name) => assertion[name], change)[last](delta);
      };
    }
    assert.ifError = value => { if (value) throw value; };

    assert.throws = (body, like, pattern, message) => {
      const own = typeof like === "string" || like instanceof RegExp ? [undefined, like] : [like, pattern];
      const assertion = new Assertion(body, message).to.throw(...own);
      return util.flag(assertion, "object");
    };
    assert.doesNotThrow = (
      body, like, pattern, message
    ) => void new Assertion(body, message).to.not.throw(like, pattern);
    assert.operator = (left, operator, right, message) => {
      const tests = {
        "==": left == right, "===": left === right, ">": left > right, ">=": left >= right, "<": left < right,
        "<=": left <= right, "!=": left != right, "!==": left !== right,
      };
      if (!(operator in tests)) {
        throw new AssertionError(`${message ? `${message}: ` : ""}Invalid operator "${operator}"`);
      }
      new Assertion(tests[operator], message).assert(
        tests[operator], `expected ${util.inspect(left)} to be ${operator} ${util.inspect(right)}`,
        `expected ${util.inspect(left)} to not be ${operator} ${util.inspect(right)}`
      );
    };
    Object.assign(
      assert,
      {
        ok: assert.isOk, notOk: assert.isNotOk, throw: assert.throws, Throw: assert.throws,
        isInstanceOf: assert.instanceOf, deepStrictEqual: assert.deepEqual,
        empty: assert.isEmpty, notEmpty: assert.isNotEmpty, extensible: assert.isExtensible, notExtensible: assert.isNotExtensible, sealed: assert.isSealed,
        notSealed: assert.isNotSealed, frozen: assert.isFrozen, notFrozen: assert.isNotFrozen,
      }
    );
    return assert;
  });

  // `value.should.equal(1)`: adds a property to all objects, only when a script asks for it.
  define("chai/should", use => {
    const { Assertion, expect } = use("chai");
    Object.defineProperty(Object.prototype, "should", {
      configurable: true,
      get() {
        const isBoxed = [
          "String", "Number", "Boolean", "Symbol", "BigInt",
        ].includes(Object.prototype.toString.call(this).slice(8, -1));
        return new Assertion(isBoxed ? this.valueOf() : this);
      },
      set(value) {
        Object.defineProperty(this, "should", { value, enumerable: true, configurable: true, writable: true });
      },
    });
    const should = { fail: failing(expect, "should") };
    should.equal = (left, right, message) => void expect(left, message).to.equal(right);
    should.exist = (value, message) => void expect(value, message).to.exist;
    should.throw = should.Throw = (body, like, pattern, message) => void expect(body, message).to.throw(like, pattern);
    should.not = {
      throw: (body, like, pattern, message) => void expect(body, message).to.not.throw(like, pattern),
      Throw: (body, like, pattern, message) => void expect(body, message).to.not.throw(like, pattern),
      equal: (left, right, message) => void expect(left, message).to.not.equal(right),
      exist: (value, message) => void expect(value, message).to.not.exist,
    };
    return should;
  });
});
