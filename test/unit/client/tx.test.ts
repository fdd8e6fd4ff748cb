import { create } from '@bufbuild/protobuf'
import { describe, expect, test } from 'vitest'
import { adjustedGas, feeOf, priceToPay } from '../../../src/client/tx/estimate.ts'
import { expectedSequence, failureOf, refusal, requiredFee } from '../../../src/client/tx/explainFailure.ts'
import { unsignedTx } from '../../../src/client/tx/prepare.ts'
import { SignerQueue } from '../../../src/client/tx/SignerQueue.ts'
import { aminoDoc, signTx } from '../../../src/client/tx/sign.ts'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { parseDecCoins } from '../../../src/codec/coins/decCoins.ts'
import { createRegistry } from '../../../src/codec/registry/createRegistry.ts'
import { aminoDocBytes } from '../../../src/codec/signDoc/aminoSignBytes.ts'
import { txBytesOf } from '../../../src/codec/txJson/txJson.ts'
import { UserError } from '../../../src/errors/UserError.ts'
import { TxSchema } from '../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { openKeyring } from '../../../src/keyring/openKeyring.ts'
import { equalBytes, fromUtf8, toBase64 } from '../../../src/util/bytes.ts'

describe('signing', () => {
	const mnemonic =
		'length game earth vessel pumpkin sugar distance fiber unknown planet winter race song upgrade weekend smile spawn brother harvest seat castle diet strike kite'

	test('signing in mode amino gives the recorded bytes, with the characters Go escapes', async () => {
		const keyring = await openKeyring({ folder: undefined, settings: defaultChainSettings })
		const key = await keyring.importMnemonic('vector', mnemonic, { path: "m/44'/459'/0'/0/0" })
		const draft = {
			messages: [
				{
					typeUrl: '/chain.greet.v1beta1.MsgCreateGreet',
					value: { message: 'golden <&> vector', owner: key.address },
				},
			],
			memo: 'm & m',
			timeoutHeight: 1_000_000n,
			feeGranter: '',
		}
		const tx = await signTx({
			keyring,
			key,
			brand: 'chain',
			registry: createRegistry(),
			mode: 'amino-json',
			tx: unsignedTx(draft, { fee: [{ denom: 'uchain', amount: '3000' }], gas: 300_000n }),
			chainId: 'chain-localnet',
			accountNumber: 5n,
			sequence: 2n,
		})
		expect(toBase64(txBytesOf(tx))).toBe(
			'CnUKaAojL2NoYWluLmdyZWV0LnYxYmV0YTEuTXNnQ3JlYXRlR3JlZXQSQQoRZ29sZGVuIDwmPiB2ZWN0b3ISLGNoYWluMXY4dnF3dTc1bDRwcmRsYXBwaDJncWcwNnlsbGM0NzYyc256aGhjEgVtICYgbRjAhD0SaApQCkYKHy9jb3Ntb3MuY3J5cHRvLnNlY3AyNTZrMS5QdWJLZXkSIwohAlOmfEAcDRFxk3ZKEICFIOUPnyAOsklSIN5IqK3WfvFFEgQKAgh/GAISFAoOCgZ1Y2hhaW4SBDMwMDAQ4KcSGkBmQfRPY07hYIXh8Wst5qm/k3QPVsJNonvPae3pWUc8SDzqISRlRWyShESiai9XVDkoRlODUX86K6lldUg413D6',
		)
	})

	test('a second signer adds a signature behind the first, and who signs again replaces the own one', async () => {
		const keyring = await openKeyring({ folder: undefined, settings: defaultChainSettings })
		const [alice, bob] = [await keyring.importMnemonic('alice', mnemonic), (await keyring.create('bob')).key]
		const messages = [alice, bob].map(({ address: owner }) => ({
			typeUrl: '/chain.greet.v1beta1.MsgCreateGreet',
			value: { message: 'ours', owner },
		}))
		const empty = unsignedTx(
			{ messages, memo: '', timeoutHeight: 0n, feeGranter: '' },
			{ fee: [{ denom: 'uchain', amount: '3000' }], gas: 300_000n },
		)
		const signed = (tx: typeof empty, key: typeof alice, sequence: bigint, overwrite = false) =>
			signTx({
				...{ keyring, key, tx, sequence, ...(overwrite ? { overwrite } : {}) },
				...{ brand: 'chain', mode: 'amino-json', registry: createRegistry(), chainId: 'c', accountNumber: 1n },
			})
		const first = await signed(empty, alice, 4n)
		const both = await signed(first, bob, 5n)
		const again = await signed(both, alice, 6n)
		const shown = (tx: typeof empty) => tx.authInfo!.signerInfos.map(({ sequence }) => sequence)
		expect([first, both, again].map(shown)).toEqual([[4n], [4n, 5n], [6n, 5n]])
		expect(both.signatures[0]).toEqual(first.signatures[0])
		expect(again.signatures).toHaveLength(2)
		expect(again.signatures[0]).not.toEqual(both.signatures[0])
		expect(again.signatures[1]).toEqual(both.signatures[1])
		const alone = await signed(both, bob, 7n, true)
		expect(shown(alone)).toEqual([7n])
		expect(alone.signatures).toHaveLength(1)
		expect(alone.authInfo!.fee!.gasLimit).toBe(300_000n)
	})

	test('the signature of an account that anyone may act as is zeros, before or behind the one of a key', async () => {
		const keyring = await openKeyring({ folder: undefined, settings: defaultChainSettings })
		const alice = await keyring.importMnemonic('alice', mnemonic)
		const acting = { name: 'chain1acting', address: 'chain1acting', kind: 'acting' } as const
		const zeros = new Uint8Array(64)
		for (const order of [
			[acting, alice],
			[alice, acting],
			[acting, acting],
		] as const) {
			let tx = create(TxSchema)
			for (const key of order) {
				tx = await signTx({
					...{ keyring, key, tx, sequence: 1n, brand: 'chain', mode: 'direct', registry: createRegistry() },
					...{ chainId: 'c', accountNumber: 1n },
				})
			}
			expect(tx.authInfo!.signerInfos.map(({ publicKey }) => publicKey === undefined)).toEqual(
				order.map((key) => key === acting),
			)
			expect(tx.signatures.map((signature) => equalBytes(signature, zeros))).toEqual(order.map((key) => key === acting))
		}
	})

	test('an amino document has no gas and no timeout of a transaction without them', () => {
		const signer = {
			registry: createRegistry(),
			brand: 'chain',
			chainId: 'c',
			accountNumber: 1n,
			sequence: 2n,
		} as const
		expect(aminoDoc(create(TxSchema), signer)).toEqual({
			...{ account_number: '1', chain_id: 'c', fee: { amount: [], gas: '0' }, memo: '', msgs: [], sequence: '2' },
		})
		const body = { memo: 'm', timeoutHeight: 77n }
		expect(aminoDoc(create(TxSchema, { body }), signer)).toMatchObject({ memo: 'm', timeout_height: '77' })
		const option = { typeUrl: '/other.Option', value: new Uint8Array(0) }
		for (const options of [{ extensionOptions: [option] }, { nonCriticalExtensionOptions: [option] }]) {
			expect(() => aminoDoc(create(TxSchema, { body: { ...body, ...options } }), signer)).toThrow(
				new UserError('This transaction has extension options, which mode amino-json does not cover.', {
					next: 'Sign it with --sign-mode direct.',
				}),
			)
		}
	})

	test('writes an amino document sorted and escaped as the node does', () => {
		expect(fromUtf8(aminoDocBytes({ b: ['\u2028', '<'], a: { d: undefined, c: '1' } }))).toBe(
			'{"a":{"c":"1"},"b":["\\u2028","\\u003c"]}',
		)
	})
})

