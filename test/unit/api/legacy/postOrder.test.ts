import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { emptyTxResult, type TxResult } from '../../../../src/abci/Application.ts'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { aminoSignBytes } from '../../../../src/codec/signDoc/aminoSignBytes.ts'
import { signSecp256k1 } from '../../../../src/crypto/secp256k1.ts'
import { MsgCreateGreetSchema } from '../../../../src/gen/chain/greet/v1beta1/tx_pb.js'
import { toBase64 } from '../../../../src/util/bytes.ts'
import { alice, chainId, genesisState, makeBlock, openApp, startChain, testKey } from '../../app/testChain.ts'
import { legacyAsker } from './legacyAsker.ts'

const [bob, nobody] = [testKey('bob'), testKey('nobody')]

/** A chain of alice, who has 1000000uchain, and of bob, who has nothing. */
async function startApp() {
	const app = openApp()
	const genesis = JSON.parse(genesisState())
	const [first] = genesis.auth.accounts
	genesis.auth.accounts.push({ ...first, address: bob.text, account_number: '1' })
	startChain(app, -1n, JSON.stringify(genesis))
	await makeBlock(app)
	return app
}

const application = await startApp()
const registry = createRegistry()

/** Asks a node whose mempool answers so. */
const askOver = (broadcastTxSync: (tx: Uint8Array) => Promise<TxResult>) =>
	legacyAsker({
		application,
		registry,
		chain: { tx: async () => undefined, status: async () => ({ chainId, height: 1 }), header: async () => undefined },
		pool: { mempoolSize: async () => ({ count: 0 }), mempoolTxs: async () => [], broadcastTxSync },
	})
const ask = askOver((tx) => application.checkTx({ tx, type: 'new' }))

type Key = ReturnType<typeof testKey>

/** What generation 8 says to greetings of some owners, each signed by a key; without one its `pub_key` is null. */
async function refusal(
	fee: string,
	owners: readonly Key[],
	keys: readonly (Key | undefined)[] = owners,
	asked: typeof ask = ask,
) {
	const amount = fee
		.split(',')
		.map((coin) => ({ denom: coin.replace(/^\d+/, ''), amount: String(Number.parseInt(coin, 10)) }))
	const greets = owners.map(({ text }) => ({ message: 'hello', owner: text }))
	const document = aminoSignBytes(
		{
			...{ chainId, accountNumber: 0n, sequence: 0n, timeoutHeight: 0n, memo: '' },
			fee: { amount, gas: 200_000n },
			messages: greets.map((greet) => create(MsgCreateGreetSchema, greet)),
		},
		{ registry, brand: defaultChainSettings.aminoBrand },
	)
	const signatures = keys.map((key) => ({
		pub_key: key === undefined ? null : { type: 'chain/PubKeySecp256k1', value: toBase64(key.publicKey) },
		signature: toBase64(signSecp256k1(document, (key ?? alice).privateKey)),
	}))
	const msg = greets.map((value) => ({ type: 'greet/CreateGreet', value }))
	const tx = { msg, fee: { amount, gas: '200000' }, signatures, memo: '' }
	const [status, reply] = await asked(8, '/txs', JSON.stringify({ tx, mode: 'sync' }))
	const { code, raw_log } = reply as { code?: number; raw_log?: string }
	return [status, code, raw_log]
}

const foreign = ({ text }: Key, index: number) => [
	200,
	8,
	`invalid pubkey: pubKey does not match signer address ${text} with signer index: ${index}`,
]
const unpaid = (have: string, want: string) => [
	200,
	5,
	`insufficient funds: insufficient funds to pay for fees; ${have} < ${want}`,
]
const unknown = ({ text }: Key, who = 'account') => [200, 9, `unknown address: ${who} ${text} does not exist`]
const invalid = (fee: string) => [200, 13, `insufficient fee: invalid fee amount: ${fee}`]

// cosmos-sdk v0.39.2 x/auth/ante/ante.go: keys are set, and so compared with the signers, before the fee is deducted.
test('generation 8 refuses the key of somebody else before a fee that cannot be paid', async () => {
	const much = '1000001uchain'
	expect(await refusal(much, [alice])).toEqual(unpaid('1000000uchain', much))
	expect(await refusal(much, [alice], [bob])).toEqual(foreign(alice, 0))
	expect(await refusal('2000uchain', [alice], [bob])).toEqual(foreign(alice, 0))
	// Who brings no key is compared with nobody.
	expect(await refusal(much, [alice], [undefined])).toEqual(unpaid('1000000uchain', much))
	expect(await refusal(much, [alice, bob], [undefined, nobody])).toEqual(foreign(bob, 1))
	expect(await refusal(much, [alice, bob], [alice, nobody])).toEqual(foreign(bob, 1))
	expect(await refusal(much, [alice, bob], [bob, nobody])).toEqual(foreign(alice, 0))
	expect(await refusal(much, [alice, bob])).toEqual(unpaid('1000000uchain', much))
	expect(await refusal('2000uchain', [bob])).toEqual(unpaid('', '2000uchain'))
})

