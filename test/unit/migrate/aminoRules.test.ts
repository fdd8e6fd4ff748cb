import { describe, expect, test } from 'vitest'
import { encodeBech32 } from '../../../src/codec/address/bech32.ts'
import {
	address,
	bool,
	coins,
	decimal,
	duration,
	int64,
	integer,
	list,
	type Rule,
	shown,
	smallNumber,
	struct,
	text,
	time,
	typed,
	uint64,
	word,
} from '../../../src/migrate/aminoRules.ts'
import { GenesisReader, MigrationError, type MigrationFault } from '../../../src/migrate/GenesisReader.ts'
import { consensusKey, publicKey } from '../../../src/migrate/publicKeys.ts'

/** What a rule makes of a value, or what it finds wrong with it. */
function read(rule: Rule, value: unknown): unknown {
	const reader = new GenesisReader('kite')
	const written = reader.attempt('at', () => rule(value, reader), undefined)
	return reader.faultCount === 0 ? written : reader.faults.map(({ place, problem }) => `${place} ${problem}`).join('; ')
}
const bech32 = (prefix: string, bytes: readonly number[]): string => encodeBech32(prefix, Uint8Array.from(bytes))
const ones = (length: number): number[] => Array.from({ length }, () => 1)
const max256 = (2n ** 256n - 1n).toString()
const kite = bech32('kite', ones(20))

