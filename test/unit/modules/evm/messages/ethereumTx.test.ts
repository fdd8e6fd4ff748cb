import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { getAddress, type TransactionSerializable } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AbciEvent } from '../../../../../src/abci/Application.ts'
import { frameworkTx } from '../../../../../src/api/eth/send/frameworkTx.ts'
import { parseRawTx } from '../../../../../src/api/eth/send/parseRawTx.ts'
import type { AppContext } from '../../../../../src/app/AppContext.ts'
import { sha256 } from '../../../../../src/crypto/hash.ts'
import { PanicError } from '../../../../../src/errors/ChainError.ts'
import { AuthInfoSchema, TxBodySchema, TxRawSchema } from '../../../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import {
	type LegacyTx,
	LegacyTxSchema,
	type MsgEthereumTx,
	MsgEthereumTxResponseSchema,
	MsgEthereumTxSchema,
} from '../../../../../src/gen/ethermint/evm/v1/tx_pb.js'
import { logsBloom, shortBloom } from '../../../../../src/modules/evm/logsBloom.ts'
import { createMsgEthereumTx } from '../../../../../src/modules/evm/messages/ethereumTx.ts'
import { ethTxHash, ethTxOf } from '../../../../../src/modules/evm/tx/EthTx.ts'
import { fromHex, toHex, toHexUpper } from '../../../../../src/util/bytes.ts'
import { eventTexts, refusal } from '../../moduleBench.ts'
import { addressOf, createEvmBench, evmRegistry } from '../evmBench.ts'
import { key } from '../tx/signedTxs.ts'

const sender = fromHex(key.address.slice(2))!
const gwei = 1_000_000_000n
const unit = 10n ** 12n
const hex = (byte: number) => `0x${toHex(addressOf(byte))}` as const
const mixed = (byte: number) => getAddress(hex(byte))

interface Sent {
	readonly bytes: Uint8Array
	/** 0x hex of the Ethereum transactions in it. */
	readonly hashes: readonly string[]
}

/** One transaction of the framework with an Ethereum transaction for each of these. */
async function sent(...txs: readonly Partial<TransactionSerializable>[]): Promise<Sent> {
	const parts = []
	for (const tx of txs) {
		const whole = { type: 'legacy', chainId: 2222, gas: 100_000n, gasPrice: gwei, ...tx } as TransactionSerializable
		const raw = fromHex((await key.signTransaction(whole)).slice(2))!
		const data = parseRawTx(raw)
		const read = ethTxOf(data)
		const hash = ethTxHash(read)
		const outer = fromBinary(TxRawSchema, frameworkTx({ data, tx: read, hash, size: raw.length, evmDenom: 'achain' }))
		parts.push({
			hash: `0x${toHex(hash)}`,
			body: fromBinary(TxBodySchema, outer.bodyBytes),
			fee: fromBinary(AuthInfoSchema, outer.authInfoBytes).fee!,
		})
	}
	const [first] = parts
	const messages = parts.flatMap(({ body }) => body.messages)
	const amount = parts.reduce((sum, { fee }) => sum + BigInt(fee.amount[0]?.amount ?? 0), 0n)
	const fee = {
		gasLimit: parts.reduce((sum, part) => sum + part.fee.gasLimit, 0n),
		amount: amount === 0n ? [] : [{ denom: 'achain', amount: String(amount) }],
	}
	return {
		hashes: parts.map(({ hash }) => hash),
		bytes: toBinary(
			TxRawSchema,
			create(TxRawSchema, {
				bodyBytes: toBinary(TxBodySchema, { ...first!.body, messages }),
				authInfoBytes: toBinary(AuthInfoSchema, create(AuthInfoSchema, { fee })),
			}),
		),
	}
}

const txHash = ({ bytes }: Sent) => toHexUpper(sha256(bytes))
/** Events of the EVM and those of fees. */
const told = (events: readonly AbciEvent[]) =>
	eventTexts(events.filter(({ type }) => ['tx', 'ethereum_tx', 'tx_log'].includes(type)))

