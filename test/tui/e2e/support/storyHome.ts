import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChainClient, TxProgress } from '../../../../src/client/ChainClient.ts'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { openKeyring } from '../../../../src/keyring/openKeyring.ts'
import { homePaths } from '../../../../src/node/home/home.ts'
import { connectTestClient } from '../../../flow/client/testChain.ts'
import { startNode } from '../../../support/startNode.ts'

/** Texts that are wide, combining, long, of several lines, or want to drive the terminal. */
export const greetings = [
	'Hello, chain!',
	'おはようございます 🌅 全角の文字が続きます、いつまでも続きます',
	'e\u0301 a\u0308 combining, and Z\u0351\u0352\u0353\u0354\u0355algo',
	'a family 👩‍👩‍👧‍👦, a flag 🇯🇵, a thumb 👍🏽 and a heart ❤️ in one line',
	'two\nlines and\ta tab',
	'\u001b[2J\u001b[31m\u001b]0;owned\u0007 hidden? no \u202egnirts\u202c \u009b5m',
	'a somewhat longer greeting that goes on and on until it certainly does not fit into eighty cells any more, really not',
	'the newest: 漢字 and words',
] as const

/** Passphrase of the keyring, and of the account at the endpoint service. */
export const passphrase = 'correct horse battery'

/** Words anyone can see: the keys of nobody. */
const words = { alice: `${'abandon '.repeat(11)}about`, bob: `${'zoo '.repeat(11)}wrong` }

/** A home in which something has happened, and the addresses of it. */
export interface StoryHome {
	readonly home: string
	/** bech32 address of the account that vests. */
	readonly vesting: string
	/** Upper-case hex of the transaction that failed in its block. */
	readonly failedTx: string
	remove(): void
}

/**
 * Makes a home with real content by a real node: keys of each kind, greetings, a send, a transaction that failed in its
 * block, a vesting account, an account at the endpoint service with a project, an application, a key and calls.
 */
export async function makeStoryHome(): Promise<StoryHome> {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-story-'))
	const node = await startNode({ on: ['rpc', 'rest', 'grpc', 'endpoints'], flags: { home, admin: 'on' } })
	const keyring = await openKeyring({
		folder: homePaths(home).keyring,
		settings: defaultChainSettings,
		backend: 'file',
		cost: { iterations: 1, memoryKiB: 64, parallelism: 1 },
	})
	const { client } = await connectTestClient('embedded', node, { keyring, endpointsHome: home })
	try {
		await keyring.unlock(passphrase)
		const alice = await keyring.importMnemonic('alice', words.alice)
		const bob = await keyring.importMnemonic('bob', words.bob)
		await keyring.addMultisig('both of us', 2, ['alice', 'bob'])
		const { address: vesting } = (await keyring.create('later')).key
		await keyring.addWatchOnly('鈴木さん', (await keyring.create('gone')).key.address)
		await keyring.delete('gone')
		await client.status()
		for (const { address } of [alice, bob]) await client.admin?.faucet(address)

		for (const [index, text] of greetings.entries()) {
			await committed(client.createGreeting(index % 3 === 2 ? 'bob' : 'alice', text, { memo: `memo ${index} 👋` }))
		}
		await committed(
			client.send('bob', alice.address, [{ denom: 'uchain', amount: '1500000' }], { memo: '\u001b[5mmemo' }),
		)
		const endTime = BigInt(Math.floor(Date.now() / 1_000) + 30 * 86_400)
		const amount = [{ denom: 'uchain', amount: '9000000' }]
		const toVesting = { fromAddress: alice.address, toAddress: vesting, amount, endTime, delayed: false }
		await committed(
			client.sendTx('alice', [{ typeUrl: '/cosmos.vesting.v1beta1.MsgCreateVestingAccount', value: toVesting }]),
		)
		// With gas and fee named nothing is simulated: it passes CheckTx and fails in its block.
		const tooMuch = [{ denom: 'uchain', amount: '999999999999999' }]
		const failed = await lastStep(client.send('bob', alice.address, tooMuch, { gas: 200_000n, fee: '2000uchain' }))
		if (failed.state !== 'failed' || failed.hash === '') throw new TypeError(`did not fail in a block: ${failed.state}`)
		await fillEndpoints(client)

		const preferences = { welcomed: true, key: 'alice', screen: 'home', addresses: [vesting] }
		writeFileSync(join(home, 'preferences.json'), JSON.stringify(preferences))
		return { home, vesting, failedTx: failed.hash, remove: () => rmSync(home, { recursive: true, force: true }) }
	} finally {
		await client.close()
		await node.close()
	}
}

async function fillEndpoints({ endpoints }: ChainClient): Promise<void> {
	if (endpoints === undefined) throw new TypeError('the endpoint service is off')
	await endpoints.signUp('owner@example.com', passphrase)
	const project = await endpoints.createProject({ name: 'acme 商店' })
	const made = await endpoints.createApplication(project.id, { name: 'Storefront', network: 'archival' })
	const { url } = made.application
	for (const method of ['eth_blockNumber', 'eth_chainId', 'eth_unknown'])
		await endpoints.tryCall({ url, key: made.key.key, method, params: [] })
	await endpoints.setAllowlists(made.application.id, { origins: ['https://shop.example'], ips: ['127.0.0.1'] })
}

async function lastStep(progress: AsyncIterable<TxProgress>): Promise<TxProgress> {
	let last: TxProgress = { state: 'signing' }
	for await (const step of progress) last = step
	return last
}

async function committed(progress: AsyncIterable<TxProgress>): Promise<void> {
	const last = await lastStep(progress)
	if (last.state !== 'committed') throw new TypeError(`not committed: ${JSON.stringify(last.state)}`)
}
