import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { createTxService } from '../../../../src/api/services/createTxService.ts'
import type { TxRecord } from '../../../../src/chain/blockTypes.ts'
import type { ChainSource } from '../../../../src/chain/ChainSource.ts'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { createRegistry, packAny } from '../../../../src/codec/registry/createRegistry.ts'
import { aminoSignBytes } from '../../../../src/codec/signDoc/aminoSignBytes.ts'
import { txBytesOf } from '../../../../src/codec/txJson/txJson.ts'
import { sha256 } from '../../../../src/crypto/hash.ts'
import { signSecp256k1 } from '../../../../src/crypto/secp256k1.ts'
import { MsgSendSchema } from '../../../../src/gen/cosmos/bank/v1beta1/tx_pb.js'
import { PubKeySchema } from '../../../../src/gen/cosmos/crypto/secp256k1/keys_pb.js'
import { SignMode } from '../../../../src/gen/cosmos/tx/signing/v1beta1/signing_pb.js'
import { TxSchema } from '../../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { toBase64, toHexUpper } from '../../../../src/util/bytes.ts'
import { alice, chainId, makeBlock, openApp, startChain, testKey } from '../../app/testChain.ts'
import { legacyAsker } from './legacyAsker.ts'

const registry = createRegistry()
const [late, payer] = [testKey('late'), testKey('payer')]
const coins = (amount: string) => [{ denom: 'uchain', amount }]

/** A transfer from one to the other, signed in the legacy form; its fee is 2000uchain. */
function sendTx(from: typeof alice, to: typeof alice, amount: string, accountNumber: bigint, sequence: bigint) {
	const message = create(MsgSendSchema, { fromAddress: from.text, toAddress: to.text, amount: coins(amount) })
	const fee = { amount: coins('2000'), gas: 200_000n }
	const input = { chainId, accountNumber, sequence, timeoutHeight: 0n, fee, messages: [message], memo: '' }
	const signature = signSecp256k1(
		aminoSignBytes(input, { registry, brand: defaultChainSettings.aminoBrand }),
		from.privateKey,
	)
	const key = create(PubKeySchema, { key: from.publicKey })
	const modeInfo = { sum: { case: 'single', value: { mode: SignMode.LEGACY_AMINO_JSON } } } as const
	const bytes = txBytesOf(
		create(TxSchema, {
			body: { messages: [packAny(MsgSendSchema, message)] },
			authInfo: {
				signerInfos: [{ publicKey: packAny(PubKeySchema, key), modeInfo, sequence }],
				fee: { amount: fee.amount, gasLimit: fee.gas },
			},
			signatures: [signature],
		}),
	)
	const pub_key = { type: 'chain/PubKeySecp256k1', value: toBase64(from.publicKey) }
	const value = { from_address: from.text, to_address: to.text, amount: coins(amount) }
	const tx = {
		msg: [{ type: 'cosmos-sdk/MsgSend', value }],
		fee: { amount: coins('2000'), gas: '200000' },
		signatures: [{ pub_key, signature: toBase64(signature) }],
		memo: '',
	}
	return { bytes, body: JSON.stringify({ tx, mode: 'sync' }) }
}

/**
 * A chain whose second block makes two accounts, one of 2005uchain, and whose third has a transfer of each: that of
 * 9uchain by the poor one fails.
 */
async function startApp() {
	const app = openApp()
	app.registerService(createTxService(() => ({ application: app }) as unknown as ChainSource))
	startChain(app)
	await makeBlock(app)
	await makeBlock(app, sendTx(alice, late, '2005', 0n, 0n).bytes, sendTx(alice, payer, '10000', 0n, 1n).bytes)
	const { bytes } = sendTx(late, alice, '9', 2n, 0n)
	const {
		results: [result],
	} = await makeBlock(app, bytes, sendTx(payer, alice, '1', 3n, 0n).bytes)
	return { app, record: { hash: sha256(bytes), height: 3, index: 0, tx: bytes, result: result! } satisfies TxRecord }
}

const { app: application, record } = await startApp()
const ask = legacyAsker({
	application,
	registry,
	chain: {
		status: async () => ({ chainId, height: 3 }),
		header: async () => ({ time: { seconds: 0n, nanos: 0 } }),
		tx: async (hash: Uint8Array) => (Buffer.compare(hash, record.hash) === 0 ? record : undefined),
	},
	pool: {
		mempoolSize: async () => ({ count: 0 }),
		mempoolTxs: async () => [],
		broadcastTxSync: (tx: Uint8Array) => application.checkTx({ tx, type: 'new' }),
	},
})

test('generation 8 tells what an account lacks for a fee by its newest state, in which a later block has made it', async () => {
	expect(record.result.code).toBe(5)
	expect(await ask(8, '/txs', sendTx(late, alice, '1', 2n, 1n).body)).toMatchObject([
		200,
		{ code: 5, raw_log: 'insufficient funds: insufficient funds to pay for fees; 5uchain < 2000uchain' },
	])
})

test('generation 8 tells what an account lacks for the fee of a simulation by its newest state', async () => {
	const base_req = { from: late.text, chain_id: chainId, sequence: '1', fees: coins('2000'), simulate: true }
	const body = JSON.stringify({ base_req, amount: coins('1') })
	expect(await ask(8, `/bank/accounts/${alice.text}/transfers`, body)).toEqual([
		500,
		{
			error: 'insufficient funds: insufficient funds to pay for fees; 5uchain < 2000uchain: failed to simulate tx',
		},
	])
})

// A denomination of today is none of that generation, which matters where the fee is looked at, and not before.
test('generation 8 refuses a fee in a denomination of today where the account cannot pay it', async () => {
	const told = async (amount: string) => {
		const fees = [{ denom: 'uchain:x', amount: '1' }]
		const base_req = { from: late.text, chain_id: chainId, sequence: '1', fees, simulate: true }
		const body = JSON.stringify({ base_req, amount: coins(amount) })
		const [status, reply] = await ask(8, `/bank/accounts/${alice.text}/transfers`, body)
		return [status, (reply as { error: string }).error]
	}
	expect(await told('1')).toEqual([500, 'insufficient fee: invalid fee amount: 1uchain:x: failed to simulate tx'])
	expect(await told('0')).toEqual([500, 'invalid coins: 0uchain: failed to simulate tx'])
})

test('generation 8 tells what an account lacked in a block by the state before it', async () => {
	expect(await ask(8, `/txs/${toHexUpper(record.hash)}`)).toMatchObject([
		200,
		{
			height: '3',
			code: 5,
			raw_log:
				'insufficient funds: insufficient account funds; 5uchain < 9uchain: failed to execute message; message index: 0',
		},
	])
})

test.each([8, 9] as const)(
	'a transaction is posted to generation %d with the sequence of the newest state, in which a later block has made the account',
	async (generation) => {
		application.forgetChecks()
		const [status, reply] = await ask(generation, '/txs', sendTx(payer, alice, '1', 3n, 1n).body)
		expect([status, reply]).toEqual([200, expect.not.objectContaining({ code: expect.anything() })])
	},
)
