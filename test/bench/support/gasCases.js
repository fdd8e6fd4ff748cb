// What a contract may do at a block's gas limit: one case for each instruction and precompiled contract, with the input that
// costs the most processor time for its gas. `code` is the contract that a transaction calls; `others` are contracts that it calls.

const ops = {
	ADD: 0x01,
	MUL: 0x02,
	SUB: 0x03,
	DIV: 0x04,
	SDIV: 0x05,
	MOD: 0x06,
	SMOD: 0x07,
	ADDMOD: 0x08,
	MULMOD: 0x09,
	EXP: 0x0a,
	SIGNEXTEND: 0x0b,
	LT: 0x10,
	GT: 0x11,
	SLT: 0x12,
	SGT: 0x13,
	EQ: 0x14,
	ISZERO: 0x15,
	AND: 0x16,
	OR: 0x17,
	XOR: 0x18,
	NOT: 0x19,
	BYTE: 0x1a,
	SHL: 0x1b,
	SHR: 0x1c,
	SAR: 0x1d,
	KECCAK256: 0x20,
	ADDRESS: 0x30,
	BALANCE: 0x31,
	ORIGIN: 0x32,
	CALLER: 0x33,
	CALLVALUE: 0x34,
	CALLDATALOAD: 0x35,
	CALLDATASIZE: 0x36,
	CALLDATACOPY: 0x37,
	CODESIZE: 0x38,
	CODECOPY: 0x39,
	GASPRICE: 0x3a,
	EXTCODESIZE: 0x3b,
	EXTCODECOPY: 0x3c,
	RETURNDATASIZE: 0x3d,
	RETURNDATACOPY: 0x3e,
	EXTCODEHASH: 0x3f,
	BLOCKHASH: 0x40,
	COINBASE: 0x41,
	TIMESTAMP: 0x42,
	NUMBER: 0x43,
	PREVRANDAO: 0x44,
	GASLIMIT: 0x45,
	CHAINID: 0x46,
	SELFBALANCE: 0x47,
	BASEFEE: 0x48,
	BLOBHASH: 0x49,
	BLOBBASEFEE: 0x4a,
	POP: 0x50,
	MLOAD: 0x51,
	MSTORE: 0x52,
	MSTORE8: 0x53,
	SLOAD: 0x54,
	SSTORE: 0x55,
	JUMP: 0x56,
	JUMPI: 0x57,
	PC: 0x58,
	MSIZE: 0x59,
	GAS: 0x5a,
	JUMPDEST: 0x5b,
	TLOAD: 0x5c,
	TSTORE: 0x5d,
	MCOPY: 0x5e,
	PUSH0: 0x5f,
	DUP1: 0x80,
	SWAP1: 0x90,
	LOG0: 0xa0,
	CREATE: 0xf0,
	CALL: 0xf1,
	CALLCODE: 0xf2,
	RETURN: 0xf3,
	DELEGATECALL: 0xf4,
	CREATE2: 0xf5,
	STATICCALL: 0xfa,
	REVERT: 0xfd,
	SELFDESTRUCT: 0xff,
}

const most = (1n << 256n) - 1n
const odd = (1n << 255n) - 19n

/** PUSH of a number in as few bytes as hold it, or in `width`. */
function push(value, width) {
	let hex = BigInt(value).toString(16)
	if (hex.length % 2 === 1) hex = `0${hex}`
	if (width !== undefined) hex = hex.padStart(width * 2, '0')
	return (0x5f + hex.length / 2).toString(16) + hex
}

const dup = (at) => (0x7f + at).toString(16)
const op = (name) => ops[name].toString(16).padStart(2, '0')

/** Code of names, numbers (pushed) and hex texts in a list. */
function code(...parts) {
	return parts
		.map((part) => {
			if (typeof part !== 'string') return push(part)
			return ops[part] === undefined ? part : op(part)
		})
		.join('')
}

/** `start` once, then `body` again and again; a jump each 100 times or 4 KB, whichever is less. */
function loop(start, body, most = 100) {
	const times = Math.max(1, Math.min(most, Math.floor(8192 / body.length)))
	const to = push(start.length / 2, 3)
	return `${start}${op('JUMPDEST')}${body.repeat(times)}${to}${op('JUMP')}`
}

