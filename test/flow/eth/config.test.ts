import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Hex, hexToBytes } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, startChain } from '../../../src/library/index.ts'
import { askEth, type EthReply, evmTools } from './evmTools.ts'

const places: readonly (readonly [string, number])[] = [
	['BLAKE2F', 9],
	['BN254_ADD', 6],
	['BN254_MUL', 7],
	['BN254_PAIRING', 8],
	['ECREC', 1],
	['ID', 4],
	['MODEXP', 5],
	['RIPEMD160', 3],
	['SHA256', 2],
]
const ofPrague: readonly (readonly [string, number])[] = [
	['BLS12_G1ADD', 0x0b],
	['BLS12_G1MSM', 0x0c],
	['BLS12_G2ADD', 0x0d],
	['BLS12_G2MSM', 0x0e],
	['BLS12_MAP_FP2_TO_G2', 0x11],
	['BLS12_MAP_FP_TO_G1', 0x10],
	['BLS12_PAIRING_CHECK', 0x0f],
	['KZG_POINT_EVALUATION', 0x0a],
]
const addressesOf = (list: typeof places) =>
	Object.fromEntries(list.map(([name, at]) => [name, `0x${at.toString(16).padStart(40, '0')}`]))
const precompiles = addressesOf(places)

/** FORK_HASH of EIP-6122, in other words than the program's. */
const forkId = (hash: Hex, ...forks: readonly number[]): string => {
	const bytes = [...hexToBytes(hash), ...forks.flatMap((fork) => [0, 0, 0, 0, 0, 0, fork >> 8, fork & 255])]
	return `0x${crc32(Uint8Array.from(bytes)).toString(16).padStart(8, '0')}`
}

let chain: Chain

beforeAll(async () => {
	chain = await startChain({ chainId: 'chain_2222-1', blockMode: 'manual', endpoints: true })
	await chain.mine(3)
})

afterAll(async () => {
	await chain.stop()
})

const config = async ({ ethUrl }: Chain = chain) => (await askEth(ethUrl!, 'eth_config')).result
const firstHash = async ({ ethUrl }: Chain): Promise<Hex> => {
	return (await evmTools(ethUrl!).reader.getBlock({ blockTag: 'earliest' })).hash
}

test('a chain that began with its forks tells its rules, without blobs', async () => {
	const wanted = {
		current: {
			activationTime: 0,
			blobSchedule: null,
			chainId: '0x8ae',
			forkId: forkId(await firstHash(chain)),
			precompiles: { ...precompiles, ...addressesOf(ofPrague) },
			systemContracts: { HISTORY_STORAGE_ADDRESS: '0x0000f90827f1c53a10cb7a02335b175320002935' },
		},
		next: null,
		last: null,
	}
	expect(await config()).toEqual(wanted)
	const { url, key } = await chain.createEndpoint()
	const keyed = evmTools(url, { headers: { 'x-api-key': key } }).reader
	expect(await keyed.request({ method: 'eth_config', params: [] } as never)).toEqual(wanted)
})

test('a fork of a later height has no time; once it began, the rules are dated by its block', async () => {
	const reply = (await (await fetch(`${chain.rpcUrl}/genesis`)).json()) as EthReply
	const document = reply.result.genesis
	document.app_state.evm.params.chain_config.prague_block = '4'
	await using later = await startChain({
		chainId: 'chain_2222-1',
		blockMode: 'manual',
		genesis: JSON.stringify(document),
	})
	await later.mine(2)
	const hash = await firstHash(later)
	expect(await config(later)).toMatchObject({
		current: { activationTime: 0, forkId: forkId(hash), precompiles, systemContracts: {} },
		next: null,
		last: null,
	})
	await later.mine(2)
	const { timestamp } = await evmTools(later.ethUrl!).reader.getBlock({ blockNumber: 4n })
	const { current } = await config(later)
	expect(current).toMatchObject({
		activationTime: Number(timestamp),
		forkId: forkId(hash, 4),
		precompiles: { ...precompiles, ...addressesOf(ofPrague) },
	})
})