describe('what amino writes in a genesis of generation 8', () => {
	const readings: readonly [kind: string, rule: Rule, value: unknown, expected: unknown][] = [
		['text', text, undefined, ''],
		['text', text, null, ''],
		['text', text, 'a', 'a'],
		['text', text, 5, 'at must be a text, is the number 5'],
		['text', text, {}, 'at must be a text, is an object'],
		['truth value', bool, undefined, false],
		['truth value', bool, null, false],
		['truth value', bool, true, true],
		['truth value', bool, 'true', 'at must be true or false, is a text'],
		['unsigned number', uint64, undefined, '0'],
		['unsigned number', uint64, null, '0'],
		['unsigned number', uint64, 'null', '0'],
		['unsigned number', uint64, ' \t7\r\n', '7'],
		['unsigned number', uint64, '-0', '0'],
		['unsigned number', uint64, '18446744073709551615', '18446744073709551615'],
		[
			'unsigned number',
			uint64,
			'18446744073709551616',
			'at must be from 0 to 18446744073709551615, is 18446744073709551616',
		],
		['unsigned number', uint64, '-1', 'at must be from 0 to 18446744073709551615, is -1'],
		['unsigned number', uint64, 7, 'at must be a number within quotes: "7"'],
		['unsigned number', uint64, '07', 'at must be a whole number within quotes, is "07"'],
		['unsigned number', uint64, '', 'at must be a whole number within quotes, is ""'],
		['unsigned number', uint64, [], 'at must be a whole number within quotes, is []'],
		['signed number', int64, '-9223372036854775808', '-9223372036854775808'],
		['signed number', int64, '9223372036854775807', '9223372036854775807'],
		[
			'signed number',
			int64,
			'9223372036854775808',
			'at must be from -9223372036854775808 to 9223372036854775807, is 9223372036854775808',
		],
		[
			'signed number',
			int64,
			'-9223372036854775809',
			'at must be from -9223372036854775808 to 9223372036854775807, is -9223372036854775809',
		],
		['byte', smallNumber(8), undefined, 0],
		['byte', smallNumber(8), null, 0],
		['byte', smallNumber(8), 0, 0],
		['byte', smallNumber(8), 255, 255],
		['byte', smallNumber(8), 256, 'at must be a whole number from 0 to 255, is 256'],
		['byte', smallNumber(8), -1, 'at must be a whole number from 0 to 255, is -1'],
		['byte', smallNumber(8), 1.5, 'at must be a whole number from 0 to 255, is 1.5'],
		['byte', smallNumber(8), [1], 'at must be a whole number from 0 to 255, is [1]'],
		['byte', smallNumber(8), '1', 'at must be a whole number from 0 to 255, is "1"'],
		['number of 16 bits', smallNumber(16), 65_535, 65_535],
		['number of 16 bits', smallNumber(16), 65_536, 'at must be a whole number from 0 to 65535, is 65536'],
		['amount', integer, undefined, '0'],
		['amount', integer, null, '0'],
		['amount', integer, '9'.repeat(77), '9'.repeat(77)],
		['amount', integer, '-5', '-5'],
		['amount', integer, '007', '7'],
		['amount', integer, max256, max256],
		['amount', integer, (2n ** 256n).toString(), 'at must have at most 256 bits, has 257'],
		['amount', integer, '1.5', 'at must be a whole number, is "1.5"'],
		['amount', integer, 5, 'at must be an amount within quotes, is 5'],
		['decimal', decimal, undefined, '0'],
		['decimal', decimal, null, '0'],
		['decimal', decimal, '1', '1.000000000000000000'],
		['decimal', decimal, '-0.5', '-0.500000000000000000'],
		['decimal', decimal, '-0', '0.000000000000000000'],
		['decimal', decimal, '+12.25', '12.250000000000000000'],
		['decimal', decimal, '--2', '2.000000000000000000'],
		['decimal', decimal, `0.${'0'.repeat(17)}1`, `0.${'0'.repeat(17)}1`],
		['decimal', decimal, `0.${'0'.repeat(18)}1`, 'at must have at most 18 decimals, has 19'],
		['decimal', decimal, '.5', 'at must be a decimal number, is ".5"'],
		['decimal', decimal, '5.', 'at must be a decimal number, is "5."'],
		['decimal', decimal, '', 'at must be a decimal number, is ""'],
		['decimal', decimal, 5, 'at must be a text, is the number 5'],
		['time', time, undefined, '0001-01-01T00:00:00Z'],
		['time', time, null, '0001-01-01T00:00:00Z'],
		['time', time, '2021-03-04T15:00:00.5Z', '2021-03-04T15:00:00.500Z'],
		[
			'time',
			time,
			'2021-03-04T15:00:00+01:00',
			'at must be a time in UTC that ends with Z, is "2021-03-04T15:00:00+01:00"',
		],
		['time', time, 5, 'at must be a time in UTC that ends with Z, is 5'],
		['time span', duration, '1500000000', '1.500s'],
		['time span', duration, '-1500000000', '-1.500s'],
		['time span', duration, '9223372036854775807', '9223372036.854775807s'],
		['time span', duration, '-9223372036854775808', '-9223372036.854775808s'],
		[
			'time span',
			duration,
			'9223372036854775808',
			'at must be from -9223372036854775808 to 9223372036854775807, is 9223372036854775808',
		],
		['address', address(''), undefined, ''],
		['address', address(''), null, ''],
		['address', address(''), '', ''],
		['address', address(''), kite.toUpperCase(), kite],
		['address', address('valoper'), bech32('kitevaloper', [1]), bech32('kitevaloper', [1])],
		['address', address(''), bech32('kite', ones(255)), bech32('kite', ones(255))],
		['address', address(''), bech32('kite', ones(256)), 'at has 256 bytes, an address has 1 to 255'],
		['address', address(''), bech32('kite', []), 'at has 0 bytes, an address has 1 to 255'],
		['address', address(''), bech32('other', [1]), "at has the prefix other, the file's others have kite"],
		['address', address(''), 5, 'at must be an address, is the number 5'],
		['word', word({ '': 'NONE', Yes: 'YES' }), undefined, 'NONE'],
		['word', word({ '': 'NONE', Yes: 'YES' }), null, 'NONE'],
		['word', word({ '': 'NONE', Yes: 'YES' }), '', 'NONE'],
		['word', word({ '': 'NONE', Yes: 'YES' }), 'Yes', 'YES'],
		['word', word({ '': 'NONE', Yes: 'YES', No: 'NO' }), ['Yes'], 'at must be one of Yes, No, is ["Yes"]'],
		['word', word({ '': 'NONE', Yes: 'YES', No: 'NO' }), 'toString', 'at must be one of Yes, No, is "toString"'],
		['list', list(text), undefined, []],
		['list', list(text), null, []],
		['list', list(text), ['a', null], ['a', '']],
		['list', list(text), {}, 'at must be a list, is an object'],
		['list', list(text), ['a', 5, 6], 'at[1] must be a text, is the number 5; at[2] must be a text, is the number 6'],
		['struct', struct({ b: text, a: ['c', text] }), undefined, { a: '', b: '' }],
		['struct', struct({ b: text, a: ['c', text] }), { c: 'x', b: 'y', z: 1 }, { a: 'x', b: 'y' }],
		['struct', struct({ b: text }), null, { b: '' }],
		['struct', struct({ b: text }), [], 'at must be an object, is a list'],
		['struct', struct({ b: text }), 'x', 'at must be an object, is a text'],
		['struct', struct({ b: text }), 5, 'at must be an object, is the number 5'],
		['struct', struct({ b: text }), true, 'at must be an object, is the boolean true'],
		[
			'struct',
			struct({ b: text, a: bool }),
			{ a: 1, b: 2 },
			'at.a must be true or false, is the number 1; at.b must be a text, is the number 2',
		],
		[
			'list of coins',
			coins,
			[{ denom: 'u' }, { amount: '5' }],
			[
				{ amount: '0', denom: 'u' },
				{ amount: '5', denom: '' },
			],
		],
	]
	test.each(readings.map(([kind, rule, value, expected]) => ({ kind, rule, value, expected })))(
		'the value $value for a $kind is read as by the framework',
		({ rule, value, expected }) => {
			expect(read(rule, value)).toEqual(expected)
		},
	)

	test('members of a struct are written in the order of their new names', () => {
		expect(JSON.stringify(read(struct({ b: text, a: ['z', text], B: text }), {}))).toBe('{"B":"","a":"","b":""}')
	})

	test('a decimal has 315 bits with its decimals, and is refused with one more', () => {
		const most = 2n ** 315n - 1n
		const written = (number: bigint): string => number.toString().replace(/\d{18}$/, '.$&')
		expect(read(decimal, written(most))).toBe(written(most))
		expect(read(decimal, `-${written(most)}`)).toBe(`-${written(most)}`)
		expect(read(decimal, written(most + 1n))).toBe('at must have at most 315 bits')
	})

	test('a number or null that is written with escapes within its quotes is none', () => {
		for (const value of ['7', 'null']) {
			const reader = new GenesisReader('kite')
			reader.escaped.add('at.number')
			const rule = struct({ number: uint64, other: uint64 })
			expect(reader.inside('at', () => rule({ number: value, other: value }, reader))).toEqual({
				number: null,
				other: value === 'null' ? '0' : value,
			})
			expect(reader.faults).toEqual([
				{
					place: 'at.number',
					problem: `must be a whole number within quotes, is "${value}"`,
					next: 'correct it in the file, or export the genesis again',
				},
			])
		}
	})

	test.each<[unknown, unknown]>([
		[{ type: 'a/Text', value: 'x' }, 'x'],
		[{ Type: 'a/Text', VALUE: 'x' }, 'x'],
		[{ Type: 'a/Text', value: 'x' }, 'x'],
		[{ type: 'a/Text', Value: 'x' }, 'x'],
		[{ type: 'a/Text', value: 'x', Type: 'b' }, 'x'],
		[{ type: 'a/Text' }, 'at.value is missing'],
		[{ type: 'a/Text', value: null }, 'at.value is missing'],
		[{ type: 'a/Text', value: 5 }, 'at.value must be a text, is the number 5'],
		[{ value: 5 }, 'at.type is missing'],
		[{ type: 'toString', value: 5 }, 'at.type "toString" is a type that the framework does not know'],
		[{ type: ['a/Text'], value: 'x' }, 'at.type ["a/Text"] is a type that the framework does not know'],
		[{ type: 7, value: 5 }, 'at.type 7 is a type that the framework does not know'],
		[[], 'at must be an object, is a list'],
	])('a typed value %j is read as by go-amino', (value, expected) => {
		expect(read(typed({ 'a/Text': text }), value)).toEqual(expected)
	})

	test('a value in the words of a fault is cut after 60 characters', () => {
		expect(shown('x'.repeat(58))).toBe(`"${'x'.repeat(58)}"`)
		expect(shown('x'.repeat(59))).toBe(`"${'x'.repeat(59)}…`)
		expect(shown(undefined)).toBe('missing')
	})
})