const addressOf = (number) => `0x${BigInt(number).toString(16).padStart(40, '0')}`
const bytes = (count, value = 'ab') => value.repeat(count)

/** An instruction of two, one or three operands over and over. */
function pure(name, ...operands) {
	const start = operands
		.toReversed()
		.map((value) => push(value, 32))
		.join('')
	const dups = operands.map(() => dup(operands.length)).join('')
	return { name, code: loop(start, dups + op(name) + op('POP')) }
}

const plain = [
	pure('ADD', most, most),
	pure('MUL', most, odd),
	pure('SUB', 1n, most),
	pure('DIV', most, (1n << 129n) - 7n),
	pure('SDIV', most - 5n, odd),
	pure('MOD', most, (1n << 129n) - 7n),
	pure('SMOD', most, odd),
	pure('ADDMOD', most, most, odd),
	pure('MULMOD', most, most, (1n << 256n) - 189n),
	pure('EXP', most - 2n, most),
	pure('SIGNEXTEND', 15n, most),
	...['LT', 'GT', 'SLT', 'SGT', 'EQ', 'AND', 'OR', 'XOR'].map((name) => pure(name, most, odd)),
	pure('ISZERO', most),
	pure('NOT', most),
	pure('BYTE', 3n, most),
	pure('SHL', 7n, most),
	pure('SHR', 7n, most),
	pure('SAR', 7n, most),
	...[
		'ADDRESS',
		'ORIGIN',
		'CALLER',
		'CALLVALUE',
		'CALLDATASIZE',
		'CODESIZE',
		'GASPRICE',
		'RETURNDATASIZE',
		'COINBASE',
		'TIMESTAMP',
		'NUMBER',
		'PREVRANDAO',
		'GASLIMIT',
		'CHAINID',
		'SELFBALANCE',
		'BASEFEE',
		'BLOBBASEFEE',
		'PC',
		'MSIZE',
		'GAS',
		'PUSH0',
	].map((name) => ({ name, code: loop('', op(name) + op('POP')) })),
	pure('BLOBHASH', 0n),
	{ name: 'JUMPDEST', code: loop('', op('JUMPDEST'), 8_000) },
	{ name: 'JUMP', code: `5b${code(0)}56` },
	{ name: 'JUMPI', code: `5b${code(1, 0)}57` },
	...[1, 8, 20, 32].map((size) => ({
		name: `PUSH${size}`,
		code: loop('', push(most >> BigInt(256 - 8 * size), size) + op('POP')),
	})),
	{ name: 'DUP16, POP', code: loop(push(most, 32).repeat(16), dup(16) + op('POP')) },
	{ name: 'SWAP16', code: loop(push(most, 32).repeat(17), '9f') },
	{
		name: 'PUSH32 in code without jumps',
		code: loop('', code(0, 0, 0, 0, 0, 0x4002, 'GAS', 'CALL', 'POP')),
		others: { 16386: (push(most, 32) + op('POP')).repeat(700) },
	},
	pure('CALLDATALOAD', 1n),
	{ name: 'MLOAD', code: loop(code(most, 1, 'MSTORE'), code(1, 'MLOAD', 'POP')) },
	{ name: 'MSTORE', code: loop(push(most, 32), dup(1) + code(1, 'MSTORE')) },
	{ name: 'MSTORE8', code: loop(push(most, 32), dup(1) + code(1, 'MSTORE8')) },
	{
		name: 'memory, page by page',
		code: loop('', code(0, 0, 0, 0, 0, 0x4003, 'GAS', 'CALL', 'POP')),
		others: { 16387: Array.from({ length: 40 }, (_, at) => code(1, at * 8192, 'MSTORE')).join('') },
	},
]

