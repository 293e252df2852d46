// What an ajv of our own answered otherwise.
const Ajv = require("ajv");
const is = (name, get, want) => pm.test(name, () => pm.expect(get()).to.eql(want));
is('nullable', () => new Ajv({nullable: true}).validate({type: 'string', nullable: true}, null), true);
is('coerceTypes', () => new Ajv({coerceTypes: true}).validate({properties: {qty: {type: 'number'}}}, {qty: '4'}), true);
is('useDefaults', () => { const d = {}; new Ajv({useDefaults: true}).validate({properties: {qty: {default: 1}}}, d); return d; }, {qty: 1});
is('removeAdditional', () => { const d = {a: 1, b: 2}; new Ajv({removeAdditional: 'all'}).validate({properties: {a: {}}}, d); return d; }, {a: 1});
is('one error without allErrors', () => { const a = new Ajv(); a.validate({properties: {a: {type: 'string'}, b: {type: 'string'}}}, {a: 1, b: 2}); return a.errors.length; }, 1);
is('jsonPointers', () => { const a = new Ajv({jsonPointers: true}); a.validate({properties: {a: {type: 'string'}}}, {a: 1}); return a.errors[0].dataPath; }, '/a');
is('verbose', () => { const a = new Ajv({verbose: true}); a.validate({type: 'number'}, 'q'); return a.errors[0].data; }, 'q');
is('by reference', () => { const a = new Ajv(); a.addSchema({$id: 'http://shop.test/t.json', definitions: {qty: {type: 'integer'}}}); return a.validate('http://shop.test/t.json#/definitions/qty', 3); }, true);
is('unknown format', () => { try { new Ajv().compile({format: 'colour'}); return 'accepted'; } catch (e) { return 'refused'; } }, 'refused');
is('unknown $schema', () => { try { new Ajv().compile({$schema: 'http://shop.test/meta', type: 'number'}); return 'accepted'; } catch (e) { return 'refused'; } }, 'refused');
is('addFormat', () => { const a = new Ajv(); a.addFormat('sku', /^S-/); return a.validate({format: 'sku'}, 'S-1'); }, true);
is('addKeyword', () => { const a = new Ajv(); a.addKeyword('even', {validate: (s, d) => d % 2 === 0}); return a.validate({even: true}, 3); }, false);
is('message of duplicates', () => { const a = new Ajv(); a.validate({uniqueItems: true}, [1, 1]); return a.errors[0].message; }, 'should NOT have duplicate items (items ## 0 and 1 are identical)');
is('errorsText', () => { const a = new Ajv({allErrors: true}); a.validate({required: ['missing']}, {}); return a.errorsText(); }, "data should have required property 'missing'");
is('a validator', () => { const v = new Ajv().compile({required: ['a']}); return [v({a: 1}), v.errors]; }, [true, null]);
is('draft 6', () => { const a = new Ajv(); a.addMetaSchema(require('ajv/lib/refs/json-schema-draft-06.json')); return a.validate({$schema: 'http://json-schema.org/draft-06/schema#', exclusiveMinimum: 1}, 1); }, false);