describe('keys in a genesis of generation 8', () => {
	const base64 = (length: number): string => Buffer.from(ones(length)).toString('base64')
	const old = (kind: string, value: unknown) => ({ type: `tendermint/PubKey${kind}`, value })
	const secp = { '@type': '/cosmos.crypto.secp256k1.PubKey', key: base64(33) }
	const ed = { '@type': '/cosmos.crypto.ed25519.PubKey', key: base64(32) }

	test.each<[unknown, unknown]>([
		[undefined, null],
		[null, null],
		[old('Secp256k1', base64(33)), secp],
		[old('Ed25519', base64(32)), ed],
		[old('Secp256k1', base64(32)), `at.value must be a key of 33 bytes in base64, is "${base64(32)}"`],
		[old('Ed25519', 5), 'at.value must be a key of 32 bytes in base64, is 5'],
		[
			old('MultisigThreshold', {
				threshold: '4294967298',
				pubkeys: [old('Ed25519', base64(32)), old('Secp256k1', base64(33))],
			}),
			{ '@type': '/cosmos.crypto.multisig.LegacyAminoPubKey', public_keys: [ed, secp], threshold: 2 },
		],
		[
			old('MultisigThreshold', { threshold: '18446744073709551615' }),
			{ '@type': '/cosmos.crypto.multisig.LegacyAminoPubKey', public_keys: [], threshold: 4_294_967_295 },
		],
		[
			old('MultisigThreshold', { threshold: '18446744073709551616' }),
			'at.value.threshold must be from 0 to 18446744073709551615, is 18446744073709551616',
		],
		[old('MultisigThreshold', { threshold: '-1' }), 'at.value.threshold must be from 0 to 18446744073709551615, is -1'],
		[
			old('MultisigThreshold', { threshold: '1', pubkeys: [old('Ed25519', base64(32)), old('Sr25519', '')] }),
			'at.value.pubkeys[1].type "tendermint/PubKeySr25519" is a type that the framework does not know',
		],
	])('the key %j of an account is read', (value, expected) => {
		expect(read(publicKey, value)).toEqual(expected)
	})

	const secpStart = [0xeb, 0x5a, 0xe9, 0x87, 33]
	const edStart = [0x16, 0x24, 0xde, 0x64, 32]
	test.each<[string, unknown, unknown]>([
		['Ed25519', bech32('kitevalconspub', [...edStart, ...ones(32)]), ed],
		['secp256k1', bech32('kitevalconspub', [...secpStart, ...ones(33)]), secp],
		['too short', bech32('kitevalconspub', [...edStart, ...ones(31)]), 'at holds no key of a validator'],
		['too long', bech32('kitevalconspub', [...edStart, ...ones(33)]), 'at holds no key of a validator'],
		[
			'of another start',
			bech32('kitevalconspub', [0x16, 0x24, 0xde, 0x65, 32, ...ones(32)]),
			'at holds no key of a validator',
		],
		[
			'of another chain',
			bech32('valconspub', edStart),
			"at has the prefix valconspub, the file's others have kitevalconspub",
		],
		['no text', 5, 'at must be a bech32 text, is 5'],
	])('the key of a validator that is %s', (_name, value, expected) => {
		expect(read(consensusKey, value)).toEqual(expected)
	})
})

