import { describe, expect, it } from 'vitest'
import { emptyTxResult } from '../../../../src/abci/Application.ts'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import type { Engine } from '../../../../src/engine/Engine.ts'
import { createFaucet, readSigner } from '../../../../src/node/genesis/faucet.ts'

const receiver = 'chain14h34s8ws5kkeqv8l40l9tm96x639q67cf5kur0'
const hash = new Uint8Array(32).fill(0xab)
const signer = { accountNumber: 1n, sequence: 0n }

/** A faucet whose transactions end like this. */
function faucetWith(ended: object, read: () => Promise<typeof signer | undefined> = async () => signer) {
	const sent: Uint8Array[] = []
	const engine = {
		chainId: 'c',
		height: 1,
		broadcastTxCommit: async (tx: Uint8Array) => {
			sent.push(tx)
			return { checkTx: emptyTxResult, deliverTx: emptyTxResult, hash, height: 2, ...ended }
		},
	} as unknown as Engine
	return { sent, faucet: createFaucet(engine, defaultChainSettings, '0.01uchain', read) }
}

describe('a faucet', () => {
	it('a request to a faucet ends with the hash of its transaction', async () => {
		const { faucet, sent } = faucetWith({})
		expect(await faucet.exists()).toBe(true)
		expect(await faucet.request(receiver)).toBe('AB'.repeat(32))
		expect(sent).toHaveLength(1)
	})

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

	it('an account that is not there is no signer, and one that cannot be read is told', async () => {
		expect(await read({})).toBeUndefined()
		expect(await read({ code: 22, log: `account ${receiver} not found: key not found` })).toBeUndefined()
		await expect(read({ code: 1, log: 'damaged' })).rejects.toMatchObject({
			message: `The account ${receiver} cannot be read.`,
			why: 'damaged',
		})
	})
})
