import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { callArgs, inputOf, pricesIn } from '../../../../../src/api/eth/calls/CallArgs.ts'
import {
	blockOverride,
	movedPrecompiles,
	overriddenBlock,
	overriddenHeader,
	stateOverride,
} from '../../../../../src/api/eth/calls/overrides.ts'
import { address, addressBytes, list, node, word, wordBytes } from '../argumentParts.ts'

describe('the arguments of a call', () => {
	const nothing = Object.fromEntries(
		'from to gas gasPrice maxFeePerGas maxPriorityFeePerGas value nonce data input accessList chainId authorizationList'
			.split(' ')
			.map((name) => [name, undefined]),
	)
	const authorization = { chainId: '0x1', address, nonce: '0x2', yParity: '0x0', r: '0x3', s: '0x4' }

	test.each<[object | null, object]>([
		[null, {}],
		[{ from: null, gas: null, other: 1 }, {}],
		[
			{ from: address, to: address },
			{ from: addressBytes, to: addressBytes },
		],
		[
			{ gas: '0x1', gasPrice: '0x2', maxFeePerGas: '0x3', maxPriorityFeePerGas: '0x4', value: '0x5', nonce: '0x6' },
			{ gas: 1n, gasPrice: 2n, maxFeePerGas: 3n, maxPriorityFeePerGas: 4n, value: 5n, nonce: 6n },
		],
		[
			{ data: '0x01', input: '0x', chainId: '0x8ae' },
			{ data: Uint8Array.of(1), input: new Uint8Array(0), chainId: 2222n },
		],
		[
			{ accessList: [{ address, storageKeys: [word] }, { address, storageKeys: null }, {}] },
			{
				accessList: [
					{ address: addressBytes, storageKeys: [wordBytes] },
					{ address: addressBytes, storageKeys: [] },
					{ address: new Uint8Array(20), storageKeys: [] },
				],
			},
		],
		[{ accessList: [] }, { accessList: [] }],
		[
			{ authorizationList: [authorization] },
			{ authorizationList: [{ chainId: 1n, address: addressBytes, nonce: 2n, v: 0n, r: 3n, s: 4n }] },
		],
		[{ blobs: [] }, { hasBlobs: true }],
		[{ blobVersionedHashes: [word] }, { hasBlobs: true }],
	])('the arguments of a call are read: %j', (json, given) => {
		expect(callArgs.read(node(json))).toEqual({ ...nothing, hasBlobs: false, ...given })
	})

	const place = (name: string, type: string) => `Go struct field TransactionArgs.${name} of type ${type}`
	test.each<readonly [unknown, string]>([
		[[], 'json: cannot unmarshal array into Go value of type types.TransactionArgs'],
		[{ from: '0xab' }, 'hex string has length 2, want 40 for common.Address'],
		[{ to: 5 }, `json: cannot unmarshal non-string into ${place('to', 'common.Address')}`],
		[
			{ gas: '0x10000000000000000' },
			`json: cannot unmarshal hex number > 64 bits into ${place('gas', '*hexutil.Uint64')}`,
		],
		[{ nonce: 1 }, `json: cannot unmarshal non-string into ${place('nonce', '*hexutil.Uint64')}`],
		...['value', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'chainId'].map(
			(name) =>
				[
					{ [name]: `0x1${'0'.repeat(64)}` },
					`json: cannot unmarshal hex number > 256 bits into ${place(name, '*hexutil.Big')}`,
				] as const,
		),
		[{ data: '0x1' }, `json: cannot unmarshal hex string of odd length into ${place('data', 'hexutil.Bytes')}`],
		[{ accessList: {} }, 'json: cannot unmarshal object into Go value of type types.AccessList'],
		[{ accessList: [1] }, 'json: cannot unmarshal number into Go value of type types.AccessTuple'],
		[{ accessList: [{ storageKeys: ['0x01'] }] }, 'hex string has length 2, want 64 for common.Hash'],
		[{ authorizationList: {} }, 'json: cannot unmarshal object into Go value of type []types.SetCodeAuthorization'],
		[{ authorizationList: [1] }, 'json: cannot unmarshal number into Go value of type types.SetCodeAuthorization'],
		[
			{ authorizationList: [{ ...authorization, nonce: null }] },
			"missing required field 'nonce' for SetCodeAuthorization",
		],
		[
			{ authorizationList: [{ ...authorization, nonce: undefined }] },
			"missing required field 'nonce' for SetCodeAuthorization",
		],
		...Object.entries({ chainId: 256, nonce: 64, yParity: 64, r: 256, s: 256 }).map(
			([name, bits]) =>
				[
					{ authorizationList: [{ ...authorization, [name]: `0x1${'0'.repeat(bits / 4)}` }] },
					`json: cannot unmarshal hex number > ${bits} bits into Go struct field SetCodeAuthorization.${name}`,
				] as const,
		),
	])('the arguments of a call are refused: %j', (json, message) => {
		expect(() => callArgs.read(node(json))).toThrow(expect.objectContaining({ message }))
	})

	test('an access list may have 30,000 entries', () => {
		const read = callArgs.read(node({ accessList: [{ address, storageKeys: list(29_999, word) }] }))
		expect(read.accessList?.[0]?.storageKeys).toHaveLength(29_999)
		expect(() => callArgs.read(node({ accessList: [{ address, storageKeys: list(30_000, word) }] }))).toThrow(
			'too many entries in the access list (max 30000)',
		)
	})

	const args = callArgs.read(node({}))
	const [some, other] = [Uint8Array.of(1), Uint8Array.of(2)]
	test('the input may have either name, and both where they are equal', () => {
		expect([{ data: some }, { input: some }, { data: some, input: Uint8Array.of(1) }].map(inputOf as never)).toEqual(
			list(3, some),
		)
		expect(inputOf(args)).toEqual(new Uint8Array(0))
		expect(() => inputOf({ ...args, data: some, input: other })).toThrow(
			'both "data" and "input" are set and not equal. Please use "input" to pass transaction call data',
		)
	})

	test('the prices are of one kind, and for the chain of the node', () => {
		const both = 'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified'
		expect(() => pricesIn({ ...args, gasPrice: 1n, maxFeePerGas: 1n })).toThrow(both)
		expect(() => pricesIn({ ...args, gasPrice: 1n, maxPriorityFeePerGas: 1n })).toThrow(both)
		for (const prices of [{ gasPrice: 1n }, { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }, { chainId: 5n }]) {
			expect(pricesIn({ ...args, ...prices })).toEqual({ ...args, ...prices })
		}
		expect(pricesIn({ ...args, chainId: 5n }, { chainId: 5n }).chainId).toBe(5n)
		expect(pricesIn(args, { chainId: 5n }).chainId).toBeUndefined()
		expect(() => pricesIn({ ...args, chainId: 5n }, { chainId: 6n })).toThrow(
			"chainId does not match node's (have=5, want=6)",
		)
	})
})

