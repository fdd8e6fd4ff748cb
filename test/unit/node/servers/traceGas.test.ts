import { describe, expect, it } from 'vitest'
import type { TxResult } from '../../../../src/abci/Application.ts'
import type { ChainReader } from '../../../../src/chain/ChainReader.ts'
import { sha256 } from '../../../../src/crypto/hash.ts'
import type { UserError } from '../../../../src/errors/UserError.ts'
import { traceGas } from '../../../../src/node/servers/traceGas.ts'
import { toHex } from '../../../../src/util/bytes.ts'
import { chainId, greetTx, makeBlock, openApp, startChain } from '../../app/testChain.ts'

/** What of an engine a trace reads: one block with its results. */
function engineOf(height: number, txs: readonly Uint8Array[], results: readonly TxResult[]): ChainReader {
	const none = new Uint8Array(0)
	const header = {
		version: { block: 11n, app: 0n },
		chainId,
		height,
		time: { seconds: 1_767_225_600n, nanos: 0 },
		lastBlockId: { hash: none, parts: { total: 0, hash: none } },
		...{ lastCommitHash: none, dataHash: none, validatorsHash: none, nextValidatorsHash: none },
		...{ consensusHash: none, appHash: none, lastResultsHash: none, evidenceHash: none },
		proposerAddress: new Uint8Array(20),
	}
	const parts = {
		genesis: async () => ({ initialHeight: 1 }),
		block: async () => ({ header, txs }),
		tx: async (hash: Uint8Array) => {
			const index = txs.findIndex((tx) => toHex(sha256(tx)) === toHex(hash))
			return index < 0 ? undefined : { hash, height, index, tx: txs[index], result: results[index] ?? results[0] }
		},
	}
	return parts as unknown as ChainReader
}

async function whyNot(run: () => Promise<unknown>): Promise<string> {
	try {
		await run()
	} catch (error) {
		return (error as UserError).why
	}
	return ''
}

describe('chain_traceGas', () => {
	it('adds equal charges up and keeps the sum', async () => {
		const app = openApp()
		startChain(app)
		await makeBlock(app)
		const txs = [greetTx(), greetTx({ sequence: 1n })]
		const { results } = await makeBlock(app, ...txs)
		const engine = engineOf(2, txs, results)
		for (const [index, tx] of txs.entries()) {
			const reply = await traceGas(engine, app, toHex(sha256(tx)))
			expect(reply).toMatchObject({ height: 2, index, gas_used: String(results[index]?.gasUsed) })
			expect(String(reply.charges.reduce((sum, { amount }) => sum + BigInt(amount), 0n))).toBe(reply.gas_used)
			const writes = reply.charges.filter(({ store, descriptor }) => store === 'greet' && descriptor === 'WriteFlat')
			expect(writes).toMatchObject([{ times: 2, bytes: 0, amount: '4000' }])
			const perByte = reply.charges.find(({ store, descriptor }) => store === 'greet' && descriptor === 'WritePerByte')
			expect(perByte?.bytes).toBeGreaterThan(0)
			// 30 gas a byte (cosmos-sdk v0.44.5 store/types/gas.go KVGasConfig).
			expect(perByte).toMatchObject({ times: 2, amount: String(30 * Number(perByte?.bytes)) })
		}
		const pruned = { ...engine, block: async () => undefined } as unknown as ChainReader
		const hash = toHex(sha256(txs[0]!))
		await expect(traceGas(pruned, app, hash)).rejects.toThrow(`tx (${hash.toUpperCase()}) not found`)
		await expect(traceGas(engine, app, 'AB'.repeat(32))).rejects.toThrow(`tx (${'AB'.repeat(32)}) not found`)
		await expect(traceGas(engine, app, 'ABC')).rejects.toThrow('not the hash')
	})

	it('says why it cannot tell: the first block, too many before it, a block that does not run as it did', async () => {
		const app = openApp()
		startChain(app)
		const first = greetTx()
		const { results } = await makeBlock(app, first)
		expect(await whyNot(() => traceGas(engineOf(1, [first], results), app, toHex(sha256(first))))).toMatch(
			/^It is in block 1, the first one/,
		)
		const next = greetTx({ sequence: 1n })
		const made = await makeBlock(app, next)
		const hash = toHex(sha256(next))
		const crowd = [...Array.from({ length: 1_001 }, () => new Uint8Array(1)), next]
		expect(await whyNot(() => traceGas(engineOf(2, crowd, made.results), app, hash))).toMatch(
			/^1001 transactions are before/,
		)
		expect(await whyNot(() => traceGas(engineOf(2, crowd.slice(1), made.results), app, hash))).toBe('')
		const failed = made.results.map((result) => ({ ...result, code: 5 }))
		expect(await whyNot(() => traceGas(engineOf(2, [next], failed), app, hash))).toMatch(
			/^The transaction used \d+ gas/,
		)
		const other = made.results.map((result) => ({ ...result, gasUsed: 1n }))
		expect(await whyNot(() => traceGas(engineOf(2, [next], other), app, hash))).toMatch(/^The transaction used 1 gas/)
	})
})