describe('the signer queue', () => {
	test('runs the jobs of one signer in order and of others at the same time', async () => {
		const queue = new SignerQueue()
		const order: string[] = []
		let release = (): void => {}
		const first = queue.run('a', () =>
			new Promise<void>((resolve) => (release = resolve)).then(() => void order.push('a1')),
		)
		const second = queue.run('a', async () => void order.push('a2'))
		await queue.run('b', async () => void order.push('b1'))
		release()
		await Promise.all([first, second])
		expect(order).toEqual(['b1', 'a1', 'a2'])
	})

	test('goes on after a job that failed', async () => {
		const queue = new SignerQueue()
		const failed = queue.run('a', () => Promise.reject(new UserError('no')))
		await expect(failed).rejects.toThrow('no')
		expect(await queue.run('a', async () => 1)).toBe(1)
	})

	test('counts sequences on while transactions are on their way, and returns to the chain after', () => {
		const queue = new SignerQueue()
		expect(queue.sequence('a', 5n)).toBe(5n)
		queue.accepted('a', 5n, 'X')
		queue.accepted('a', 6n, 'Y')
		expect(queue.sequence('a', 5n)).toBe(7n)
		// Another program used the account.
		expect(queue.sequence('a', 9n)).toBe(9n)
		queue.settled('a', 'X')
		expect(queue.sequence('a', 6n)).toBe(7n)
		queue.settled('a', 'Y')
		expect(queue.sequence('a', 6n)).toBe(6n)
		queue.accepted('a', 6n, 'Z')
		queue.forgetAll()
		expect(queue.sequence('a', 6n)).toBe(6n)
	})
})