test('a chain whose genesis switches EIP-7951 on checks signatures of P-256 at 0x100, and any other has nothing there', async () => {
	const reply = (await (await fetch(`${chain.rpcUrl}/genesis`)).json()) as EthReply
	const document = reply.result.genesis
	document.app_state.evm.params.extra_eips = ['7951']
	await using other = await startChain({ chainId: 'chain_2222-1', genesis: JSON.stringify(document) })
	const at = addressesOf([['P256VERIFY', 0x100]])
	expect((await config(other)).current.precompiles).toMatchObject(at)
	const to = at.P256VERIFY
	const verify = async (data: string, { ethUrl }: Chain = other) =>
		(await askEth(ethUrl!, 'eth_call', [{ to, data: `0x${data}` }, 'latest'])).result
	const yes = `0x${'1'.padStart(64, '0')}`
	// Of the EIP: digest, r, s, x, y.
	const known =
		'4cee90eb86eaa050036147a12d49004b6b9c72bd725d39d4785011fe190f0b4d' +
		'a73bd4903f0ce3b639bbbf6e8e80d16931ff4bcf5993d58468e8fb19086e8cac' +
		'36dbcd03009df8c59286b162af3bd7fcc0450c9aa81be5d10d312af6c66b1d60' +
		'4aebd3099c618202fcfe16ae7770b0c49ab5eadf74b754204a3bb6060e44eff3' +
		'7618b065f9832de4ca6ca971a7a1adc826d0f7c00181a5fb2ddf79ae00b4e10e'
	expect([await verify(known), await verify(known, chain)]).toEqual([yes, '0x'])
	for (let round = 0; round < 4; round++) {
		const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
		const message = Buffer.from(`message ${round}`)
		const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
		const parts = [
			createHash('sha256').update(message).digest(),
			sign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
			...[x, y].map((part) => Buffer.from(part, 'base64url')),
		]
		const signed = Buffer.concat(parts)
		expect(await verify(signed.toString('hex'))).toBe(yes)
		for (const at of [0, 32, 64, 96, 128]) {
			const changed = Buffer.from(signed)
			changed[at + 31]! ^= 1
			expect(await verify(changed.toString('hex'))).toBe('0x')
			expect(
				await verify(
					Buffer.from(signed)
						.fill(0, at, at + 32)
						.toString('hex'),
				),
			).toBe('0x')
			expect(
				await verify(
					Buffer.from(signed)
						.fill(255, at, at + 32)
						.toString('hex'),
				),
			).toBe('0x')
		}
		for (const length of [0, 159]) expect(await verify(signed.subarray(0, length).toString('hex'))).toBe('0x')
		expect(await verify(`${signed.toString('hex')}00`)).toBe('0x')
	}
	// Its price is 6,900 of gas: with one less it fails, and a contract sees that.
	const asking = '0x00000000000000000000000000000000000000cc'
	for (const [gas, worked] of [
		[6_900, 1n],
		[6_899, 0n],
	] as const) {
		const code = `0x5f5f5f5f5f61010061${gas.toString(16)}f15f5260205ff3`
		const { result } = await askEth(other.ethUrl!, 'eth_call', [{ to: asking }, 'latest', { [asking]: { code } }])
		expect(BigInt(result)).toBe(worked)
	}
})

test('eth_config takes no parameters', async () => {
	expect((await askEth(chain.ethUrl!, 'eth_config', ['latest'])).error).toMatchObject({
		code: -32602,
		message: 'too many arguments, want at most 0',
	})
})

test('eth_capabilities tells since which block there are blocks and states', async () => {
	const { result } = await askEth(chain.ethUrl!, 'eth_capabilities')
	const { number, hash } = await evmTools(chain.ethUrl!).reader.getBlock()
	expect(result.head).toEqual({ number: `0x${number.toString(16)}`, hash })
	const kinds = ['state', 'tx', 'logs', 'receipts', 'blocks', 'stateproofs']
	for (const kind of kinds) expect(result[kind], kind).toEqual({ disabled: false, oldestBlock: '0x1' })
})

test('a wrong proof of blob data is refused to a caller and to a contract', async () => {
	const to = '0x000000000000000000000000000000000000000a'
	expect((await askEth(chain.ethUrl!, 'eth_call', [{ to, data: '0x00' }, 'latest'])).error?.message).toMatch(
		/invalid input length/,
	)
	const asking = '0x00000000000000000000000000000000000000cc'
	// Answers what a CALL of 0x0a with 50,000 of gas gives.
	const code = '0x60006000600060006000600a61c350f160005260206000f3'
	const overrides = { [asking]: { code } }
	const { result } = await askEth(chain.ethUrl!, 'eth_call', [{ to: asking }, 'latest', overrides])
	expect(BigInt(result)).toBe(0n)
})
