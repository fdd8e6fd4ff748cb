import { create, toBinary } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { emptyTxResult } from '../../../../src/abci/Application.ts'
import { addressToText } from '../../../../src/codec/address/address.ts'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { tryDecodeTx } from '../../../../src/codec/tx/decodeTx.ts'
import type { Engine } from '../../../../src/engine/Engine.ts'
import { QueryAccountRequestSchema } from '../../../../src/gen/cosmos/auth/v1beta1/query_pb.js'
import type { MsgSend } from '../../../../src/gen/cosmos/bank/v1beta1/tx_pb.js'
import { createFaucet, faucetAddress, readSigner } from '../../../../src/node/genesis/faucet.ts'

const receiver = 'chain14h34s8ws5kkeqv8l40l9tm96x639q67cf5kur0'
const hash = new Uint8Array(32).fill(0xab)
const signer = { accountNumber: 1n, sequence: 0n }

/** A faucet whose transactions end like this. */
function faucetWith(
	ended: object,
	read: (address: string) => Promise<typeof signer | undefined> = async () => signer,
	minimumGasPrices = '0.01uchain',
) {
	const sent: Uint8Array[] = []
	const waits: number[] = []
	const engine = {
		chainId: 'c',
		height: 1,
		broadcastTxCommit: async (tx: Uint8Array, timeoutMs: number) => {
			sent.push(tx)
			waits.push(timeoutMs)
			return { checkTx: emptyTxResult, deliverTx: emptyTxResult, hash, height: 2, ...ended }
		},
	} as unknown as Engine
	return { sent, waits, faucet: createFaucet(engine, defaultChainSettings, minimumGasPrices, read) }
}

describe('a faucet', () => {
	it('a request to a faucet ends with the hash of its transaction, which it waits a minute for', async () => {
		const { faucet, sent, waits } = faucetWith({})
		expect(await faucet.exists()).toBe(true)
		expect(await faucet.request(receiver)).toBe('AB'.repeat(32))
		expect(sent).toHaveLength(1)
		expect(waits).toEqual([60_000])
	})

	it.each([
		['0.01uchain', [{ denom: 'uchain', amount: '2000' }]],
		// Any of the prices is enough.
		['0.01uchain,5other', [{ denom: 'other', amount: '1000000' }]],
		['0.0000001uchain', [{ denom: 'uchain', amount: '1' }]],
		['', []],
	])(
		'a faucet of a node with minimum gas prices "%s" pays as much, and signs for the sequence of its account',
		async (prices, fee) => {
			const asked: string[] = []
			const read = async (address: string) => {
				asked.push(address)
				return { accountNumber: 1n, sequence: 7n }
			}
			const { faucet, sent } = faucetWith({}, read, prices)
			await faucet.request(receiver)
			await faucet.request(`0x${'ab'.repeat(20)}`, { denom: 'other', amount: '5' })
			const own = faucetAddress(defaultChainSettings)
			expect(asked).toEqual([own, own])
			const txs = sent.map((bytes) => {
				const tx = tryDecodeTx(bytes, createRegistry())
				if (tx instanceof Error) throw tx
				return tx
			})
			const [first, second] = txs.map(({ messages }) => messages[0] as MsgSend)
			expect(first).toMatchObject({
				fromAddress: own,
				toAddress: receiver,
				amount: [{ denom: 'uchain', amount: '1000000000' }],
			})
			const other = addressToText(new Uint8Array(20).fill(0xab), 'chain')
			expect(second).toMatchObject({ fromAddress: own, toAddress: other, amount: [{ denom: 'other', amount: '5' }] })
			for (const { authInfo } of txs) {
				expect(authInfo.fee).toMatchObject({ amount: fee, gasLimit: 200_000n })
				expect(authInfo.signerInfos.map(({ sequence }) => sequence)).toEqual([7n])
			}
		},
	)

	it.each([
		['its check refuses', { checkTx: { ...emptyTxResult, code: 5, log: 'no coins' } }, 'no coins'],
		['fails in its block', { deliverTx: { ...emptyTxResult, code: 11, log: 'out of gas' } }, 'out of gas'],
		['enters no block', { deliverTx: undefined }, 'The transaction entered no block.'],
	])('a request to a faucet whose transaction %s is refused with the reason', async (_what, ended, why) => {
		const { faucet } = faucetWith(ended)
		await expect(faucet.request(receiver)).rejects.toMatchObject({ message: 'The faucet could not send.', why })
	})

	it('a faucet without an account does not exist, and a request sends nothing', async () => {
		const { faucet, sent } = faucetWith({}, async () => undefined)
		expect(await faucet.exists()).toBe(false)
		await expect(faucet.request(receiver)).rejects.toThrow('This chain has no faucet.')
		expect(sent).toEqual([])
	})

	it('a request after one that failed is sent all the same', async () => {
		let isKnown = false
		const { faucet } = faucetWith({}, async () => (isKnown ? signer : undefined))
		const first = faucet.request(receiver)
		await expect(first).rejects.toThrow('no faucet')
		isKnown = true
		expect(await faucet.request(receiver)).toBe('AB'.repeat(32))
	})
})

describe('the signer of a faucet', () => {
	const read = (reply: object) => {
		const application = { query: async () => ({ code: 0, log: '', value: undefined, ...reply }) }
		return readSigner(application as never, createRegistry(), receiver)
	}

	it('an account is read from the newest committed state', async () => {
		const asked: unknown[] = []
		const query = async (request: unknown) => {
			asked.push(request)
			return { code: 0, log: '', value: undefined }
		}
		await readSigner({ query } as never, createRegistry(), receiver)
		const data = toBinary(QueryAccountRequestSchema, create(QueryAccountRequestSchema, { address: receiver }))
		expect(asked).toEqual([{ path: '/cosmos.auth.v1beta1.Query/Account', data, height: 0n, prove: false }])
	})

	it('an account that is not there is no signer, and one that cannot be read is told', async () => {
		expect(await read({})).toBeUndefined()
		expect(await read({ code: 22, log: `account ${receiver} not found: key not found` })).toBeUndefined()
		await expect(read({ code: 1, log: 'damaged' })).rejects.toMatchObject({
			message: `The account ${receiver} cannot be read.`,
			why: 'damaged',
		})
	})
})