describe('Ethereum transactions in a block', () => {
	let bench: ReturnType<typeof createEvmBench>
	let txs: readonly Sent[]
	let results: Awaited<ReturnType<typeof bench.block>>
	const height = 2
	beforeAll(async () => {
		bench = createEvmBench({ funded: [[sender, 10_000n]], feeMarket: { enableHeight: 9n } })
		bench.app.editNextBlock((ctx) => {
			// LOG1 with a byte, LOG0; and an opcode that is none.
			bench.deploy(ctx, addressOf(0xaa), fromHex('600760015fa15f5fa0')!)
			bench.deploy(ctx, addressOf(0xbb), Uint8Array.of(0xfe))
		})
		await bench.block()
		txs = [
			await sent({ nonce: 0, to: hex(0xaa), value: 7n }, { nonce: 1, to: hex(0x77), gas: 21_000n, value: 5n * unit }),
			await sent({ nonce: 2, to: hex(0xaa) }),
			await sent({ nonce: 3, to: hex(0xbb), gas: 30_000n }),
			await sent({ nonce: 4, data: '0x5f5ff3' }),
		]
		results = await bench.block(...txs.map(({ bytes }) => bytes))
	})

	const log = (at: number, hash: string, txIndex: number, more = '') =>
		`txLog={"address":"${mixed(0xaa)}",${more}"blockNumber":${height},"transactionHash":"${hash}","transactionIndex":${txIndex},"blockHash":"0x${'02'.repeat(32)}","logIndex":${at}}`
	const topic = `"topics":["0x${'07'.padStart(64, '0')}"],"data":"AA==",`
	/** 21,000 and what the two logs take. */
	const used = 21_000 + 2 * 3 + 3 * 2 + (375 + 375 + 8 + 3) + 375
	const fee = (gas: bigint) => `tx(fee=${gas * gwei}achain)`

	test('messages of one transaction, and transactions of one block, count on in index and logs', () => {
		const [a, b] = txs[0]!.hashes as [string, string]
		expect(told(results[0]!.events)).toEqual([
			fee(100_000n),
			fee(21_000n),
			`ethereum_tx(amount=7, ethereumTxHash=${a}, txIndex=0, txGasUsed=${used}, txHash=${txHash(txs[0]!)}, recipient=${mixed(0xaa)})`,
			`tx_log(${log(0, a, 0, topic)}, ${log(1, a, 0)})`,
			`ethereum_tx(amount=${5n * unit}, ethereumTxHash=${b}, txIndex=1, txGasUsed=21000, txHash=${txHash(txs[0]!)}, recipient=${hex(0x77)})`,
			'tx_log()',
		])
		const [c] = txs[1]!.hashes as [string]
		expect(told(results[1]!.events)).toEqual([
			fee(100_000n),
			`ethereum_tx(amount=0, ethereumTxHash=${c}, txIndex=2, txGasUsed=${used}, txHash=${txHash(txs[1]!)}, recipient=${mixed(0xaa)})`,
			`tx_log(${log(2, c, 2, topic)}, ${log(3, c, 2)})`,
		])
	})

	test('a failed transaction tells its reason, and a deployment no recipient', () => {
		expect(told(results[2]!.events).slice(1)).toEqual([
			`ethereum_tx(amount=0, ethereumTxHash=${txs[2]!.hashes[0]}, txIndex=3, txGasUsed=30000, txHash=${txHash(txs[2]!)}, recipient=${mixed(0xbb)}, ethereumTxFailed=invalid opcode: INVALID)`,
			'tx_log()',
		])
		expect(told(results[3]!.events)[1]).toMatch(
			/^ethereum_tx\(amount=0, ethereumTxHash=0x\w{64}, txIndex=4, txGasUsed=\d+, txHash=\w{64}\)$/,
		)
	})

	test('each transaction has the gas of its own messages, whatever came before it', () => {
		expect(results.map(({ code, gasUsed, gasWanted }) => [code, gasUsed, gasWanted])).toEqual([
			[0, BigInt(used) + 21_000n, 121_000n],
			[0, BigInt(used), 100_000n],
			[0, 30_000n, 30_000n],
			[0, results[3]!.gasUsed, 100_000n],
		])
		const spent = results.reduce((sum, { gasUsed }) => sum + gasUsed, 0n) * gwei + 7n + 5n * unit
		expect(bench.keeper.getBalance(bench.context(), sender)).toBe(10_000n * unit - spent)
	})
})

