import {
	BroadcastMode,
	CosmosClient,
	coins,
	GasPrice,
	isBroadcastTxFailure,
	isBroadcastTxSuccess,
	LcdClient,
	makeSignDoc,
	makeStdTx,
	Secp256k1HdWallet,
	SigningCosmosClient,
	setupAuthExtension,
	setupBankExtension,
	setupSupplyExtension,
} from '@cosmjs/launchpad'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Node } from '../../../src/node/createNode.ts'
import { mnemonicOf, startRebrandedChain } from './rebrandedChain.ts'

let node: Node
let urls: Readonly<Record<8 | 9, string>>

beforeAll(async () => {
	const chain = await startRebrandedChain('cosmos')
	node = chain.node
	urls = { 8: chain.url8, 9: chain.url9 }
})

afterAll(() => node.close())

const fee = { amount: coins(3000, 'ucosmos'), gas: '300000' }
const unexpected = 'Unexpected response data format'

async function open(generation: 8 | 9, name: string) {
	const url = urls[generation]
	const wallet = await Secp256k1HdWallet.fromMnemonic(mnemonicOf(name), { prefix: 'cosmos' })
	const [account] = await wallet.getAccounts()
	const address = account?.address ?? ''
	const price = GasPrice.fromString('0.025ucosmos')
	return {
		address,
		wallet,
		lcd: LcdClient.withExtensions({ apiUrl: url }, setupAuthExtension, setupBankExtension, setupSupplyExtension),
		client: new CosmosClient(url, BroadcastMode.Block),
		signing: new SigningCosmosClient(url, address, wallet, price, undefined, BroadcastMode.Block),
	}
}

async function addressOf(name: string): Promise<string> {
	return (await open(8, name)).address
}

/** `ok`, or the text of what is thrown. */
async function outcome(run: () => Promise<unknown>): Promise<string> {
	try {
		await run()
		return 'ok'
	} catch (error) {
		return error instanceof Error ? error.message : String(error)
	}
}

/** A greeting signed for the account's present numbers, read where they can be read. */
async function signedGreeting(name: string, message: string, gas = '300000') {
	const eight = await open(8, name)
	const { accountNumber, sequence } = await eight.signing.getSequence()
	const msg = { type: 'greet/CreateGreet', value: { message, owner: eight.address } }
	const doc = makeSignDoc([msg], { ...fee, gas }, 'chain-localnet', '', accountNumber, sequence)
	const { signed, signature } = await eight.wallet.signAmino(eight.address, doc)
	return makeStdTx(signed, signature)
}