/** Copies of 32 bytes, of 32 KB and of a megabyte. */
const copies = [32, 32_768, 1_000_000].flatMap((size) => {
	const three = (name) => ({
		name: `${name} of ${size} bytes`,
		data: bytes(Math.min(size, 20_000)),
		code: loop(code(1, size, 'MSTORE', size), dup(1) + code(0, 0, name)),
	})
	return [
		three('CALLDATACOPY'),
		three('CODECOPY'),
		{ ...three('MCOPY'), code: loop(code(1, size, 'MSTORE', size), dup(1) + code(0, 32, 'MCOPY')) },
		{
			name: `EXTCODECOPY of ${size} bytes`,
			code: loop(code(1, size, 'MSTORE', size), dup(1) + code(0, 0, 0x4001, 'EXTCODECOPY')),
			others: { 16385: bytes(24_000, '5b') },
		},
		{
			name: `RETURNDATACOPY of ${size} bytes`,
			code: loop(
				code(1, size, 'MSTORE', size, 0, 0, dup(3), 0, 4, 'GAS', 'STATICCALL', 'POP'),
				dup(1) + code(0, 0, 'RETURNDATACOPY'),
			),
		},
		{
			name: `KECCAK256 of ${size} bytes`,
			code: loop(code(1, size, 'MSTORE', size), dup(1) + code(0, 'KECCAK256', 'POP')),
		},
		{ name: `LOG0 of ${size} bytes`, code: loop(code(1, size, 'MSTORE', size), dup(1) + code(0, 'LOG0')) },
	]
})

/** Each time another number: a counter on the stack that goes up. */
const counting = (body) => loop(push(0x100000, 3), code(1, 'ADD') + body)

const state = [
	{ name: 'SLOAD, cold', code: counting(code(dup(1), 'SLOAD', 'POP')) },
	{ name: 'SLOAD, cold, nothing there', code: loop(push(0x900000, 3), code(1, 'ADD', dup(1), 'SLOAD', 'POP')) },
	{ name: 'SLOAD, warm', code: loop('', code(0x100001, 'SLOAD', 'POP')) },
	{ name: 'SSTORE of new slots', code: loop(push(0x900000, 3), code(1, 'ADD', dup(1), dup(1), 'SSTORE')) },
	{ name: 'SSTORE of known slots', code: counting(code(dup(1), dup(1), 'SSTORE')) },
	{ name: 'SSTORE, warm', code: loop(push(0, 1), code(1, 'ADD', dup(1), 7, 'SSTORE')) },
	{ name: 'TLOAD', code: loop('', code(7, 'TLOAD', 'POP')) },
	{ name: 'TSTORE', code: loop(push(0, 1), code(1, 'ADD', 1, dup(2), 'TSTORE')) },
	...['BALANCE', 'EXTCODESIZE', 'EXTCODEHASH'].flatMap((name) => [
		{ name: `${name}, cold`, code: counting(code(dup(1), name, 'POP')) },
		{ name: `${name}, cold, nobody there`, code: loop(push(0x900000, 3), code(1, 'ADD', dup(1), name, 'POP')) },
		{ name: `${name}, warm`, code: loop('', code(0x4001, name, 'POP')), others: { 16385: bytes(24_000, '5b') } },
		{ name: `${name}, warm, nobody there`, code: loop('', code(0x900001, name, 'POP')) },
	]),
	{ name: 'BLOCKHASH', code: loop('', code(1, 'BLOCKHASH', 'POP')) },
	{ name: 'LOG4 of nothing', code: loop(push(most, 32), code(dup(1), dup(2), dup(3), dup(4), 0, 0, 'a4')) },
]

/** A call of an address with so much of the memory as input, again and again. */
const calling = (name, to, size, value = 0) => {
	const paid = name === 'CALL' || name === 'CALLCODE' ? code(value) : ''
	return loop(code(1, size, 'MSTORE'), code(0, 0, size, 0, paid, to, 'GAS', name, 'POP'))
}

/** Init code of so many bytes in memory: a jump over bytes that must be looked through. */
const initOf = (size, start) =>
	code(`${push(BigInt(`0x${start.padEnd(64, '0')}`), 32)}`, 0, 'MSTORE', 0x5b, size - 32, 'MSTORE')
const jumping = (size) => `62${(size - 1).toString(16).padStart(6, '0')}56`