test('generation 8 refuses the key of somebody else before a fee that is none', async () => {
	const unsorted = '2000uchain,1aaa'
	expect(await refusal(unsorted, [alice])).toEqual(invalid(unsorted))
	expect(await refusal(unsorted, [alice], [bob])).toEqual(foreign(alice, 0))
	// A denomination of today is named as it was posted.
	const newer = '2000uchain,1uchain:x'
	expect(await refusal(newer, [alice])).toEqual(invalid(newer))
	expect(await refusal(newer, [alice], [bob])).toEqual(foreign(alice, 0))
	// What the node asks at least comes before either.
	expect(await refusal('1999uchain', [alice], [bob])).toEqual([
		200,
		13,
		'insufficient fee: insufficient fees; got: 1999uchain required: 2000uchain',
	])
})

// SetPubKeyDecorator of the same: a key that is of its signer is followed by a look at the account.
test('generation 8 refuses a signer without an account before a fee that cannot be paid', async () => {
	expect(await refusal('2000uchain', [nobody])).toEqual(unknown(nobody))
	expect(await refusal('2000uchain', [nobody], [bob])).toEqual(foreign(nobody, 0))
	expect(await refusal('1000001uchain', [alice, nobody])).toEqual(unknown(nobody))
	expect(await refusal('2000uchain', [alice, nobody])).toEqual(unknown(nobody))
	expect(await refusal('1000001uchain', [alice, nobody, bob], [alice, nobody, alice])).toEqual(unknown(nobody))
	expect(await refusal('1000001uchain', [alice, bob, nobody], [alice, alice, nobody])).toEqual(foreign(bob, 1))
	// Without a key, who pays the fee is missed first.
	expect(await refusal('2000uchain', [nobody], [undefined])).toEqual(unknown(nobody, 'fee payer address:'))
	expect(await refusal('2000uchain', [nobody, alice], [undefined, bob])).toEqual(foreign(alice, 1))
})

test('generation 8 knows no height at which a transaction times out, whatever is told of it', async () => {
	const [, , wanted] = await refusal('2000uchain', [bob], [alice])
	for (const timeout_height of ['7', 7, 'x', {}]) {
		const fee = { amount: [{ denom: 'uchain', amount: '2000' }], gas: '200000' }
		const msg = [{ type: 'greet/CreateGreet', value: { message: 'hello', owner: bob.text } }]
		const signatures = [
			{
				pub_key: { type: 'chain/PubKeySecp256k1', value: toBase64(alice.publicKey) },
				signature: toBase64(new Uint8Array(64)),
			},
		]
		const tx = { msg, fee, signatures, memo: '', timeout_height }
		expect(await ask(8, '/txs', JSON.stringify({ tx, mode: 'sync' }))).toMatchObject([
			200,
			{ code: 8, raw_log: wanted },
		])
	}
})

test('generation 8 looks at keys again only where the fee was refused, and not behind messages that were executed', async () => {
	const short = '1uchain is smaller than 2uchain: insufficient funds'
	const told = (key: Key, codespace: string, code: number, log: string) =>
		refusal(
			'2000uchain',
			[alice],
			[key],
			askOver(async () => ({ ...emptyTxResult, codespace, code, log })),
		)
	expect(await told(bob, 'sdk', 5, short)).toEqual(foreign(alice, 0))
	const inMessage = 'failed to execute message; message index: 0'
	expect(await told(bob, 'sdk', 5, `${inMessage}: ${short}`)).toEqual([
		200,
		5,
		`insufficient funds: insufficient account funds; 1uchain < 2uchain: ${inMessage}`,
	])
	expect(await told(bob, 'bank', 5, 'uchain: send transactions are disabled')).toEqual([
		200,
		4,
		expect.stringContaining('send transactions are disabled'),
	])
	// Who pays has an account now, and has sent a key: that generation called it an account.
	const missing = `fee payer address: ${alice.text} does not exist: unknown address`
	expect(await told(alice, 'sdk', 9, missing)).toEqual(unknown(alice))
})