describe('the overrides of a call', () => {
	test('accounts are read with all that is overridden', () => {
		const account = {
			nonce: '0x1',
			balance: '0x2',
			code: '0x03',
			stateDiff: { [word]: word },
			movePrecompileToAddress: address,
		}
		const none = {
			nonce: undefined,
			balance: undefined,
			code: undefined,
			stateDiff: undefined,
			movePrecompileTo: undefined,
		}
		expect(stateOverride.read(node({ [address]: account, '0x1': { state: {} } }))).toEqual([
			{
				address: addressBytes,
				nonce: 1n,
				balance: 2n,
				code: Uint8Array.of(3),
				state: undefined,
				stateDiff: [[wordBytes, wordBytes]],
				movePrecompileTo: addressBytes,
			},
			{ ...none, address: new Uint8Array(20).fill(1, 19), state: [] },
		])
	})

	const slots = (count: number, from = 0) =>
		Object.fromEntries(list(count, 0).map((_, at) => [`0x${(from + at).toString(16).padStart(64, '0')}`, word]))
	const accounts = (count: number) =>
		Object.fromEntries(list(count, 0).map((_, at) => [`0x${at.toString(16).padStart(40, '0')}`, {}]))
	const members = 'Go struct field OverrideAccount'
	test.each([
		[[], 'json: cannot unmarshal array into Go value of type override.StateOverride'],
		[{ [address]: 1 }, 'json: cannot unmarshal number into Go value of type override.OverrideAccount'],
		[{ [address]: { state: {}, stateDiff: {} } }, `account ${getAddress(address)} has both 'state' and 'stateDiff'`],
		[{ [address]: { state: [] } }, 'json: cannot unmarshal array into Go value of type map[common.Hash]common.Hash'],
		[{ [address]: { stateDiff: { '0x01': word } } }, 'slot 0x01 of an override is not 32 bytes of hex'],
		[{ [address]: { stateDiff: { [word]: '0x01' } } }, 'hex string has length 2, want 64 for common.Hash'],
		[{ [address]: { nonce: 1 } }, `json: cannot unmarshal non-string into ${members}.nonce of type *hexutil.Uint64`],
		[{ [address]: { balance: 1 } }, `json: cannot unmarshal non-string into ${members}.balance of type *hexutil.Big`],
		[
			{ [address]: { nonce: `0x1${'0'.repeat(16)}` } },
			`json: cannot unmarshal hex number > 64 bits into ${members}.nonce of type *hexutil.Uint64`,
		],
		[
			{ [address]: { balance: `0x1${'0'.repeat(64)}` } },
			`json: cannot unmarshal hex number > 256 bits into ${members}.balance of type *hexutil.Big`,
		],
		[{ [address]: { code: 1 } }, `json: cannot unmarshal non-string into ${members}.code of type hexutil.Bytes`],
		[{ [address]: { movePrecompileToAddress: '0x01' } }, 'hex string has length 2, want 40 for common.Address'],
	])('the overrides of a call are refused: %j', (json, message) => {
		expect(() => stateOverride.read(node(json))).toThrow(expect.objectContaining({ message }))
	})

	test('overrides of a call have a thousand accounts and ten thousand slots at most', () => {
		expect(stateOverride.read(node(accounts(1_000)))).toHaveLength(1_000)
		expect(() => stateOverride.read(node(accounts(1_001)))).toThrow('too many accounts in state overrides (max 1000)')
		const two = { '0x1': { state: slots(4_000) }, '0x2': { stateDiff: slots(6_000) } }
		expect(stateOverride.read(node(two))[1]?.stateDiff).toHaveLength(6_000)
		expect(() => stateOverride.read(node({ ...two, '0x3': { state: slots(1) } }))).toThrow(
			'too many slots in state overrides (max 10000)',
		)
	})

	test('a block is read by its members’ older names too', () => {
		const none = {
			number: undefined,
			time: undefined,
			feeRecipient: undefined,
			baseFee: undefined,
			gasLimit: undefined,
			prevRandao: undefined,
			blobBaseFee: undefined,
		}
		expect(blockOverride.read(node({}))).toEqual({ ...none, foreign: [] })
		const all = {
			number: '0x1',
			time: '0x2',
			feeRecipient: address,
			baseFeePerGas: '0x3',
			gasLimit: '0x4',
			prevRandao: word,
			blobBaseFee: '0x5',
		}
		const read = {
			number: 1n,
			time: 2n,
			feeRecipient: addressBytes,
			baseFee: 3n,
			gasLimit: 4n,
			prevRandao: wordBytes,
			blobBaseFee: 5n,
			foreign: [],
		}
		expect(blockOverride.read(node(all))).toEqual(read)
		const older = {
			...all,
			feeRecipient: null,
			coinbase: address,
			baseFeePerGas: null,
			baseFee: '0x3',
			prevRandao: null,
			random: word,
		}
		expect(blockOverride.read(node(older))).toEqual(read)
		expect(blockOverride.read(node({ withdrawals: [], beaconRoot: word, difficulty: '0x0' })).foreign).toEqual([
			'difficulty',
			'beaconRoot',
			'withdrawals',
		])
		expect(() => blockOverride.read(node([]))).toThrow(
			'json: cannot unmarshal array into Go value of type override.BlockOverrides',
		)
	})

	test('a call sees the block that is overridden, and no members that no block here has', () => {
		const header = { height: 7, time: { seconds: 5n, nanos: 6 }, proposerAddress: wordBytes } as never
		expect(overriddenHeader(header, { foreign: [] })).toEqual(header)
		expect(overriddenHeader(header, { number: 9n, time: 8n, feeRecipient: addressBytes, foreign: [] })).toEqual({
			height: 9,
			time: { seconds: 8n, nanos: 0 },
			proposerAddress: addressBytes,
		})
		expect(overriddenBlock(undefined)).toBeUndefined()
		expect(overriddenBlock({ foreign: ['difficulty'] })).toEqual({})
		expect(overriddenBlock({ number: 1n, gasLimit: 2n, prevRandao: wordBytes, blobBaseFee: 3n, foreign: [] })).toEqual({
			number: 1n,
			gasLimit: 2n,
			random: wordBytes,
			blobBaseFee: 3n,
		})
		expect(() => overriddenBlock({ foreign: ['difficulty', 'withdrawals'] })).toThrow(
			'block override "withdrawals" is not supported for this RPC method',
		)
	})

	test('precompiled contracts move away, and give way to accounts that are overridden', () => {
		const at = (digit: string) => `0x${digit.padStart(40, '0')}`
		const active = ['1', '2', '3'].map((digit) => at(digit).slice(2))
		const moved = movedPrecompiles(
			stateOverride.read(
				node({ [at('3')]: { balance: '0x1' }, [at('9')]: {}, [at('2')]: { movePrecompileToAddress: at('8') } }),
			),
			active,
		)
		expect([...moved]).toEqual([
			[at('8').slice(2), at('2').slice(2)],
			[at('2').slice(2), undefined],
			[at('3').slice(2), undefined],
		])
	})
})