const calls = [
	...['CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL'].flatMap((name) => [
		{ name: `${name} of nothing`, code: calling(name, 0x4001, 32), others: { 16385: '00' } },
		{ name: `${name} with a megabyte`, code: calling(name, 0x4001, 1_000_000), others: { 16385: '00' } },
	]),
	{ name: 'CALL of nobody with a megabyte', code: calling('CALL', 0x900001, 1_000_000) },
	{ name: 'CALL that moves coins', code: calling('CALL', 0x4001, 32, 1), others: { 16385: '00' } },
	{ name: 'CALL, 1,024 deep', code: `5b${code(0, 0, 0, 0, 0, 'ADDRESS', 'GAS', 'CALL', 'POP', 0, 'JUMP')}` },
	{
		name: 'CALL of what reverts 32 KB',
		code: calling('CALL', 0x4001, 32),
		others: { 16385: code(32_768, 0, 'REVERT') },
	},
	{
		name: 'CALL of what returns 32 KB',
		code: calling('CALL', 0x4001, 32),
		others: { 16385: code(32_768, 0, 'RETURN') },
	},
	{ name: 'CREATE of nothing', code: loop('', code(0, 0, 0, 'CREATE', 'POP')) },
	{
		name: 'CREATE with 48 KB of init code',
		code: loop(initOf(49_152, jumping(49_152)), code(49_152, 0, 0, 'CREATE', 'POP')),
	},
	{
		name: 'CREATE with a megabyte of init code (London)',
		london: true,
		code: loop(initOf(1_000_000, jumping(1_000_000)), code(1_000_000, 0, 0, 'CREATE', 'POP')),
	},
	{
		name: 'CREATE2 with a megabyte of init code (London)',
		london: true,
		code: loop(
			initOf(1_000_000, jumping(1_000_000)) + push(0, 1),
			code(1, 'ADD', dup(1), 1_000_000, 0, 0, 'CREATE2', 'POP'),
		),
	},
	{
		name: 'CREATE of 24 KB of code',
		code: loop(initOf(64, code(24_000, 0, 'RETURN')), code(64, 0, 0, 'CREATE', 'POP')),
	},
	{
		name: 'CREATE and SELFDESTRUCT',
		code: loop(initOf(64, code('ADDRESS', 'SELFDESTRUCT')), code(64, 0, 0, 'CREATE', 'POP')),
	},
]

const word = (value) => BigInt(value).toString(16).padStart(64, '0')
const modexp = (base, exponent, modulus) =>
	word(base.length / 2) + word(exponent.length / 2) + word(modulus.length / 2) + base + exponent + modulus
const blake = (rounds) =>
	rounds.toString(16).padStart(8, '0') + bytes(64, '5c') + bytes(128, 'a7') + bytes(16, '11') + '01'

/** A pair whose points are on their curves: the generators (EIP-197). */
const g1 = word(1) + word(2)
const g2 =
	'198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c21800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa'
const signature =
	'456e9aea5e197a1f1af7a3e85a3212fa4049a3ba34c2289b4c860fc0b0c64ef3' +
	word(28) +
	'9242685bf161793cc25603c231bc2f568eb630ea16aa137d2664ac8038825608' +
	'4f8ae3bd7535248d0bd448298cc2e2071e56992d0774dc340c368ae950852ada'

/** A precompiled contract: its input is the call's data, which the contract copies to its memory. */
const precompiled = (name, number, data, { direct = false } = {}) => ({
	name,
	data,
	...(direct
		? { to: addressOf(number) }
		: {
				code: loop(
					code('CALLDATASIZE', 0, 0, 'CALLDATACOPY'),
					code(0, 0, 'CALLDATASIZE', 0, number, 'GAS', 'STATICCALL', 'POP'),
				),
			}),
})