describe('Ethereum transactions that cost nothing', () => {
	const free = { nonce: 0, to: hex(0x77), gas: 21_000n, gasPrice: 0n }

	test('a transaction without a price says so by an empty fee and gets nothing back', async () => {
		const bench = createEvmBench({ funded: [[sender, 1n]], feeMarket: { noBaseFee: true } })
		await bench.block()
		const [result] = await bench.block((await sent({ ...free, gas: 50_000n, value: 1n })).bytes)
		expect(result!.code).toBe(0)
		expect(told(result!.events)[0]).toBe('tx(fee=)')
		expect(eventTexts(result!.events).filter((text) => text.startsWith('coin_spent'))).toHaveLength(1)
	})

	test('somebody unknown may offer what costs nothing, and is told of the account only by a block', async () => {
		const bench = createEvmBench({ feeMarket: { noBaseFee: true } })
		await bench.block()
		const { bytes } = await sent(free)
		expect((await bench.app.checkTx({ tx: bytes, type: 'new' })).code).toBe(0)
		const [result] = await bench.block(bytes)
		expect([result!.code, result!.log]).toEqual([
			9,
			`failed to deduct transaction costs from user balance: account not found for sender ${key.address}: account ${bench.keeper.addressText(sender)} does not exist: unknown address`,
		])
		bench.app.forgetChecks()
		const costly = await sent({ ...free, value: 1n })
		expect((await bench.app.checkTx({ tx: costly.bytes, type: 'new' })).log).toBe(
			'failed to check sender balance: sender balance < tx cost (0 < 1): insufficient funds',
		)
	})
})

