import { create } from '@bufbuild/protobuf'
import {
	encodeAbiParameters,
	encodeErrorResult,
	encodeEventTopics,
	encodeFunctionData,
	getContractAddress,
	type Hex,
	hexToBytes,
	parseAbi,
	parseTransaction,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { getEthereumTxs } from '../../../../src/client/actions/txs.ts'
import type { ChainClient } from '../../../../src/client/ChainClient.ts'
import type { TxDetail } from '../../../../src/client/chainTypes.ts'
import { checkSignatures } from '../../../../src/client/checkSignatures.ts'
import { AbiBook } from '../../../../src/client/evm/AbiBook.ts'
import { readEthereumTxs } from '../../../../src/client/evm/readEthereumTxs.ts'
import { txDetail } from '../../../../src/client/queries/txDetail.ts'
import { encodeMessage } from '../../../../src/codec/proto/encodeMessage.ts'
import { createRegistry, packAny } from '../../../../src/codec/registry/createRegistry.ts'
import { ethereumMessageType } from '../../../../src/codec/tx/outlineTx.ts'
import { MsgDataSchema, TxMsgDataSchema } from '../../../../src/gen/cosmos/base/abci/v1beta1/abci_pb.js'
import { AuthInfoSchema, TxBodySchema, TxRawSchema } from '../../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { LogSchema } from '../../../../src/gen/ethermint/evm/v1/evm_pb.js'
import {
	LegacyTxSchema,
	MsgEthereumTxResponseSchema,
	MsgEthereumTxSchema,
} from '../../../../src/gen/ethermint/evm/v1/tx_pb.js'
import { toBase64 } from '../../../../src/util/bytes.ts'

const registry = createRegistry({ evm: true })
const dev = mnemonicToAccount('test test test test test test test test test test test junk')
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const jar = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const abi = parseAbi([
	'function put(uint256 amount) returns (bool done)',
	'function clear()',
	'event Put(address indexed by)',
	'error Full(uint256 have)',
])
const book = new AbiBook(undefined)
book.add('Jar', abi, jar)
const put = encodeFunctionData({ abi, functionName: 'put', args: [7n] })
const yes = encodeAbiParameters([{ type: 'bool' }], [true])
const full = encodeErrorResult({ abi, errorName: 'Full', args: [3n] })
const hash = `0x${'ab'.repeat(32)}` as const

interface Sent {
	readonly to?: string
	readonly value?: string
	readonly data?: Hex
	/** Signed by the account, which no event names then. */
	readonly signed?: boolean
	/** What it gave; undefined where it did not run. */
	readonly gave?: { readonly ret?: Hex; readonly vmError?: string; readonly logs?: readonly object[] }
}

async function messageOf({ to = jar, value = '5', data = '0x', signed = false }: Sent) {
	const parts = { nonce: 3n, gas: 90_000n, gasPrice: '7', to, value, data: hexToBytes(data) }
	const signature: { v?: Uint8Array; r?: Uint8Array; s?: Uint8Array } = {}
	if (signed) {
		const raw = await dev.signTransaction({
			...{ type: 'legacy', nonce: 3, gas: 90_000n, gasPrice: 7n, value: BigInt(value), data, chainId: 2222 },
			...(to === '' ? {} : { to: to as Hex }),
		})
		const { v, r, s } = parseTransaction(raw)
		const bytes = (hex: string) => hexToBytes(`0x${hex.padStart(hex.length + (hex.length % 2), '0')}`)
		Object.assign(signature, { v: bytes(v!.toString(16)), r: hexToBytes(r!), s: hexToBytes(s!) })
	}
	const tx = create(LegacyTxSchema, { ...parts, ...signature })
	return create(MsgEthereumTxSchema, { data: packAny(LegacyTxSchema, tx), hash })
}

/** A transaction of the chain that carries these, whose events name the senders of those that are not signed. */
async function txOf(...sent: readonly Sent[]): Promise<TxDetail> {
	const messages = await Promise.all(sent.map(messageOf))
	const raw = create(TxRawSchema, {
		bodyBytes: encodeMessage(
			TxBodySchema,
			create(TxBodySchema, { messages: messages.map((message) => packAny(MsgEthereumTxSchema, message)) }),
		),
		authInfoBytes: encodeMessage(AuthInfoSchema, create(AuthInfoSchema)),
	})
	const replies = sent.flatMap(({ gave }) =>
		gave === undefined
			? []
			: [
					create(MsgEthereumTxResponseSchema, {
						...{ gasUsed: 21_000n, ret: hexToBytes(gave.ret ?? '0x'), vmError: gave.vmError ?? '' },
						logs: (gave.logs ?? []).map((log) => create(LogSchema, log)),
					}),
				],
	)
	const data = replies.map((reply) =>
		create(MsgDataSchema, { data: encodeMessage(MsgEthereumTxResponseSchema, reply) }),
	)
	const attributes = (of: Readonly<Record<string, string>>) =>
		Object.entries(of).map(([key, value]) => ({ key, value, index: true }))
	return {
		raw: encodeMessage(TxRawSchema, raw),
		data: data.length === 0 ? new Uint8Array(0) : encodeMessage(TxMsgDataSchema, create(TxMsgDataSchema, { data })),
		events: [
			{ type: 'message', attributes: attributes({ module: 'bank', sender: 'chain1a' }) },
			{ type: 'tx', attributes: attributes({ module: 'evm', sender: jar }) },
			...sent.map(({ signed }) => ({
				type: 'message',
				attributes: attributes({ module: 'evm', sender: signed === true ? '' : bob.toLowerCase() }),
			})),
		],
	} as unknown as TxDetail
}
const read = async (...sent: readonly Sent[]) => readEthereumTxs(await txOf(...sent), registry, book)

describe('the Ethereum transactions in a transaction of the chain', () => {
	test('a call is told with its words, what it gave and its events', async () => {
		const topics = encodeEventTopics({ abi, eventName: 'Put', args: { by: bob } }) as Hex[]
		const log = { address: jar.toLowerCase(), topics, blockNumber: 9n, txHash: hash, index: 2n }
		expect(await read({ data: put, gave: { ret: yes, logs: [log] } })).toEqual([
			{
				...{ hash, from: bob, to: jar, contract: 'Jar', nonce: 3n, value: 5n, gas: 90_000n, data: put },
				call: expect.objectContaining({ name: 'put', source: 'Jar' }),
				gave: [expect.objectContaining({ name: 'done', text: 'true' })],
				gasUsed: 21_000n,
				fault: '',
				logs: [
					{
						...{ address: jar, topics, data: '0x', height: 9, txHash: hash, index: 2 },
						decoded: expect.objectContaining({ name: 'Put', source: 'Jar' }),
					},
				],
			},
		])
	})

	test('each of several transactions has its own sender, call and result', async () => {
		const found = await read(
			{ to: bob, value: '', gave: {} },
			{ signed: true, data: put, gave: { vmError: 'execution reverted', ret: full } },
		)
		expect(found).toMatchObject([
			{ from: bob, to: bob, contract: '', value: 0n, data: '0x', gave: [], fault: '', logs: [] },
			{ from: dev.address, to: jar, contract: 'Jar', value: 5n, gave: [], fault: 'execution reverted: Full(have: 3)' },
		])
		expect(found[0]).not.toHaveProperty('call')
		expect(found[0]).not.toHaveProperty('created')
	})

	test.each<readonly [string, Sent, object]>([
		[
			'in words of the EVM alone',
			{ gave: { vmError: 'out of gas' } },
			{ fault: 'out of gas', gave: [], gasUsed: 21_000n },
		],
		['without what it would have given', { data: put, gave: { vmError: 'out of gas', ret: yes } }, { gave: [] }],
		['with nothing where it gives nothing', { data: put, gave: {} }, { gave: [], fault: '' }],
		['with nothing where it gives something else', { data: put, gave: { ret: '0x01' } }, { gave: [], fault: '' }],
	])('a call that fails or gives nothing is told %s', async (_name, sent, expected) => {
		expect(await read(sent)).toMatchObject([expected])
	})

	test('a call that is shorter than four bytes, or that no ABI knows, has no words', async () => {
		const clear = encodeFunctionData({ abi, functionName: 'clear' })
		for (const [data, name] of [
			[clear, 'clear'],
			[clear.slice(0, 8) as Hex, undefined],
			['0x01020304', undefined],
		] as const) {
			const [tx] = await read({ data, gave: { ret: yes } })
			expect([tx?.call?.name, tx?.gave]).toEqual([name, []])
		}
	})

	test('a new contract has its address, unless it failed or nobody knows who made it', async () => {
		const created = getContractAddress({ from: dev.address, nonce: 3n })
		// Its code happens to begin like a call.
		const make = { to: '', data: put, signed: true } as const
		expect(await read({ ...make, gave: { ret: '0x60' } })).toMatchObject([
			{ from: dev.address, to: undefined, contract: '', created, gave: [] },
		])
		const [failed] = await read({ ...make, gave: { vmError: 'out of gas' } })
		const [waiting] = await read(make)
		for (const tx of [failed, waiting]) expect(tx).not.toHaveProperty('created')
		expect(waiting).not.toHaveProperty('call')
		expect(waiting).not.toHaveProperty('gasUsed')
		expect(waiting).toMatchObject({ from: dev.address, fault: '' })
		const nobody = await txOf({ ...make, signed: false, gave: {} })
		const [unknown] = await readEthereumTxs({ ...nobody, events: [] }, registry, book)
		expect(unknown?.from).toBeUndefined()
		expect(unknown).not.toHaveProperty('created')
	})

	test('a transaction of the chain has the senders and the fault of the Ethereum transactions in it', async () => {
		const base64 = (text: string) => Buffer.from(text).toString('base64')
		const detailOf = async (fault: Readonly<Record<string, string>>, raw: Uint8Array) => {
			const { events } = await txOf({})
			const all = [
				...events,
				{ type: 'ethereum_tx', attributes: Object.entries(fault).map(([key, value]) => ({ key, value })) },
			]
			const wire = all.map(({ type, attributes }) => ({
				type,
				attributes: attributes.map(({ key, value }) => ({ key: base64(key), value: base64(value), index: true })),
			}))
			return txDetail(
				{ hash: 'AB', height: '7', index: 0, tx: toBase64(raw), tx_result: { events: wire } },
				'',
				registry,
			)
		}
		const { raw } = await txOf({ to: bob }, { to: jar })
		const failed = await detailOf({ ethereumTxFailed: 'out of gas' }, raw)
		expect([failed.evmFault, failed.signers, failed.messageTypes]).toEqual([
			'out of gas',
			[bob.toLowerCase()],
			[ethereumMessageType, ethereumMessageType],
		])
		expect(failed.first).toMatchObject({ data: { to: bob } })
		expect((await detailOf({}, raw)).evmFault).toBeUndefined()
		const other = await detailOf({ ethereumTxFailed: 'out of gas' }, Uint8Array.of(1, 2))
		expect([other.evmFault, other.signers]).toEqual([undefined, []])
	})

	test('the senders of Ethereum transactions are those whose signatures are in them', async () => {
		const tx = await txOf({ signed: true }, { to: bob })
		const signers = [dev.address.toLowerCase(), bob]
		const client = {} as ChainClient
		expect(await checkSignatures(client, { ...tx, signers, messageTypes: [ethereumMessageType] })).toEqual([
			{ signer: signers[0], ok: true, reason: '' },
			{ signer: bob, ok: false, reason: 'no signature in it is of this account: a program impersonated it' },
		])
	})

	test('only a transaction with a message of the EVM is looked into', async () => {
		const tx = await txOf({ gave: {} })
		const client = { registry, abis: book }
		expect(await getEthereumTxs(client, { ...tx, messageTypes: [ethereumMessageType] })).toHaveLength(1)
		expect(await getEthereumTxs(client, { ...tx, messageTypes: ['/other'] })).toEqual([])
	})

	test('bytes that are no transaction carry none', async () => {
		const tx = { ...(await txOf({ gave: {} })), raw: Uint8Array.of(1, 2, 3) }
		expect(await readEthereumTxs(tx, registry, book)).toEqual([])
		expect(await read({ gave: {} })).toHaveLength(1)
	})
})