const precompiles = [
	precompiled('0x01 ecrecover', 1, signature),
	precompiled('0x01 ecrecover of no signature', 1, signature.slice(0, -64) + word(7)),
	precompiled('0x02 SHA-256 of 32 bytes', 2, bytes(32)),
	precompiled('0x02 SHA-256 of 100 KB', 2, bytes(100_000)),
	precompiled('0x03 RIPEMD-160 of 32 bytes', 3, bytes(32)),
	precompiled('0x03 RIPEMD-160 of 100 KB', 3, bytes(100_000)),
	precompiled('0x04 identity of 100 KB', 4, bytes(100_000)),
	...[8, 16, 32, 64, 128, 256, 1024].flatMap((size) => [
		precompiled(
			`0x05 modexp, odd modulus of ${size} bytes, exponent of 1 KB`,
			5,
			modexp(bytes(size, 'fe'), bytes(1024, 'ff'), bytes(size, 'fd')),
		),
		precompiled(
			`0x05 modexp, even modulus of ${size} bytes, exponent of 1 KB`,
			5,
			modexp(bytes(size, 'fe'), bytes(1024, 'ff'), bytes(size, 'fe')),
		),
	]),
	precompiled('0x05 modexp, 8 bytes, exponent of 8 bytes', 5, modexp(bytes(8, 'fe'), bytes(8, 'ff'), bytes(8, 'fd'))),
	precompiled(
		'0x05 modexp, 32 bytes, exponent of 32 bytes',
		5,
		modexp(bytes(32, 'fe'), bytes(32, 'ff'), bytes(32, 'fd')),
	),
	precompiled(
		'0x05 modexp, 32 bytes modulus of a power of two',
		5,
		modexp(bytes(32, 'fd'), bytes(1024, 'ff'), `80${bytes(31, '00')}`),
	),
	precompiled('0x05 modexp, 60 KB squared', 5, modexp(bytes(60_000, 'fe'), '03', bytes(60_000, 'fd'))),
	precompiled('0x06 ecadd', 6, g1 + g1),
	precompiled('0x07 ecmul', 7, g1 + word(most)),
	precompiled('0x08 ecpairing of a pair', 8, g1 + g2),
	precompiled('0x08 ecpairing of 100 pairs', 8, (g1 + g2).repeat(100)),
	precompiled('0x08 ecpairing of 800 pairs', 8, (g1 + g2).repeat(800), { direct: true }),
	precompiled('0x08 ecpairing of nothing', 8, ''),
	precompiled('0x09 blake2f, 1 round', 9, blake(1)),
	precompiled('0x09 blake2f, 100,000 rounds', 9, blake(100_000)),
	precompiled('0x09 blake2f, 4.2 million rounds', 9, blake(4_200_000), { direct: true }),
]

/** Generators of BLS12-381, in the form of EIP-2537. */
const blsG1 = [
	'17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb',
	'08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1',
]
	.map((half) => half.padStart(128, '0'))
	.join('')
const blsG2 = [
	'024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8',
	'13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e',
	'0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801',
	'0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be',
]
	.map((half) => half.padStart(128, '0'))
	.join('')
const bls = (name, number, data) => ({ ...precompiled(name, number, data), prague: true })

const pragueContracts = [
	bls('0x0b BLS12-381, sum of G1 (Prague)', 11, blsG1 + blsG1),
	bls('0x0c BLS12-381, product in G1 (Prague)', 12, blsG1 + word(most)),
	bls('0x0c BLS12-381, 128 products in G1 (Prague)', 12, (blsG1 + word(most)).repeat(128)),
	bls('0x0d BLS12-381, sum of G2 (Prague)', 13, blsG2 + blsG2),
	bls('0x0e BLS12-381, product in G2 (Prague)', 14, blsG2 + word(most)),
	bls('0x0e BLS12-381, 128 products in G2 (Prague)', 14, (blsG2 + word(most)).repeat(128)),
	bls('0x0f BLS12-381, a pairing (Prague)', 15, blsG1 + blsG2),
	bls('0x0f BLS12-381, 100 pairings (Prague)', 15, (blsG1 + blsG2).repeat(100)),
	bls('0x10 BLS12-381, map to G1 (Prague)', 16, bytes(47, '05').padStart(128, '0')),
	bls('0x11 BLS12-381, map to G2 (Prague)', 17, bytes(47, '05').padStart(128, '0').repeat(2)),
]

/** All cases. Those with `to` call a precompiled contract directly. */
export const gasCases = [...plain, ...copies, ...state, ...calls, ...precompiles, ...pragueContracts]