describe('the faults of a genesis', () => {
	const fault = (number: number): MigrationFault => ({ place: `a[${number}]`, problem: 'is bad', next: 'mend it' })
	const list20 = Array.from({ length: 20 }, (_, index) => `  a[${index}] is bad; mend it.`)

	test.each([
		[1, 'one place is', ['  a[0] is bad; mend it.']],
		[2, '2 places are', list20.slice(0, 2)],
		[20, '20 places are', list20],
		[21, '21 places are', [...list20, '  and 1 more.']],
		[500, '500 places are', [...list20, '  and 480 more.']],
	])('twenty of %i faults of a genesis are told, and how many more there are', (count, places, lines) => {
		const faults = Array.from({ length: Math.min(count, 100) }, (_, index) => fault(index))
		const error = new MigrationError(faults, count)
		expect(error.message).toBe(`The genesis cannot be migrated: ${places} not as generation 8 writes them.`)
		expect(error.why).toBe(lines.join('\n'))
		expect(error.next).toBe('Mend the file or export it again, then run migrate again.')
		expect(error.faults).toBe(faults)
	})

	test('a hundred faults are kept and all are counted, each with its place', () => {
		const reader = new GenesisReader('kite')
		expect(reader.place).toBe('')
		for (let index = 0; index < 101; index++) {
			reader.inside('list', () =>
				reader.inside(index, () => reader.inside('coin', () => reader.note('is bad', 'mend it'))),
			)
		}
		expect([reader.faults.length, reader.faultCount, reader.place]).toEqual([100, 101, ''])
		expect(reader.faults.at(-1)).toEqual({ place: 'list[99].coin', problem: 'is bad', next: 'mend it' })
	})

	test('a fault of the program passes through a part that may be refused', () => {
		const reader = new GenesisReader('kite')
		const broken = (): never => {
			throw new TypeError('a fault of the program')
		}
		expect(() => reader.attempt('a', broken, '')).toThrow('a fault of the program')
		expect([reader.place, reader.faultCount]).toEqual(['', 0])
	})
})