// ethermint v0.14.1 x/evm/keeper/msg_server.go EthereumTx, state_transition.go ApplyTransaction.
describe('the handler of an Ethereum message', () => {
	let bench: ReturnType<typeof createEvmBench>
	let type: ReturnType<typeof createMsgEthereumTx>
	beforeAll(async () => {
		bench = createEvmBench({ funded: [[sender, 10_000n]], feeMarket: { noBaseFee: true } })
		// LOG0 of nothing.
		bench.app.editNextBlock((ctx) => bench.deploy(ctx, addressOf(0xaa), fromHex('5f5fa0')!))
		await bench.block()
		type = createMsgEthereumTx(bench.keeper, evmRegistry)
	})
	/** A message as the checks before it leave it. */
	const messageOf = async (tx: Partial<TransactionSerializable>, change: Partial<LegacyTx> = {}) => {
		const { bytes } = await sent({ to: hex(0x77), gasPrice: 0n, ...tx } as Partial<TransactionSerializable>)
		const { messages } = fromBinary(TxBodySchema, fromBinary(TxRawSchema, bytes).bodyBytes)
		const msg = fromBinary(MsgEthereumTxSchema, messages[0]!.value)
		const data = { ...fromBinary(LegacyTxSchema, msg.data!.value), ...change }
		msg.data!.value = toBinary(LegacyTxSchema, data)
		msg.from = key.address
		return msg
	}
	const answer = async (ctx: AppContext, msg: MsgEthereumTx) =>
		fromBinary(MsgEthereumTxResponseSchema, (await type.handle(ctx, msg)) as Uint8Array)

	test('a message with a single log adds it to the bloom and to the logs of its block, one without leaves both', async () => {
		const ctx = bench.context()
		const places = () => [bench.keeper.getTxIndex(ctx), bench.keeper.getLogIndex(ctx)]
		const { logs } = await answer(ctx, await messageOf({ to: hex(0xaa) }))
		// A context without the hash of its block, such as a simulation's, has zeros for it.
		expect(logs.map(({ blockHash, index }) => [blockHash, index])).toEqual([[`0x${'00'.repeat(32)}`, 0n]])
		const log = { address: addressOf(0xaa), topics: [], data: new Uint8Array(0) }
		const bloom = shortBloom(logsBloom([log]))
		expect(bench.keeper.getBlockBloom(ctx)).toEqual(bloom)
		expect(places()).toEqual([1n, 1n])
		await answer(ctx, await messageOf({}))
		expect(bench.keeper.getBlockBloom(ctx)).toEqual(bloom)
		expect(places()).toEqual([2n, 1n])
	})

	test('a message tells its module, sender and kind, and the hash of the transaction around it where there is one', async () => {
		const msg = await messageOf({}, { value: '' })
		for (const txBytes of [new Uint8Array(0), Uint8Array.of(1)]) {
			const ctx = bench.context({ txBytes })
			const { hash } = await answer(ctx, msg)
			const around = txBytes.length === 0 ? '' : `, txHash=${toHexUpper(sha256(txBytes))}`
			expect(eventTexts(ctx.events.events)).toEqual([
				`ethereum_tx(amount=0, ethereumTxHash=${hash}, txIndex=0, txGasUsed=21000${around}, recipient=${hex(0x77)})`,
				'tx_log()',
				`message(module=evm, sender=${key.address}, txType=0)`,
			])
		}
	})

	test('the smallest unit of what unused gas was worth goes back', async () => {
		const ctx = bench.context()
		bench.keeper.deps.bank.sendFromAccountToModule(ctx, sender, 'fee_collector', unit)
		const before = bench.keeper.getBalance(ctx, sender)
		await answer(ctx, await messageOf({ gas: 21_001n, gasPrice: 1n }))
		expect(bench.keeper.getBalance(ctx, sender) - before).toBe(1n)
		const poor = bench.context()
		await expect(answer(poor, await messageOf({ gas: 21_001n, gasPrice: 1n }))).rejects.toThrow(
			`failed to refund gas leftover gas to sender ${toHex(sender)}: failed to refund 1 leftover gas (1achain): fee collector account failed to refund fees: `,
		)
	})

	test('a message that cannot begin says so, after the reads that the reference makes', async () => {
		const ctx = bench.context()
		const msg = await messageOf({ gas: 20_999n })
		await expect(answer(ctx, msg)).rejects.toThrow(
			'failed to apply transaction: failed to apply ethereum core message: apply message: intrinsic gas too low',
		)
		const { keeper } = bench
		const gasOf = (...runs: readonly ((ctx: AppContext) => unknown)[]) => {
			const ctx = bench.context()
			for (const run of runs) run(ctx)
			return ctx.gasMeter.consumed
		}
		const index = (ctx: AppContext) => keeper.getTxIndex(ctx)
		const logs = (ctx: AppContext) => keeper.getLogIndex(ctx)
		const market = (ctx: AppContext) => keeper.deps.feeMarket.getParams(ctx)
		const config = (ctx: AppContext) => keeper.baseFee(ctx, keeper.getParams(ctx))
		expect(ctx.gasMeter.consumed).toBe(gasOf(index, config, index, logs, market))
	})

	test('the signer of a message is who signed it, and a panic where nobody did', async () => {
		expect(type.signers(await messageOf({}))).toEqual([sender])
		const nobody = await messageOf({}, { v: Uint8Array.of(9) })
		expect(refusal(() => type.signers(nobody))).toEqual(new PanicError('invalid transaction v, r, s values'))
	})
})