describe('fees', () => {
	test('fees are the price times the gas, rounded up, in the native denomination if it is priced', () => {
		const prices = parseDecCoins('0.5busd,0.01uchain')
		const fee = (denom: string, gas: bigint) => feeOf({ fee: { prices: priceToPay(prices, denom) } }, gas)
		expect(fee('uchain', 56_017n)).toEqual([{ denom: 'uchain', amount: '561' }])
		expect(fee('other', 3n)).toEqual([{ denom: 'busd', amount: '2' }])
		expect(feeOf({ fee: { prices: priceToPay([], 'uchain') } }, 56_017n)).toEqual([])
	})

	test('leave a third more gas than simulated', () => {
		expect(adjustedGas(55_960n)).toBe(72_748n)
		expect(adjustedGas(1n)).toBe(2n)
		// Exact where a product of floating-point numbers is a little more than it should be.
		expect(adjustedGas(100n, '1.1')).toBe(110n)
		expect(adjustedGas(1n, '1.000000000000000001')).toBe(2n)
	})
})

describe('a refusal', () => {
	test.each([
		['insufficient fees; got: 2999uchain required: 3000uchain: insufficient fee', '3000uchain'],
		['insufficient fees; got:  required: 3000uchain: insufficient fee', '3000uchain'],
		['insufficient fees; got: 5000busd,1uchain required: 10busd,3000uchain: insufficient fee', '10busd'],
		['out of gas', undefined],
	])('%s names the fee %s', (log, fee) => {
		expect(requiredFee(log)).toBe(fee)
		expect(refusal('sdk', 13, log, '').requiredFee).toBe(fee)
	})

	test('names the expected sequence, however it is wrapped', () => {
		expect(expectedSequence('account sequence mismatch, expected 4, got 99: incorrect account sequence')).toBe(4n)
		expect(expectedSequence('rpc error: account sequence mismatch, expected 12, got 3: x: unknown request')).toBe(12n)
		expect(expectedSequence('unauthorized')).toBeUndefined()
	})

	test('always says what to do', () => {
		for (const log of ['out of gas in location: x', 'a: invalid address', 'something never seen']) {
			expect(refusal('sdk', 1, log, '').next).not.toBe('')
		}
		expect(failureOf(new UserError('no node', { why: 'refused', next: 'start it' }))).toMatchObject({
			problem: 'no node refused',
			next: 'start it',
		})
		expect(() => failureOf(new TypeError('a fault'))).toThrow('a fault')
	})
})