describe('@cosmjs/launchpad 0.27.1 against generation 8: everything it can do', () => {
	test('reads accounts, balances, supply, blocks', async () => {
		const { lcd, client, address } = await open(8, 'alice')
		expect((await lcd.nodeInfo()).node_info.network).toBe('chain-localnet')
		expect((await lcd.blocksLatest()).block.header.chain_id).toBe('chain-localnet')
		expect((await client.getBlock(1)).header.height).toBe(1)
		expect((await lcd.auth.account(address)).result.value.public_key).toBeNull()
		expect((await lcd.bank.balances(await addressOf('coins'))).result).toHaveLength(4)
		expect((await lcd.supply.total('busd')).result).toBe('5000000')
		expect(await client.getAccount(await addressOf('stranger'))).toBeUndefined()
		expect(await outcome(async () => lcd.auth.account(await addressOf('periodic')))).toBe(unexpected)
		expect(await outcome(() => lcd.auth.account('nobody'))).toBe(
			'decoding bech32 failed: invalid bech32 string length 6 (HTTP 500)',
		)
	})

	test('sends, is refused, and finds what it sent', async () => {
		const { client, signing } = await open(8, 'user01')
		const bob = await addressOf('bob')
		const sent = await signing.sendTokens(bob, coins(1234, 'ucosmos'))
		expect(isBroadcastTxSuccess(sent)).toBe(true)
		const failed = await signing.sendTokens(bob, coins('9999999999999999', 'ucosmos'))
		expect(failed).toMatchObject({ code: 5, height: expect.any(Number) })
		expect(await client.getTx(sent.transactionHash)).toMatchObject({ hash: sent.transactionHash })
		expect(await client.getTx('00'.repeat(32))).toBeNull()
		expect((await client.searchTx({ sentFromOrTo: bob })).map(({ hash }) => hash)).toEqual([sent.transactionHash])
		expect(await client.searchTx({ tags: [{ key: 'message.action', value: 'nothing' }] })).toEqual([])
		const cheap = await signing.signAndBroadcast(
			[{ type: 'greet/CreateGreet', value: { message: 'x', owner: signing.signerAddress } }],
			{ ...fee, amount: coins(1, 'ucosmos') },
		)
		expect(isBroadcastTxFailure(cheap) && cheap.code).toBe(13)
	})

	test('knows the hash of a transaction before it sends it', async () => {
		const { client } = await open(8, 'user02')
		const tx = await signedGreeting('user02', 'by hand')
		const id = await client.getIdentifier({ type: 'cosmos-sdk/StdTx', value: tx })
		expect((await client.broadcastTx(tx)).transactionHash).toBe(id)
		expect(await client.broadcastTx(tx)).toMatchObject({ code: 19 })
		// The account has another sequence by now: the id hangs on the transaction alone.
		expect(await client.getIdentifier({ type: 'cosmos-sdk/StdTx', value: tx })).toBe(id)
	})

	test('finds a transaction by the id of either generation, also one that came another way', async () => {
		const { client } = await open(8, 'user04')
		const nine = await open(9, 'user04')
		const tx = await signedGreeting('user04', 'by generation 9')
		const id = await client.getIdentifier({ type: 'cosmos-sdk/StdTx', value: tx })
		const { txhash } = await nine.lcd.broadcastTx(tx)
		expect(txhash).not.toBe(id)
		expect(await client.getTx(id)).toMatchObject({ hash: id })
		for (const either of [id, txhash]) {
			const reply = await fetch(`${urls[8]}/txs/${either}`)
			expect(await reply.json()).toMatchObject({ txhash: id, tx: { value: { memo: '' } } })
		}
	})

	test('does not escape what Go escapes: the known limit of this client', async () => {
		const { client } = await open(8, 'user02')
		expect(await client.broadcastTx(await signedGreeting('user02', 'a < b'))).toMatchObject({ code: 4 })
	})
})

describe('@cosmjs/launchpad 0.27.1 against generation 9', () => {
	test('cannot read accounts, but balances, node and blocks', async () => {
		const { lcd, client, address } = await open(9, 'alice')
		expect(await outcome(() => lcd.auth.account(address))).toBe(unexpected)
		expect(await outcome(async () => lcd.auth.account(await addressOf('periodic')))).toBe(unexpected)
		expect(await outcome(async () => client.getAccount(await addressOf('stranger')))).toBe(unexpected)
		expect(await outcome(() => lcd.bank.balances(address))).toBe('ok')
		expect(await outcome(() => lcd.nodeInfo())).toBe('ok')
		expect(await outcome(() => lcd.blocksLatest())).toBe('ok')
	})

	test('cannot send with its signing client', async () => {
		const { signing } = await open(9, 'alice')
		const bob = await addressOf('bob')
		expect(await outcome(() => signing.sendTokens(bob, coins(1, 'ucosmos')))).toBe(unexpected)
	})

	test('cannot read the reply to an accepted or refused transaction, but to one that failed in its block', async () => {
		const { client, lcd } = await open(9, 'user03')
		expect(await outcome(async () => client.broadcastTx(await signedGreeting('user03', 'fine')))).toBe(
			"Log's msg_index must be a number",
		)
		const cheap = await signedGreeting('user03', 'too much gas', '900000')
		expect(await outcome(() => client.broadcastTx(cheap))).not.toBe('ok')
		const short = await signedGreeting('user03', 'out of gas in the message', '57000')
		expect(await outcome(() => client.broadcastTx(short))).toBe('ok')
		// Its low-level client needs the hash alone.
		expect(await lcd.broadcastTx(await signedGreeting('user03', 'low level'))).toMatchObject({
			txhash: expect.any(String),
		})
	})

	test('cannot search without hits, nor encode', async () => {
		const { client, lcd } = await open(9, 'alice')
		const search = () => client.searchTx({ tags: [{ key: 'message.action', value: 'nothing' }] })
		expect(await outcome(search)).not.toBe('ok')
		const tx = await signedGreeting('user03', 'encode me')
		expect(await outcome(() => lcd.encodeTx({ type: 'cosmos-sdk/StdTx', value: tx }))).toContain('501')
	})
})
